package talk

import (
	"strconv"

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

// levelText names a level in the words of the game: "a gammon", "mars".
func levelText(words *locale.Words, r *engine.Rules, level int) string {
	if id := "level." + r.Name + "." + strconv.Itoa(level); words.Has(id) {
		return words.String(id, nil)
	}
	return words.String("level."+strconv.Itoa(level), nil)
}

// resultText tells how a game ended and what it counts: "Ana wins a gammon: 2 ×
// cube 4 = 8".
func resultText(words *locale.Words, m *engine.Match, name func(engine.Seat) string) bot.Text {
	r := m.Last
	if r == nil {
		return nil
	}
	args := locale.Args{"Name": name(r.Winner), "Other": name(r.Winner.Other()), "First": name(0), "Second": name(1),
		"Count": r.Points, "Level": levelText(words, m.Rules(), max(r.Level, 1)), "Factor": r.Level, "Cube": r.Cube}
	id := map[engine.Method]string{engine.ByBearingOff: "result.off", engine.ByMother: "result.mother",
		engine.ByBothMothers: "result.mothers", engine.ByDrop: "result.drop", engine.ByResignation: "result.resign",
		engine.OnTime: "result.time", engine.ByStuck: "result.stuck", engine.ByStopping: "result.stopped"}[r.Method]
	text := words.Text(id, args)
	if r.Cube > 1 && (r.Method == engine.ByBearingOff || r.Method == engine.ByResignation) {
		text = append(text, words.Text("result.cube", args)...)
	}
	return text
}
