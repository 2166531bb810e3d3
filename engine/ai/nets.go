package ai

import (
	"embed"
	"fmt"
	"sync"

	"tablabot/engine"
	"tablabot/engine/ai/equity"
	"tablabot/engine/ai/net"
)

//go:embed nets
var files embed.FS

// Library holds the networks that come with the program, each read when it is
// first asked for. The zero value is ready; it may be used from many goroutines.
type Library struct {
	mutex  sync.Mutex
	sets   map[string]*Nets
	tables map[net.Chances]*equity.Table // by how likely a game ends how
}

// table returns the chances to win a match of a game without a cube. They follow from
// how often the game's start leads to which result.
func (l *Library) table(e *Evaluator) *equity.Table {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	start := Start(e.Rules)
	chances := e.Judge(&start)
	table := l.tables[chances]
	if table == nil {
		table = equity.Cubeless(&chances)
		if l.tables == nil {
			l.tables = make(map[net.Chances]*equity.Table)
		}
		l.tables[chances] = table
	}
	return table
}

// For returns the networks that play by the rules. Games that differ little share
// a set.
func (l *Library) For(r *engine.Rules) (*Nets, error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	name := SetOf(r)
	if nets := l.sets[name]; nets != nil {
		return nets, nil
	}
	nets := new(Nets)
	for class := range nets {
		file, err := files.Open(fmt.Sprintf("nets/%s-%s.net", name, net.Class(class)))
		if err != nil {
			return nil, fmt.Errorf("find the networks for %s: %w", r.Key, err)
		}
		nets[class], err = net.Read(file)
		file.Close()
		if err != nil {
			return nil, fmt.Errorf("read the networks for %s: %w", r.Key, err)
		}
	}
	if l.sets == nil {
		l.sets = map[string]*Nets{}
	}
	l.sets[name] = nets
	return nets, nil
}

// SetOf names the set of networks that play a game, by what makes the game what it is.
func SetOf(r *engine.Rules) string {
	switch {
	case r.Family == engine.Pin:
		return "tapa"
	case r.Escalates && r.Family == engine.Race:
		return "gulbara"
	case r.Escalates:
		return "chelebi"
	case r.HeadRule:
		return "nardy"
	case r.Runner:
		return "fevga"
	case r.Checkers < 15:
		return "hypergammon"
	}
	return "hit"
}
