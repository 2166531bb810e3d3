package dice

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// honest returns the proof of a match of n rolls.
func honest(n int) Proof {
	words := [2]string{"мир", "şans"}
	rolls := make([][2]int, n)
	for i := range rolls {
		rolls[i][0], rolls[i][1] = Roll(counting(), words, i)
	}
	return NewProof(counting(), words, rolls)
}

func TestVerify(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*Proof)
		err    string
	}{
		{"honest", func(*Proof) {}, ""},
		{"commitment in upper case", func(p *Proof) { p.Commitment = strings.ToUpper(p.Commitment) }, ""},
		{"unknown scheme", func(p *Proof) { p.Scheme = "tablabot/2" }, `by the scheme "tablabot/2"`},
		{"other commitment", func(p *Proof) { p.Commitment = Seed{}.Commitment() }, "does not fit the commitment"},
		{"other seed", func(p *Proof) { p.Seed[0]++ }, "does not fit the commitment"},
		{"a changed die", func(p *Proof) { p.Rolls[7][1] = p.Rolls[7][1]%6 + 1 }, "roll 7 was"},
		{"a roll left out", func(p *Proof) { p.Rolls = p.Rolls[1:] }, "roll 0 was"},
		{"words exchanged", func(p *Proof) { p.Words[0], p.Words[1] = p.Words[1], p.Words[0] }, "roll 0 was"},
		{"a word with a bar", func(p *Proof) { p.Words[1] = "a|b" }, "the word of seat 1: the word may not contain"},
		{"a word with blanks", func(p *Proof) { p.Words[0] = " мир" }, "the word of seat 0 is"},
	} {
		proof := honest(20)
		c.change(&proof)
		if got := sentence(proof.Verify()); c.err == "" && got != "" || !strings.Contains(got, c.err) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.err)
		}
	}
}

func TestVerifyCommitment(t *testing.T) {
	proof := honest(3)
	if err := proof.VerifyCommitment(" " + counting().Commitment() + "\n"); err != nil {
		t.Errorf("the commitment that was shown: %v", err)
	}
	if err := proof.VerifyCommitment(Seed{}.Commitment()); err == nil {
		t.Error("another commitment: no error")
	}
}

func TestProofJSON(t *testing.T) {
	proof := honest(5)
	data, err := json.Marshal(proof)
	if err != nil {
		t.Fatal(err)
	}
	got, err := ParseProof(data)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(proof, got); diff != "" {
		t.Errorf("after writing and reading (-want +got):\n%s", diff)
	}
	for _, text := range []string{"", "{", `{"seed":"00"}`, `{"rolls":[["a"]]}`,
		strings.Replace(string(data), "]]", ",3]]", 1), strings.Replace(string(data), "]]", "],[1]]", 1),
		strings.Replace(string(data), `"şans"`, `"şans","x"`, 1), strings.Replace(string(data), `,"şans"`, "", 1)} {
		if _, err := ParseProof([]byte(text)); err == nil {
			t.Errorf("ParseProof(%q): no error", text)
		}
	}
}
