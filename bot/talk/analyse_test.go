package talk

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tablabot/bot"
	"tablabot/engine"
	"tablabot/engine/ai/analysis"
	"tablabot/render"
)

// finished plays a match of one game against the computer, which Ana loses.
func finished(t *testing.T, computer *dummy) *rig {
	t.Helper()
	r := newComputerRig(t, computer)
	r.against("backgammon 1")
	r.anew(0, 6, 1)
	r.giveUpTo(ana, 1)
	r.think()
	return r
}

// verdict is what the dummy finds out: Ana's two mistakes and one of the computer's.
func verdict() *analysis.Report {
	rules, _ := engine.Variant("backgammon")
	start := rules.FormatPosition(rules.StartPosition())
	play := func(text string, equity float32, steps string) analysis.Option {
		parsed, err := engine.ParseSteps(steps)
		if err != nil {
			panic(err)
		}
		return analysis.Option{Action: engine.Action{Verb: engine.Play, Steps: [][]engine.Step{parsed}}, Text: text, Equity: equity}
	}
	r := &analysis.Report{Decisions: []analysis.Decision{
		{Kind: analysis.Checkers, Seat: 0, Game: 1, Roll: 3, Line: 4, Position: start, Stages: []string{"61"}, Lost: 0.1, Grade: analysis.Mistake,
			Made: play("13/6", -0.1, "13.6 7.1"), Best: play("13/7 8/7", 0, "13.6 8.1")},
		{Kind: analysis.Cube, Seat: 0, Game: 1, Roll: 7, Line: 9, Position: start, Lost: 0.2, Grade: analysis.Blunder,
			Stake: &analysis.Stake{CubeState: engine.CubeState{Value: 2, Owned: true}}, Made: act(engine.Throw, 0.5), Best: act(engine.Double, 0.7)},
		{Kind: analysis.Checkers, Seat: 1, Game: 1, Roll: 4, Line: 5, Position: start, Stages: []string{"61"}, Lost: 0.3, Grade: analysis.Blunder,
			Made: play("13/6", -0.1, "13.6 7.1"), Best: play("13/7 8/7", 0, "13.6 8.1")},
		{Kind: analysis.Checkers, Seat: 0, Game: 1, Roll: 9, Line: 11, Position: start, Stages: []string{"5555"}, Lost: 0.02,
			Made: play("13/3(2)", 0.1, "13.5 13.5 8.5 8.5"), Best: play("8/3(2) 6/1(2)", 0.12, "8.5 8.5 6.5 6.5")},
	}}
	r.Players[0] = analysis.Player{All: analysis.Tally{Decisions: 20, Blunders: 1, Mistakes: 1}, PR: 7.5, Luck: -0.25}
	return r
}

func TestAnalysis(t *testing.T) {
	r := finished(t, &dummy{report: verdict()})
	r.want(r.tap(ana, "📈"), bot.OK, "I am looking through match #1")
	r.want(r.tap(ana, "📈"), bot.Info, "One analysis at a time")
	r.work()
	want := "Analysis of match #1 (Backgammon, 1 point)\n" +
		"Ana: error rate 7.5 in 20 decisions (blunders 1, mistakes 1, doubtful 0), luck −0.25\n" +
		"Computer, level 4 had nothing to decide, luck +0.00\n" +
		"Tap what cost most to look at it:\n" +
		"[Ana −0.20] [Ana −0.10] "
	if len(r.sent) != 1 || r.sent[0] != want {
		t.Errorf("the messages are %q, want %q", r.sent, want)
	}

	t.Run("again", func(t *testing.T) { // what is known is not worked out anew
		r.computer.(*dummy).study = func(func(done, of int)) error { return errors.New("asked twice") }
		r.want(r.command(bob, "analyse", ""), bot.OK, "")
		r.work()
		if len(r.sent) != 2 || r.sent[1] != want {
			t.Errorf("the messages are %q", r.sent)
		}
	})
	t.Run("mistakes", func(t *testing.T) {
		id := r.match().ID
		show := func(line, seat string, n int) bot.Answer {
			return r.tapData(bob, tap{verb: mistakeVerb, match: id, turn: n, arg: seat}.data())
		}
		play := show("", "0", 4)
		if got, want := r.note(play), "Ana, game 1, roll 3, score 0–0\nWith 61 played 13/6 (−0.10). Better, see the arrows: 13/7 8/7 (+0.00). That cost 0.10."; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		scene := r.drawn[len(r.drawn)-1]
		if len(scene.Arrows) != 2 || scene.Arrows[0].From != 13 || scene.Arrows[0].To != 7 || len(scene.Dice) != 2 || play.Note.PNG == nil {
			t.Errorf("the picture has arrows %+v and dice %+v", scene.Arrows, scene.Dice)
		}
		if got, want := r.note(show("", "0", 9)), "Ana, game 1, roll 7, score 0–0\nDid: roll (+0.50). Better: double (+0.70). That cost 0.20."; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		if diff := cmp.Diff(&render.Cube{Value: 2, Owner: 0}, r.drawn[len(r.drawn)-1].Cube); diff != "" {
			t.Errorf("the cube of the picture (-want +got):\n%s", diff)
		}
		if got, want := r.note(show("", "0", 11)), "With 55 played"; !strings.Contains(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
		r.want(show("", "1", 4), bot.Refusal, "do not understand this button")
		home := r.chat
		r.chat = "tg:-999" // where nobody has seen the match
		r.want(show("", "0", 4), bot.Refusal, "do not understand this button")
		r.chat = home
	})
	t.Run("after a restart", func(t *testing.T) {
		data := tap{verb: mistakeVerb, match: r.match().ID, turn: 4, arg: "0"}.data()
		r.restart()
		if got := r.note(r.tapData(ana, data)); !strings.HasPrefix(got, "Ana, game 1, roll 3, score 0–0\nWith 61 played 13/6") {
			t.Errorf("got %q", got)
		}
		bad := tap{verb: mistakeVerb, match: r.match().ID, turn: 6, arg: "0"}.data()
		r.want(r.tapData(ana, bad), bot.Refusal, "do not understand this button")
	})
}

func TestProgressOfAnAnalysis(t *testing.T) {
	computer := &dummy{report: verdict()}
	r := finished(t, computer)
	computer.study = func(progress func(done, of int)) error {
		progress(1, 4)
		for !strings.Contains(r.lastSent(), "25 %") { // the message says so sooner or later
			r.clock.Advance(progressEvery)
		}
		return nil
	}
	r.command(ana, "analyse", "")
	r.work()
	if got := r.lastSent(); !strings.HasPrefix(got, "Analysis of match #1") {
		t.Errorf("the message is %q", got)
	}
}

func TestAnAnalysisThatFails(t *testing.T) {
	for name, study := range map[string]func(func(done, of int)) error{
		"with an error": func(func(done, of int)) error { return errors.New("no net") },
		"with a panic":  func(func(done, of int)) error { panic("no net") },
	} {
		t.Run(name, func(t *testing.T) {
			r := finished(t, &dummy{study: study})
			for range 2 { // it may be asked for again
				r.want(r.command(ana, "analyse", ""), bot.OK, "")
				r.work()
				if got := r.lastSent(); !strings.HasPrefix(got, "Match #1 could not be analysed") {
					t.Errorf("the message is %q", got)
				}
			}
		})
	}
}

func TestTooManyAnalyses(t *testing.T) {
	r := finished(t, &dummy{report: verdict()})
	r.want(r.command(ana, "analyse", ""), bot.OK, "")
	r.want(r.command(bob, "analyse", ""), bot.OK, "")
	r.want(r.command(eve, "analyse", ""), bot.Info, "So many matches are waiting")
	r.work()
	r.want(r.command(eve, "analyse", ""), bot.OK, "")
}

// TestAnAnalysisCutShort: the program stops meanwhile; whoever asks again gets it.
func TestAnAnalysisCutShort(t *testing.T) {
	computer := &dummy{report: verdict()}
	r := finished(t, computer)
	r.command(ana, "analyse", "")
	ctx, stop := context.WithCancel(context.Background())
	computer.study = func(func(done, of int)) error { stop(); return ctx.Err() }
	for key, work := range r.todo {
		work(ctx)
		delete(r.todo, key)
	}
	if got := r.lastSent(); !strings.HasPrefix(got, "I am looking through match #1") {
		t.Errorf("the message is %q", got)
	}
	computer.study = nil
	r.restart()
	r.command(ana, "analyse", "")
	r.work()
	if got := r.lastSent(); !strings.HasPrefix(got, "Analysis of match #1") {
		t.Errorf("the message is %q", got)
	}
}

func TestNoAnalysis(t *testing.T) {
	tests := []struct {
		name string
		do   func(r *rig) bot.Answer
		kind bot.AnswerKind
		want string
	}{
		{"while it is played", func(r *rig) bot.Answer { r.against("backgammon 3"); return r.command(ana, "analyse", "") }, bot.Info, "once it is over"},
		{"of a game that it does not know", func(r *rig) bot.Answer {
			r.against("fevga 1")
			r.computer.(*dummy).unknown = "fevga"
			r.command(ana, "cancel", "")
			r.cancelAgain()
			return r.command(ana, "analyse", "")
		}, bot.Refusal, "does not know Fevga"},
		{"of nothing", func(r *rig) bot.Answer { return r.command(ana, "analyse", "") }, bot.Refusal, "Nobody is playing here"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := newComputerRig(t, &dummy{})
			r.want(test.do(r), test.kind, test.want)
		})
	}
}
