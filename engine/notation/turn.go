package notation

import (
	"strings"

	"tablabot/engine"
)

// FormatTurn writes what a turn's draft plays, stage by stage: "24/18 13/11", and of an
// escalating double "24/21(4) | 21/17(4)". It is empty if nothing was played.
func FormatTurn(r *engine.Rules, turn *engine.Turn, mover engine.Seat) string {
	var words []string
	for _, play := range turn.Played(r, mover) {
		words = append(words, FormatPlay(&play.Stage, play.Steps))
	}
	return strings.Join(words, " | ")
}
