package main

import (
	"context"
	"encoding/json"
	"math"

	"tablabot/engine"
	"tablabot/engine/ai"
	"tablabot/engine/ai/equity"
	"tablabot/engine/ai/net"
	"tablabot/engine/notation"
)

type decideCommand struct{}

// Help is shown by --help below the summary.
func (*decideCommand) Help() string {
	return `A line of input is a JSON object; only "position" must be there:

  position   a position code, a GNU Backgammon position ID, the same with a match ID behind a colon, or an XGID; with
             an ID, the player on roll is seat 0
  seat       who decides, 0 or 1 (0)
  dice       [3,1]; without dice, or with [], the question is about the cube
  rest       in games with escalating doubles: what the opponent could not play, [5,5,6,6,6,6]; his own roll follows
  rolls      likewise: how many rolls each seat has made before, [seat 0's, seat 1's]
  length     of the match; 0 is unlimited play
  score      [seat 0's, seat 1's]
  cube       its value, 0 for a game without; owner: 0 or 1, null or absent if it lies in the middle
  crawford   this is the Crawford game;  jacoby, beavers: unlimited play only
  level      1 to 6, the strongest; or, in its place,
  plies      of search, 0 to 2, without the mistakes that weak levels make on purpose

What an ID tells need not be told, and a field beside it counts more. The cube goes up to 64 with a position code, as far
as an XGID says with that, and without end with a GNU Backgammon ID. The answer is the line with

  play, end             in the seat's own numbers, stage by stage; the position after it
  remaining             the dice of an escalating double that the opponent gets to play
  double, take, beaver  what is right about the cube; the three equities no_double, double_take, double_drop
  equity                1 is a single game at the present cube, as that player judges it
  win, gammon, backgammon, lose_gammon, lose_backgammon, draw
                        chances; a gammon includes the backgammons
  reason     why the seat may not double; what would follow a double is then left out

of the seat that decides. A line that makes no sense is answered by {"error":"…"}. An ID that has dice, where the line
has none, asks about both: the cube before the roll, and the play. One with a double on offer asks as one before it.`
}

// Run answers every line of standard input by one of standard output.
func (*decideCommand) Run(ctx context.Context, m *Main) error {
	return m.answerLines(ctx, new(decider).decide)
}

// dilemma is a line of input; other fields than these are not looked at.
type dilemma struct {
	Position string `json:"position"`
	Seat     *int   `json:"seat,omitempty"`
	Dice     *[]int `json:"dice,omitempty"`
	Rest     []int  `json:"rest,omitempty"`
	Rolls    []int  `json:"rolls,omitempty"`
	Length   *int   `json:"length,omitempty"`
	Score    []int  `json:"score,omitempty"`
	Cube     *int   `json:"cube,omitempty"`
	Owner    *int   `json:"owner,omitempty"`
	Crawford *bool  `json:"crawford,omitempty"`
	Jacoby   *bool  `json:"jacoby,omitempty"`
	Beavers  *bool  `json:"beavers,omitempty"`
	Level    *int   `json:"level,omitempty"`
	Plies    *int   `json:"plies,omitempty"`
}

// resolution is the answer to a dilemma.
type resolution struct {
	dilemma
	*movement
	*cubeAction
	outlook
}

// movement is a play.
type movement struct {
	Play      string `json:"play"`
	End       string `json:"end"`
	Remaining []int  `json:"remaining,omitempty"`
}

// cubeAction is what is right about the cube.
type cubeAction struct {
	Double   bool    `json:"double"`
	Reason   string  `json:"reason,omitempty"` // why the seat may not double
	NoDouble float32 `json:"no_double"`
	*offered
}

// offered is what is right about a double that is possible.
type offered struct {
	Take       bool    `json:"take"`
	Beaver     *bool   `json:"beaver,omitempty"` // where beavers are agreed on
	DoubleTake float32 `json:"double_take"`
	DoubleDrop float32 `json:"double_drop"`
}

// outlook is what the seat that decides can hope for.
type outlook struct {
	Equity         float32  `json:"equity"`
	Win            float32  `json:"win"`
	Gammon         float32  `json:"gammon"`
	Backgammon     float32  `json:"backgammon"`
	LoseGammon     float32  `json:"lose_gammon"`
	LoseBackgammon float32  `json:"lose_backgammon"`
	Draw           *float32 `json:"draw,omitempty"` // in games that know one
}

// outlookOf adds up chances.
func outlookOf(rules *engine.Rules, equity float32, c *net.Chances) outlook {
	o := outlook{
		Equity:         rounded(equity),
		Win:            rounded(c[net.Win1] + c[net.Win2] + c[net.Win3]),
		Gammon:         rounded(c[net.Win2] + c[net.Win3]),
		Backgammon:     rounded(c[net.Win3]),
		LoseGammon:     rounded(c[net.Lose2] + c[net.Lose3]),
		LoseBackgammon: rounded(c[net.Lose3]),
	}
	if rules.Mother {
		draw := rounded(c[net.Draw])
		o.Draw = &draw
	}
	return o
}

// rounded drops the digits that mean nothing.
func rounded(x float32) float32 { return float32(math.Round(float64(x)*1e5) / 1e5) }

// decider resolves dilemmas. The zero value is ready; it must not be shared.
type decider struct{ library ai.Library }

func (d *decider) decide(line []byte) (any, error) {
	var asked dilemma
	if err := json.Unmarshal(line, &asked); err != nil {
		return nil, explainJSON(err)
	}
	c, err := asked.read()
	if err != nil {
		return nil, err
	}
	if c.adviser, err = d.library.Adviser(&c.Question, c.strength); err != nil {
		return nil, err
	}
	answer := resolution{dilemma: asked}
	switch {
	case c.rest != nil:
		answer.movement, answer.outlook = c.playRest()
		return answer, nil
	case c.dice == [2]int{}:
		answer.cubeAction, answer.outlook = c.cube()
		return answer, nil
	case asked.Dice == nil:
		answer.cubeAction, _ = c.cube()
	}
	answer.movement, answer.outlook = c.play()
	return answer, nil
}

// crossroads is a dilemma as it was understood: the seat that decides is seat 0 of the
// question.
type crossroads struct {
	ai.Question
	seat     engine.Seat
	strength ai.Strength
	dice     [2]int // zeros: a question about the cube
	rest     []engine.Dice
	adviser  *ai.Adviser
}

// play returns the best play of the dice.
func (c *crossroads) play() (*movement, outlook) {
	best, turn := choose(c.adviser, &c.Question, c.dice[0], c.dice[1])
	m := &movement{Play: notation.FormatTurn(c.Rules, turn, 0), End: c.code(best.End)}
	m.Remaining = listed(best.Rest.Stages())
	return m, outlookOf(c.Rules, best.Equity, &best.Chances)
}

// playRest returns the best play of what the opponent left of a chain.
func (c *crossroads) playRest() (*movement, outlook) {
	best := c.adviser.Remainders(&c.Spot, c.rest)[0]
	turn := &engine.Turn{Start: c.Spot.Position, Stages: c.rest, Draft: best.Steps(c.Rules, c.Spot.Position, c.rest)}
	m := &movement{Play: notation.FormatTurn(c.Rules, turn, 0), End: c.code(best.End)}
	return m, outlookOf(c.Rules, best.Equity, &best.Chances)
}

// code returns the code of a position that the seat sees as seat 0.
func (c *crossroads) code(p engine.Position) string {
	if c.seat == 1 {
		p = p.Mirror()
	}
	return c.Rules.FormatPosition(p)
}

// cube returns what is right about the cube.
func (c *crossroads) cube() (*cubeAction, outlook) {
	d := c.adviser.Cube(&c.Spot)
	if err := c.mayDouble(); err != nil {
		return &cubeAction{NoDouble: rounded(d.NoDouble), Reason: err.Error()}, outlookOf(c.Rules, d.NoDouble, &d.Chances)
	}
	action := &cubeAction{Double: d.Double, NoDouble: rounded(d.NoDouble),
		offered: &offered{Take: d.Take, DoubleTake: rounded(d.DoubleTake), DoubleDrop: d.DoubleDrop}}
	if c.State.Beavers {
		action.Beaver = &d.Beaver
	}
	return action, outlookOf(c.Rules, d.Equity(), &d.Chances)
}

// mayDouble returns nil if the seat may double, or why not.
func (c *crossroads) mayDouble() error {
	switch s := &c.State; {
	case s.Cube == 0:
		return engine.NoCubeHere
	case s.Crawford:
		return engine.CrawfordGame
	case s.Owner == equity.His:
		return engine.NotYourCube
	case s.Cube >= equity.HighestCube || s.MaxCube > 0 && s.Cube >= s.MaxCube:
		return engine.CubeAtCap
	case s.Length > 0 && s.Mine == s.Length-1:
		return engine.NeedsOnePoint
	}
	return nil
}
