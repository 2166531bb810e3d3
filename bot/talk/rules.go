package talk

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"tablabot/bot"
	"tablabot/bot/locale"
	"tablabot/engine"
	"tablabot/render"
)

// rules explains a game, or lists the games.
func (t *Talk) rules(ctx context.Context, event bot.Event) (bot.Answer, error) {
	if game := strings.ToLower(argument(event, "game")); game != "" {
		return t.explain(ctx, event, game)
	}
	words := t.words(ctx, event.Person, event.Chat)
	return bot.Answer{Private: true, Note: &bot.Rendered{Text: words.Text("rules.list", nil),
		Groups: []bot.Group{rulesGroup(words, Games())}}}, nil
}

// rulesGroup returns a button for the rules of each game.
func rulesGroup(words *locale.Words, games []string) bot.Group {
	group := bot.Group{PerRow: 3}
	for _, game := range games {
		id := "game." + game
		if slices.Contains(engine.Rotations(), game) {
			id = "rotation." + game
		}
		group.Buttons = append(group.Buttons, bot.Button{Label: words.String(id, nil), Data: tap{verb: rulesVerb, arg: game}.data()})
	}
	return group
}

// explain tells the rules of one game under a picture of its start; of a rotating match
// those of its games are a tap away.
func (t *Talk) explain(ctx context.Context, event bot.Event, game string) (bot.Answer, error) {
	words := t.words(ctx, event.Person, event.Chat)
	if !slices.Contains(Games(), game) {
		if like := similar(game, Games()); like != "" {
			return refusal(words, "rules.similar", locale.Args{"Word": clip(game, 30), "Similar": like}), nil
		}
		return refusal(words, "rules.unknown", locale.Args{"Word": clip(game, 30)}), nil
	}
	chat, err := t.Store.Chat(ctx, string(event.Chat))
	if err != nil {
		return bot.Answer{}, err
	}
	rules := engine.Terms{Game: game}.Rules(1)
	note := &bot.Rendered{Text: rulesText(words, game)}
	if games := rotation(engine.Terms{Game: game}); games != nil {
		note.Groups = []bot.Group{rulesGroup(words, games)}
	}
	start := rules.StartPosition()
	t.illustrate(note, startScene(&rules, chat.Theme), words.String("alt.start", locale.Args{
		"Game": words.String("game."+rules.Name, nil), "Points": sideText(words, &start.Sides[0])}))
	return bot.Answer{Private: true, Note: note}, nil
}

// illustrate puts a picture on a note; if it cannot be drawn the text must do.
func (t *Talk) illustrate(note *bot.Rendered, scene *render.Scene, alt string) {
	png, err := t.Painter.PNG(scene)
	if err != nil {
		t.Log.Error("the picture of a note could not be drawn", "error", err)
		return
	}
	note.PNG, note.Picture, note.Alt = png, scene.Hash(), alt
}

// rulesText explains a game: what is special about it, and everything else that its
// rules say. Of a rotating match it is how the games follow each other.
func rulesText(words *locale.Words, game string) bot.Text {
	title := words.String("game."+game, nil)
	text := append(bot.Text{{Kind: bot.Bold, Text: title}, {Text: "\n"}}, words.Text("rules."+game, nil)...)
	if rotation(engine.Terms{Game: game}) != nil {
		return text
	}
	terms, err := engine.DefaultTerms(game)
	if err != nil {
		return text // cannot happen: it is one of the games
	}
	rules := terms.Rules(1)
	args := locale.Args{"Count": rules.Checkers,
		"Two": levelText(words, &rules, 2), "Three": levelText(words, &rules, 3)}
	if rules.Escalates {
		args["From"] = valueText(words, "escalation", strconv.Itoa(rules.EscalateFrom))
	}
	for _, p := range rulebook {
		if !p.holds(&rules) {
			continue
		}
		gap := " "
		if p.begins {
			gap = "\n"
		}
		text = append(append(text, bot.Span{Text: gap}), words.Text("rules."+p.id, args)...)
	}
	return text
}

// passage is a part of a game's explanation that is told if it holds for the game.
type passage struct {
	id     string
	begins bool // on a new line
	holds  func(r *engine.Rules) bool
}

// rulebook is how games are explained: the passages that hold, in this order.
var rulebook = [...]passage{
	{"aim", true, func(*engine.Rules) bool { return true }},
	{"contrary", false, func(r *engine.Rules) bool { return r.Geometry == engine.Contrary }},
	{"parallel", false, func(r *engine.Rules) bool { return r.Geometry == engine.Parallel }},
	{"hit", true, func(r *engine.Rules) bool { return r.Family == engine.Hit }},
	{"pin", true, func(r *engine.Rules) bool { return r.Family == engine.Pin }},
	{"race", true, func(r *engine.Rules) bool { return r.Family == engine.Race }},
	{"stay", false, func(r *engine.Rules) bool { return r.StayAfterHit }},
	{"mother", true, func(r *engine.Rules) bool { return r.Mother }},
	{"head", true, func(r *engine.Rules) bool { return r.HeadRule }},
	{"block", true, func(r *engine.Rules) bool { return r.SixBlock }},
	{"runner", true, func(r *engine.Rules) bool { return r.Runner }},
	{"quadrant", false, func(r *engine.Rules) bool { return r.OpenQuadrant }},
	{"trap", false, func(r *engine.Rules) bool { return r.NoTrap }},
	{"dice", true, func(*engine.Rules) bool { return true }},
	{"doubles", false, func(r *engine.Rules) bool { return !r.Escalates }},
	{"escalation", true, func(r *engine.Rules) bool { return r.Escalates }},
	{"off", true, func(*engine.Rules) bool { return true }},
	{"free", false, func(r *engine.Rules) bool { return r.Family == engine.Pin }},
	{"reroll", true, func(r *engine.Rules) bool { return r.Opening == engine.Reroll }},
	{"opening", true, func(r *engine.Rules) bool { return r.Opening == engine.PlayOpeningDice }},
	{"winner", false, func(r *engine.Rules) bool { return r.NextStarter == engine.PreviousWinner }},
	{"anew", false, func(r *engine.Rules) bool { return r.NextStarter == engine.OpeningRoll }},
	{"counts", true, func(*engine.Rules) bool { return true }},
	{"third.home", false, func(r *engine.Rules) bool { return r.Third == engine.BarOrHome }},
	{"third.bar", false, func(r *engine.Rules) bool { return r.Third == engine.OnBar }},
	{"cube", true, func(r *engine.Rules) bool { return r.Cube.On }},
	{"cube.optional", false, func(r *engine.Rules) bool { return r.Cube.Use == engine.OptionalCube && !r.Cube.On }},
}
