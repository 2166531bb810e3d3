package engine_test

import (
	"testing"

	"tablabot/engine"
)

func TestRefusals(t *testing.T) {
	tests := []struct {
		position, dice string // seat 0 is on roll
		draft, step    string
		want           error
	}{
		// Steps that the board forbids.
		{"tabla:,,,,,-5,,,,,,,5,,,,,,,,,,,|1,0|9,10", "65", "", "13.6", engine.BarFirst},
		{"tabla:,,,,,-5,,,,,,,5,,,,,,,,,,,|1,0|9,10", "65", "", "25.6", nil},
		{"tabla:,,,,,-5,,,,,,,5,,,,,,,,,,,|1,0|9,10", "65", "25.6", "13.5", nil},
		{"tabla:,,,,,,,,,,,,5,,,,,,-2,,,,,|2,0|8,13", "65", "", "25.6", engine.Blocked},
		{start("tabla"), "51", "", "24.5", engine.Blocked},
		{start("tabla"), "51", "", "23.1", engine.NoChecker},
		{start("tabla"), "51", "", "24.6", engine.NoDie},
		{start("tabla"), "51", "13.5", "13.5", engine.NoDie},
		{start("tabla"), "51", "13.5 6.1", "13.1", engine.NoDie},
		{start("tabla"), "51", "24.5", "13.1", engine.Blocked}, // the draft itself
		{start("gulbara"), "66", "24.6 18.6", "24.6", engine.Blocked},

		// Bearing off.
		{"tabla:,1,,,-12,,1,,,,,,,,,,,,,,,,,|0,0|13,3", "21", "", "2.2", engine.NotHome},
		{"tabla:,1,,1,-12,,,,,,,,,,,,,,,,,,,|0,0|13,3", "63", "", "2.6", engine.HigherChecker},
		{"tabla:,1,,,-12,,,,,,,,,,,,,,,,,,,|0,0|14,3", "61", "2.6", "1.1", engine.GameIsOver},
		{"tapa:,-1*,1,,,2,,,,,,,,,-5,,,,,,,,,|0,0|11,9", "63", "", "3.3", engine.Pinned},
		{"tapa:,-1*,1,,,2,,,,,,,,,-5,,,,,,,,,|0,0|11,9", "65", "", "2.5", engine.Pinned},

		// Whole plays.
		{"tabla:,,,,,,-2,,,,,,1,,,,,,,,,,,|0,0|14,13", "65", "", "13.6", engine.Blocked},
		{"tabla:,-2,,,,,,,,,,,1,,,,,,,,,,,|0,0|14,13", "65", "", "13.5", engine.LargerDie},
		{"tabla:,-2,,,,,,,,,,,1,,,,,,,,,,,|0,0|14,13", "65", "", "13.6", nil},
		{"tabla:,-2,,,,1,,,,,,,1,,,,,,,,,,,|0,0|13,13", "65", "", "13.5", engine.BothDice},
		{"tabla:,-2,,,,1,,,,,,,1,,,,,,,,,,,|0,0|13,13", "65", "", "13.6", nil},

		// Rules of variants.
		{"tavla:,,-1,,,1,,1,,,,,,,,,,,,,,,,|0,0|13,14", "31", "6.3", "3.1", engine.HitAndRun},
		{"tavla:,,-1,,,1,,1,,,,,,,,,,,,,,,,|0,0|13,14", "31", "6.3", "8.1", nil},
		{"tabla:,,-1,,,1,,1,,,,,,,,,,,,,,,,|0,0|13,14", "31", "6.3", "3.1", nil},
		{start("nardy"), "21", "24.2", "24.1", engine.Head},
		{start("nardy"), "33", "24.3", "24.3", nil},
		{"nardy:,,,,,,2,1,1,1,1,-15,,,,,,,,,,,,9|0,0|0,0", "11", "", "7.1", engine.Block},
		{"nardy:,,,,,,2,1,1,1,1,-15,,,,,,,,,,,,9|0,0|0,0", "11", "10.1", "7.1", nil},
		{"fevga:,,,,,,,,,,,-15,,,,,,,,,,1,,14|0,0|0,0", "21", "", "24.2", engine.Runner},
		{"fevga:1,,,,,,,,,,,-15,,,,,,,,1,1,1,1,10|0,0|0,0", "54", "", "24.5", nil},
		{"fevga:1,,,,,,,,,,,-15,,,,,,,,1,1,1,1,10|0,0|0,0", "54", "24.5", "24.4", engine.Quadrant},
		{"fevga:7,,,,,,,,,,,,1,2,1,1,1,,-15,2,,,,|0,0|0,0", "21", "20.2", "14.1", engine.Trap},
		{"fevga:7,,,,,,,,,,,,1,2,1,1,1,,-15,2,,,,|0,0|0,0", "21", "20.2", "13.1", nil},
	}
	for _, test := range tests {
		stage := stageOf(t, test.position, 0, test.dice+repeat(test.dice))
		draft, err := engine.ParseSteps(test.draft)
		if err != nil {
			t.Fatal(err)
		}
		step, err := engine.ParseStep(test.step)
		if err != nil {
			t.Fatal(err)
		}
		if got := stage.Plan().Check(draft, step); got != test.want {
			t.Errorf("%s with %s, after %q: %s gives %v, want %v", test.position, test.dice, test.draft, test.step, got, test.want)
		}
	}
}

// repeat makes four dice of a double.
func repeat(roll string) string {
	if roll[0] == roll[1] {
		return roll
	}
	return ""
}
