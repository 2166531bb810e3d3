package web

import (
	"fmt"
	"log/slog"
	"net"

	"tablabot/bot"
)

// DefaultListen is where the page is when nobody says otherwise.
const DefaultListen = "127.0.0.1:8080"

// Config is what a page needs to know. The zero value is a page at
// [DefaultListen] that knows no commands.
type Config struct {
	Listen    string           // host:port; empty is [DefaultListen], port 0 any free one
	Hosts     []string         // further Host headers to trust ("play.example:443"), for a proxy or a mapped port
	NamesFile string           // where names stay bound to their browsers across restarts; empty: in memory only
	Commands  []Command        // what the page offers while a command is typed
	Starters  []Starter        // what the page offers to begin with; nil is a choice of games
	Ready     func(url string) // told the address once, when the page can be opened; may be nil
	Log       *slog.Logger     // nil logs nothing
	Clock     bot.Clock        // nil is the machine's
}

// Command is one command for the page's help and completion.
type Command struct {
	Name        string `json:"name"` // without slash
	Description string `json:"description"`
}

// Starter is a button that sends a text, for those who do not know any command yet.
type Starter struct {
	Label string `json:"label"`
	Hint  string `json:"hint,omitempty"` // a few words under the label
	Text  string `json:"text"`           // what it sends
}

func defaultStarters() []Starter {
	return []Starter{
		{"Backgammon", "to 3 points, with the cube", "/newgame backgammon 3"},
		{"Tabla", "to 3 points", "/newgame tabla 3"},
		{"Tavla", "to 5 points", "/newgame tavla 5"},
		{"Hypergammon", "three checkers each, to 3", "/newgame hypergammon 3"},
	}
}

// withDefaults returns the configuration with every empty field filled.
func (c Config) withDefaults() (Config, error) {
	if c.Listen == "" {
		c.Listen = DefaultListen
	}
	if _, _, err := net.SplitHostPort(c.Listen); err != nil {
		return c, fmt.Errorf("read the address to listen on, want host:port: %w", err)
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Clock == nil {
		c.Clock = bot.SystemClock{}
	}
	if c.Starters == nil {
		c.Starters = defaultStarters()
	}
	if c.Commands == nil {
		c.Commands = []Command{}
	}
	return c, nil
}
