package main

import (
	"fmt"

	"tablabot/engine"
	"tablabot/engine/ai/net"
)

// game is what is trained together: one set of networks.
type game struct {
	name     string
	rules    engine.Rules   // by which it is played
	starts   []engine.Rules // whose starts are played from, the first mostly
	outcomes []net.Outcome
	hidden   [net.Classes]int
}

var (
	twoLevels = []net.Outcome{net.Lose2, net.Lose1, net.Win1, net.Win2}
	withDraws = []net.Outcome{net.Lose2, net.Lose1, net.Draw, net.Win1, net.Win2}
	allLevels = []net.Outcome{net.Lose3, net.Lose2, net.Lose1, net.Win1, net.Win2, net.Win3}
)

// games lists what can be trained. The hitting games share one set.
func games() []game {
	list := []game{
		{name: "hit", outcomes: allLevels, hidden: [...]int{384, 64}},
		{name: "hypergammon", outcomes: allLevels, hidden: [...]int{64, 32}},
		{name: "chelebi", outcomes: twoLevels, hidden: [...]int{192, 64}},
		{name: "gulbara", outcomes: twoLevels, hidden: [...]int{192, 64}},
		{name: "tapa", outcomes: withDraws, hidden: [...]int{192, 64}},
		{name: "nardy", outcomes: twoLevels, hidden: [...]int{128, 64}},
		{name: "fevga", outcomes: twoLevels, hidden: [...]int{128, 64}},
	}
	for i := range list {
		keys := []string{list[i].name}
		if list[i].name == "hit" {
			keys = []string{"backgammon", "nackgammon", "longgammon"}
		}
		for _, key := range keys {
			rules, _ := engine.Variant(key)
			list[i].starts = append(list[i].starts, rules)
		}
		list[i].rules = list[i].starts[0]
	}
	return list
}

func findGame(name string) (*game, error) {
	for _, g := range games() {
		if g.name == name {
			return &g, nil
		}
	}
	return nil, fmt.Errorf("there is no set of networks called %q", name)
}
