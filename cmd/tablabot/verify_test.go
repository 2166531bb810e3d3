package main

import (
	"encoding/json"
	"strings"
	"testing"

	"tablabot/engine/dice"
)

func TestVerify(t *testing.T) {
	seed, err := dice.NewSeed(strings.NewReader(strings.Repeat("seed", 8)))
	if err != nil {
		t.Fatal(err)
	}
	words := [2]string{"Ana", ""}
	rolls := make([][2]int, 5)
	for n := range rolls {
		rolls[n][0], rolls[n][1] = dice.Roll(seed, words, n)
	}
	proof := dice.NewProof(seed, words, rolls)
	text := func(p dice.Proof) string {
		data, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	good := "All 5 rolls are those of the seed that was committed to as\n" + proof.Commitment + "\n"
	file := write(t, "proof.json", text(proof))
	for _, args := range [][]string{{"verify"}, {"verify", "-"}, {"verify", file}, {"verify", "--commitment", proof.Commitment, file}} {
		if code, stdout, stderr := run(t, text(proof), nil, args...); code != 0 || stdout != good {
			t.Errorf("tablabot %q: code %d, %q, %q; want %q", args, code, stdout, stderr, good)
		}
	}
	forged := proof
	forged.Rolls = [][2]int{rolls[0], {7 - rolls[1][0], rolls[1][1]}}
	for what, args := range map[string][]string{
		"the dice are not proven: roll 1 was":                          {"verify", write(t, "forged.json", text(forged))},
		"the dice are not proven: the proof belongs to another":        {"verify", "--commitment", strings.Repeat("0", 64), file},
		"reading the proof: ":                                          {"verify", write(t, "text", "no proof")},
		"read the proof: open nowhere.json: no such file or directory": {"verify", "nowhere.json"},
	} {
		code, stdout, stderr := run(t, "", nil, args...)
		if code != exitFailure || stdout != "" || !strings.HasPrefix(stderr, "tablabot: "+what) {
			t.Errorf("tablabot %q: code %d, %q, %q; want %q", args, code, stdout, stderr, what)
		}
	}
}
