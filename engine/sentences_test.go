package engine_test

import (
	"testing"

	"tablabot/engine"
)

// TestSentencesOfTheRules asks, sentence by sentence, whether a step is legal. The
// sentences are those of the rules document, sections 2 to 4, 6 and 7.
func TestSentencesOfTheRules(t *testing.T) {
	const blot = ",,,,,,,,-1,,,1,,,,,,,,,,,,|0,0|14,14" // seat 0 on 12, seat 1 alone on seat 0's 9
	tests := []struct {
		sentence, position string
		seat               engine.Seat
		dice, draft, step  string
		want               error
	}{
		// Section 2.
		{"hit: two enemies close a point", start("chelebi"), 0, "51", "", "24.5", engine.Blocked},
		{"hit: a lone enemy does not", "chelebi:" + blot, 0, "31", "", "12.3", nil},
		{"pin: two enemies close a point", "tapa:,,,,,,,,-2,,,1,,,,,,,,,,,,|0,0|14,13", 0, "31", "", "12.3", engine.Blocked},
		{"pin: an enemy on one's own pinned checker closes it", "tapa:,,,,,,,,-1*,,,1,,,,,,,,,,,,|0,0|13,14", 0, "31", "", "12.3", engine.Blocked},
		{"pin: the pinned checker cannot move", "tapa:,,,,,,,,-1*,,,1,,,,,,,,,,,,|0,0|13,14", 0, "31", "", "9.1", engine.Pinned},
		{"pin: a lone enemy does not close a point", "tapa:" + blot, 0, "31", "", "12.3", nil},
		{"pin: a second pinner may join", "tapa:,,,,,,,,1*,,,1,,,,,,,,,,,,|0,0|13,14", 0, "31", "", "12.3", nil},
		{"race: one enemy closes a point", "gulbara:" + blot, 0, "31", "", "12.3", engine.Blocked},
		{"race: in nardy too", "nardy:" + blot, 0, "31", "", "12.3", engine.Blocked},
		{"race: in fevga too", "fevga:" + blot, 0, "31", "", "12.3", engine.Blocked},

		// Section 3.
		{"the same checker may use both dice", start("gulbara"), 0, "21", "24.2", "22.1", nil},
		{"if every landing is legal", "gulbara:,,,,,,,,,-2,-2,-1,,,,1,,,,,,,,|0,0|14,10", 0, "64", "", "16.6", engine.Blocked},
		{"jumping is free", "gulbara:,,,,,,,,,-2,-2,-1,,1,,,,,,,,,,|0,0|14,10", 0, "64", "", "14.6", nil},
		{"both dice if they can be played", "gulbara:,-1,,,,1,,,,,,,1,,,,,,,,,,,|0,0|13,14", 0, "65", "", "13.5", engine.BothDice},
		{"the larger if only one can", "gulbara:,-1,,,,,,,,,,,1,,,,,,,,,,,|0,0|14,14", 0, "65", "", "13.5", engine.LargerDie},
		{"the smaller if the larger cannot", "gulbara:,-1,,,,,-1,,,,,,1,,,,,,,,,,,|0,0|14,13", 0, "65", "", "13.5", nil},
		{"a play that ends the game is complete with the smaller die",
			"tapa:-1,1,,,,,,1,,,,,,,,,,,,,,-14,,|0,0|13,0", 0, "61", "", "2.1", nil},
		{"and the larger die may still be played", "tapa:-1,1,,,,,,1,,,,,,,,,,,,,,-14,,|0,0|13,0", 0, "61", "", "8.6", nil},

		// Section 4.
		{"from the bar on 25 - die", "chelebi:,,,,,,,,,,,,5,,,,,,,,-1,,,|1,0|9,14", 0, "41", "", "25.4", nil},
		{"from the bar before anything else", "chelebi:,,,,,,,,,,,,5,,,,,,,,-1,,,|1,0|9,14", 0, "41", "", "13.1", engine.BarFirst},
		{"all of them before another moves", "chelebi:,,,,,,,,,,,,5,,,,,,,,-1,,,|2,0|8,14", 0, "41", "25.4", "13.1", engine.BarFirst},
		{"no bearing off with a checker outside", "nardy:,,,,,3,1,,,,,-15,,,,,,,,,,,,|0,0|11,0", 0, "65", "", "6.6", engine.NotHome},
		{"once it has come home", "nardy:,,,,,3,1,,,,,-15,,,,,,,,,,,,|0,0|11,0", 0, "65", "7.5", "6.6", nil},
		{"off with the die equal to the point", "gulbara:,1,,1,,,,,,,,-15,,,,,,,,,,,,|0,0|13,0", 0, "42", "", "2.2", nil},
		{"a larger die from the highest point", "gulbara:,1,,1,,,,,,,,-15,,,,,,,,,,,,|0,0|13,0", 0, "65", "", "4.6", nil},
		{"but not from a lower one", "gulbara:,1,,1,,,,,,,,-15,,,,,,,,,,,,|0,0|13,0", 0, "65", "", "2.6", engine.HigherChecker},
		{"bearing off is not compulsory", "fevga:1,1,1,1,1,1,,,,,,-15,,,,,,,,,,,,|0,0|9,0", 0, "21", "", "6.2", nil},
		{"who is hit while bearing off comes home first", "chelebi:3,,,,,,,,,,,,,,,,,,,,,,,-2|1,0|11,13", 0, "42", "25.4", "1.2", engine.NotHome},
		{"no step after the last checker is off", "gulbara:1,,,,,,,,,,,-15,,,,,,,,,,,,|0,0|14,0", 0, "42", "1.4", "1.2", engine.GameIsOver},

		// Section 7: gulbara.
		{"gulbara: no head rule", start("gulbara"), 0, "21", "24.2", "24.1", nil},
		{"gulbara: no limit to a prime", "gulbara:,,,,,,2,1,1,1,1,-15,,,,,,,,,,,,9|0,0|0,0", 0, "11", "", "7.1", nil},

		// Section 7: tapa.
		{"tapa: no bearing off while an own checker is pinned", "tapa:,-1*,1,,,2,,,,,,,,,-5,,,,,,,,,|0,0|11,9", 0, "63", "", "6.6", engine.Pinned},
		{"tapa: moving inside meanwhile", "tapa:,-1*,1,,,2,,,,,,,,,-5,,,,,,,,,|0,0|11,9", 0, "31", "", "6.1", nil},
		{"tapa: no step after the mother", "tapa:-1,1,,,1,,,,,,,,,,,,,,,,,-14,,|0,0|13,0", 0, "41", "2.1", "5.4", engine.GameIsOver},
		{"tapa: the mother is never forced", "tapa:-1,1,,,1,,,,,,,,,,,,,,,,,-14,,|0,0|13,0", 0, "41", "", "5.1", nil},

		// Section 7: long nardy.
		{"nardy: one checker a turn from the head", start("nardy"), 0, "21", "24.2", "24.1", engine.Head},
		{"nardy: in a double too", "nardy:,,,,,,,,,,,-15,,,,,,,,,,,1,14|0,0|0,0", 0, "22", "24.2", "24.2", engine.Head},
		{"nardy: also with 6-6 after the first turn", "nardy:,,,,,,,,,,,-15,,,,,,,,,,,1,14|0,0|0,0", 0, "66", "24.6", "24.6", engine.Head},
		{"nardy: two with 6-6 in the first turn", start("nardy"), 0, "66", "24.6", "24.6", nil},
		{"nardy: two with 4-4", start("nardy"), 0, "44", "24.4", "24.4", nil},
		{"nardy: two with 3-3", start("nardy"), 0, "33", "24.3", "24.3", nil},
		{"nardy: not three", start("nardy"), 0, "33", "24.3 24.3", "24.3", engine.Head},
		{"nardy: not with 5-5", start("nardy"), 0, "55", "24.5", "24.5", engine.Head},
		{"nardy: not with 2-2", start("nardy"), 0, "22", "24.2", "24.2", engine.Head},
		{"nardy: not with 1-1", start("nardy"), 0, "11", "24.1", "24.1", engine.Head},
		{"nardy: the other player's first turn", "nardy:,,,,,,,,,,,-15,,,,,,,,,,1,1,13|0,0|0,0", 1, "44", "24.4", "24.4", nil},
		{"nardy: a six-block with all the opponent's behind it", "nardy:,,,,,,2,1,1,1,1,-15,,,,,,,,,,,,9|0,0|0,0", 0, "11", "", "7.1", engine.Block},
		{"nardy: with one past it", "nardy:,,,,,,2,1,1,1,1,-14,,,-1,,,,,,,,,9|0,0|0,0", 0, "11", "", "7.1", nil},
		{"nardy: with one borne off", "nardy:,,,,,,2,1,1,1,1,-14,,,,,,,,,,,,9|0,0|0,1", 0, "11", "", "7.1", nil},
		{"nardy: no six-block round the opponent's end", "nardy:-13,,,-2,,,,,,2,1,1,1,1,,1,,,,,,,,8|0,0|0,0", 0, "11", "", "16.1", nil},

		// Section 7: fevga.
		{"fevga: the first checker leaves the start", start("fevga"), 0, "21", "", "24.2", nil},
		{"fevga: then only that one moves", start("fevga"), 0, "21", "24.2", "24.1", engine.Runner},
		{"fevga: that one", start("fevga"), 0, "21", "24.2", "22.1", nil},
		{"fevga: before the runner is on 12", "fevga:,,,,,,,-15,,,,,1,,,,,,,,,,,14|0,0|0,0", 0, "21", "", "24.2", engine.Runner},
		{"fevga: released for the rest of the same roll", "fevga:,,,,,,,-15,,,,,1,,,,,,,,,,,14|0,0|0,0", 0, "21", "13.1", "24.2", nil},
		{"fevga: released by a checker that is off", "fevga:,,,,,,,-15,,,,,1,,,,,,,,,,,13|0,0|1,0", 0, "21", "", "24.2", nil},
		{"fevga: all of 24 to 19 at the end of a play", "fevga:1,,,,,,,,,,,-15,,,,,,,,1,1,1,1,10|0,0|0,0", 0, "54", "24.5", "24.4", engine.Quadrant},
		{"fevga: in passing they may be held", "fevga:1,,,,,,,,,,,-15,,,,,,,,1,1,1,1,10|0,0|0,0", 0, "54", "24.5", "19.4", nil},
		{"fevga: the last stack may not be locked in", "fevga:7,,,,,,,,,,,,1,2,1,1,1,,-15,2,,,,|0,0|0,0", 0, "21", "20.2", "14.1", engine.Trap},
		{"fevga: unless every play does so", "fevga:3,,,,,,,,,,,,2,2,2,2,2,2,-15,,,,,|0,0|0,0", 0, "1", "", "13.1", nil},
	}
	for _, test := range tests {
		stage := stageOf(t, test.position, test.seat, test.dice+doubled(test.dice))
		draft, err := engine.ParseSteps(test.draft)
		if err != nil {
			t.Fatal(err)
		}
		step, err := engine.ParseStep(test.step)
		if err != nil {
			t.Fatal(err)
		}
		if got := stage.Plan().Check(draft, step); got != test.want {
			t.Errorf("%s: with %s after %q, %s gives %v, want %v", test.sentence, test.dice, test.draft, test.step, got, test.want)
		}
	}
}

// doubled makes four dice of a double.
func doubled(roll string) string {
	if len(roll) == 2 && roll[0] == roll[1] {
		return roll
	}
	return ""
}
