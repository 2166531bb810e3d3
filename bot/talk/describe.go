package talk

import (
	"slices"
	"strconv"
	"strings"

	"tablabot/bot"
	"tablabot/bot/locale"
	"tablabot/engine"
)

// lengthText is a match's length: "to 5", or unlimited.
func lengthText(words *locale.Words, length int) string {
	if length == 0 {
		return words.String("length.money", nil)
	}
	return words.String("length.points", locale.Args{"Count": length})
}

// termsText names what is played: "Backgammon, 5 points".
func termsText(words *locale.Words, terms engine.Terms) string {
	return words.String("game."+terms.Game, nil) + ", " + lengthText(words, terms.Length)
}

func scoreText(m *engine.Match) string {
	return strconv.Itoa(m.Score[0]) + "–" + strconv.Itoa(m.Score[1])
}

// cubeText tells which of the cube's rules hold in the running game.
func cubeText(words *locale.Words, m *engine.Match) string {
	cube := &m.Rules().Cube
	switch {
	case !cube.On:
		return ""
	case m.Game.Crawford:
		return words.String("cube.crawford.game", nil)
	}
	text := words.String("cube.value", locale.Args{"Value": m.Game.Cube.Value})
	if m.Terms.Length > 1 && cube.Crawford && !m.Crawford {
		text += ", " + words.String("cube.crawford", nil)
	}
	if cube.Jacoby {
		text += ", " + words.String("cube.jacoby", nil)
	}
	return text
}

// rotation returns the games of a rotating match in turn; nil if it is all one game.
func rotation(terms engine.Terms) []string {
	if !slices.Contains(engine.Rotations(), terms.Game) {
		return nil
	}
	var games []string
	for {
		rules := terms.Rules(len(games) + 1)
		if slices.Contains(games, rules.Name) {
			return games
		}
		games = append(games, rules.Name)
	}
}

// gameNames lists games by name: "Gul bara, Tapa".
func gameNames(words *locale.Words, games []string) string {
	names := make([]string, len(games))
	for i, game := range games {
		names[i] = words.String("game."+game, nil)
	}
	return strings.Join(names, ", ")
}

// nextGameText names the game that a rotating match plays next; empty if the match has
// one game only.
func nextGameText(words *locale.Words, m *engine.Match) string {
	if rotation(m.Terms) == nil {
		return ""
	}
	rules := m.Terms.Rules(m.Number + 1)
	return words.String("game."+rules.Name, nil)
}

// levelText names a level in the words of the game: "a gammon", "a mars", "an oin".
func levelText(words *locale.Words, r *engine.Rules, level int) string {
	if id := "level." + r.Name + "." + strconv.Itoa(level); words.Has(id) {
		return words.String(id, nil)
	}
	return words.String("level."+strconv.Itoa(level), nil)
}

// results are the messages that tell how a game ended.
var results = map[engine.Method]string{
	engine.ByBearingOff: "result.off", engine.ByMother: "result.mother", engine.ByBothMothers: "result.mothers",
	engine.ByDrop: "result.drop", engine.ByResignation: "result.resign", engine.OnTime: "result.time",
	engine.ByStuck: "result.stuck", engine.ByStopping: "result.stopped",
}

// resultText tells how a game ended and what it counts: "Ana wins a marsileza: 3 × cube
// 4 = 12 points".
func resultText(words *locale.Words, m *engine.Match, name func(engine.Seat) string) bot.Text {
	r := m.Last
	if r == nil {
		return nil
	}
	text := words.Text(results[r.Method], locale.Args{"Name": name(r.Winner), "Other": name(r.Winner.Other()), "Count": r.Points,
		"Level": levelText(words, m.Rules(), max(r.Level, 1)), "Points": pointsText(words, r)})
	switch level := m.Rules().Level(m.Game.Position, r.Winner); {
	case r.Method == engine.OnTime && r.Points > 0:
		text = append(text, words.Text("result.points", locale.Args{"Points": pointsText(words, r)})...)
	case r.Method == engine.ByBearingOff && level > r.Level:
		text = append(text, words.Text("result.jacoby", locale.Args{"Level": levelText(words, m.Rules(), level)})...)
	}
	return text
}

// pointsText is what a game counts, with the arithmetic where the cube multiplied a
// level: "2 points", "3 × cube 4 = 12 points".
func pointsText(words *locale.Words, r *engine.Result) string {
	if r.Cube > 1 && r.Method != engine.ByDrop && r.Method != engine.OnTime {
		return words.String("points.cube", locale.Args{"Factor": r.Level, "Cube": r.Cube, "Count": r.Points})
	}
	return words.String("points.plain", locale.Args{"Count": r.Points})
}
