package talk

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"tablabot/bot"
	"tablabot/engine"
	"tablabot/store"
)

// BenchmarkTurns plays matches with sensible taps: every turn the player has a play in
// mind and taps it the shortest way that the keyboards allow, then Done where he wants to
// confirm. It reports, per turn that a person played:
//
//	taps/turn      rolls, moves and Done; no doubles
//	must/turn      boards that had to be shown, whoever's tap it was
//	previews/turn  boards of a draft, which are sent only while there is room
//	forced/turn    turns that played themselves or passed, for each of a person's
//
// Run it with
//
//	go test ./bot/talk -run '^$' -bench Turns -benchtime 20x
//
// where 20 is the number of matches.
func BenchmarkTurns(b *testing.B) {
	for _, habit := range []struct {
		name            string
		always, confirm bool
	}{{"confirm", false, true}, {"noconfirm", false, false}, {"always", true, true}, {"always-noconfirm", true, false}} {
		for _, game := range []string{"backgammon", "tabla", "gulbara", "tapa"} {
			b.Run(habit.name+"/"+game, func(b *testing.B) {
				var all tally
				for i := range b.N {
					s := simulation{rig: newRig(b), random: seeded(strconv.Itoa(i)), always: habit.always, confirm: habit.confirm}
					s.wrap = func(inner store.Store) store.Store { return &tallyStore{Store: inner, tally: &s.tally} }
					s.restart()
					s.play(game + " 3")
					all.add(s.tally)
				}
				turns := float64(all.turns)
				b.ReportMetric(float64(all.taps)/turns, "taps/turn")
				b.ReportMetric(float64(all.must)/turns, "must/turn")
				b.ReportMetric(float64(all.previews)/turns, "previews/turn")
				b.ReportMetric(float64(all.forced)/turns, "forced/turn")
				b.ReportMetric(turns/float64(b.N), "turns/match")
			})
		}
	}
}

// tally counts what matches cost.
type tally struct{ turns, forced, taps, must, previews int }

func (t *tally) add(o tally) {
	t.turns += o.turns
	t.forced += o.forced
	t.taps += o.taps
	t.must += o.must
	t.previews += o.previews
}

// tallyStore counts the boards that committed changes make due.
type tallyStore struct {
	store.Store
	tally *tally
}

func (s *tallyStore) Commit(ctx context.Context, change store.Change) ([]byte, bool, error) {
	answer, seen, err := s.Store.Commit(ctx, change)
	switch {
	case err != nil || seen || change.Match == nil:
	case change.MustShow:
		s.tally.must++
	default:
		s.tally.previews++
	}
	return answer, seen, err
}

// simulation is two people at a match.
type simulation struct {
	*rig
	tally
	random          *rand.Rand
	always, confirm bool
}

func (s *simulation) play(terms string) {
	s.Helper()
	if !s.confirm {
		s.command(ana, "settings", "confirm=off")
		s.command(bob, "settings", "confirm=off")
	}
	s.begin(terms)
	s.tally = tally{}
	for table := s.table(); table.Stage == Playing; table = s.table() {
		switch m := table.Match; m.Phase {
		case engine.ToStart:
			s.tap(ana, "▶") // neither a turn's tap nor its board
			s.must--
		case engine.ToRoll:
			label := "🎲 Roll"
			if s.always && s.data("🎲 Always") != "" {
				label = "🎲 Always"
			}
			s.tap(nameOf(m.Game.OnRoll), label)
			s.taps++
		default:
			s.turn(table)
		}
	}
	log, err := s.store.Log(context.Background(), s.match().ID)
	if err != nil {
		s.Fatal(err)
	}
	plays := 0
	for _, line := range log {
		if action, err := engine.ParseAction(line); err != nil {
			s.Fatal(err)
		} else if action.Verb == engine.Play || action.Verb == engine.Remainder {
			plays++
		}
	}
	s.forced = plays - s.turns
}

// turn taps one turn: to a position that it has in mind, stage after stage.
func (s *simulation) turn(table *Table) {
	s.Helper()
	name, turn := nameOf(table.Match.Game.OnRoll), table.Match.Turns
	s.turns++
	for {
		m := s.table().Match
		if m.Phase != engine.ToPlay || m.Turns != turn {
			return // the last tap played it
		}
		p, err := m.Progress()
		if err != nil {
			s.Fatal(err)
		}
		if p.Over {
			s.tap(name, "✔")
			s.taps++
			return
		}
		ends := p.Plan.Ends(p.Draft)
		for _, data := range s.way(p, m, ends[s.random.IntN(len(ends))]) {
			s.want(s.tapData(name, data), bot.OK, "")
			s.taps++
		}
	}
}

// way returns the fewest taps that lead from the draft to the end of a stage.
func (s *simulation) way(p engine.Progress, m *engine.Match, end engine.Position) []string {
	s.Helper()
	type draft struct {
		steps []engine.Step
		taps  []string
	}
	layer := []draft{{steps: p.Draft}}
	for range 5 {
		var next []draft
		for _, d := range layer {
			k := moves{Progress: p, match: s.match().ID, turn: m.Turns}
			k.Draft = d.steps
			k.Position, _ = p.Stage.After(d.steps)
			k.Over = p.Plan.Complete(d.steps)
			if ends := p.Plan.Ends(d.steps); len(ends) == 1 && ends[0] == end {
				return d.taps // whatever is left joins the draft
			}
			for _, group := range k.groups() {
				for _, button := range group.Buttons {
					b, _ := parseTap(button.Data)
					want, _ := parseTarget(b.arg)
					steps := join(d.steps, want.missing(d.steps)...)
					if b.verb == playVerb {
						steps = want.missing(nil)
					}
					if slices.Contains(p.Plan.Ends(steps), end) {
						next = append(next, draft{steps, append(slices.Clone(d.taps), button.Data)})
					}
				}
			}
		}
		layer = next
	}
	s.Fatalf("no buttons lead to %s", p.Stage.Rules.FormatPosition(end))
	return nil
}
