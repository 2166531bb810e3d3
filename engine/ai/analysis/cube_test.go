package analysis

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"tablabot/engine"
	"tablabot/engine/ai"
	"tablabot/engine/ai/equity"
)

// TestAnswers holds what every answer to a double is worth to the doubler, by what it is
// worth to him if it is taken.
func TestAnswers(t *testing.T) {
	all := engine.Cube{On: true, Beavers: true, Raccoons: true}
	tests := []struct {
		name  string
		cube  engine.Cube
		verb  engine.Verb
		value int
		stake float32
		taken float32
		want  map[engine.Verb]float32
		worth float32
	}{
		{"a take", engine.Cube{}, engine.Double, 2, 1, 0.5, map[engine.Verb]float32{engine.Take: 0.5, engine.Drop: 1}, 0.5},
		{"a drop", engine.Cube{}, engine.Double, 2, 1, 1.5, map[engine.Verb]float32{engine.Take: 1.5, engine.Drop: 1}, 1},
		{"a beaver that is right", all, engine.Double, 2, 1, -0.25,
			map[engine.Verb]float32{engine.Take: -0.25, engine.Drop: 1, engine.Beaver: -0.5}, -0.5},
		{"a beaver answered by a raccoon", all, engine.Double, 2, 1, 0.5,
			map[engine.Verb]float32{engine.Take: 0.5, engine.Drop: 1, engine.Beaver: 2}, 0.5},
		{"the answer to a beaver", all, engine.Beaver, 4, 2, -0.75,
			map[engine.Verb]float32{engine.Take: -1.5, engine.Drop: -2, engine.Raccoon: -3}, -1.5},
		{"a beaver that must be dropped", all, engine.Beaver, 4, 2, -1.5,
			map[engine.Verb]float32{engine.Take: -3, engine.Drop: -2, engine.Raccoon: -6}, -2},
		{"the answer to a raccoon", all, engine.Raccoon, 8, 4, 0.5, map[engine.Verb]float32{engine.Take: 2, engine.Drop: 4}, 2},
		{"the cube goes no higher", engine.Cube{Beavers: true, Max: 2}, engine.Double, 2, 1, -0.5,
			map[engine.Verb]float32{engine.Take: -0.5, engine.Drop: 1}, -0.5},
	}
	for _, test := range tests {
		o := offer{&test.cube, test.verb, test.value, test.stake, test.taken}
		if diff := cmp.Diff(test.want, o.answers()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
		if o.worth() != test.worth {
			t.Errorf("%s is worth %v, want %v", test.name, o.worth(), test.worth)
		}
	}
}

// TestLuck: a last checker on 6 comes off with 27 of 36 rolls, or the game is lost.
func TestLuck(t *testing.T) {
	rules, position, err := engine.ParsePosition("backgammon:,,,,,1,,,,,,,,,,,,,,,,,,-1|0,0|14,14")
	if err != nil {
		t.Fatal(err)
	}
	q := &ai.Question{Rules: rules, Spot: ai.Spot{Position: position}, State: equity.State{}}
	adviser, err := new(ai.Library).Adviser(q, ai.Strength{})
	if err != nil {
		t.Fatal(err)
	}
	for dice, want := range map[[2]uint8]float32{{6, 1}: 0.5, {2, 1}: -1.5, {5, 1}: 0.5, {2, 2}: 0.5, {1, 1}: -1.5} {
		if got := luck(adviser, &q.Spot, dice); got < want-1e-5 || got > want+1e-5 {
			t.Errorf("%v: luck %v, want %v", dice, got, want)
		}
	}
}
