package dice

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// Proof is all that is needed to verify the dice of a match offline. Its JSON form
// is what a player is given when the match is over.
type Proof struct {
	Scheme     string    `json:"scheme"`     // [Scheme]
	Commitment string    `json:"commitment"` // as shown when the table was opened
	Seed       Seed      `json:"seed"`
	Words      [2]string `json:"words"` // of seat 0 and seat 1
	Rolls      [][2]int  `json:"rolls"` // every roll of the match, opening pairs included
}

// NewProof returns the proof for rolls that fell in a match. It does not verify them.
func NewProof(seed Seed, words [2]string, rolls [][2]int) Proof {
	return Proof{Scheme: Scheme, Commitment: seed.Commitment(), Seed: seed, Words: words, Rolls: rolls}
}

// ParseProof reads the JSON form of a proof. It does not verify it.
func ParseProof(data []byte) (Proof, error) {
	var proof Proof
	if err := json.Unmarshal(data, &proof); err != nil {
		return Proof{}, fmt.Errorf("reading the proof: %w", err)
	}
	if proof.Scheme != Scheme {
		return proof, nil // Verify says so; its lists may be other ones
	}
	if err := countPairs(data); err != nil {
		return Proof{}, fmt.Errorf("reading the proof: %w", err)
	}
	return proof, nil
}

// countPairs returns an error unless there are two words and two dice a roll: the
// JSON decoder cuts longer lists without a word and fills up shorter ones.
func countPairs(data []byte) error {
	var lists struct {
		Words []string `json:"words"`
		Rolls [][]int  `json:"rolls"`
	}
	if err := json.Unmarshal(data, &lists); err != nil {
		return err
	}
	if n := len(lists.Words); n != 2 {
		return fmt.Errorf("a match has the words of two players, not of %d", n)
	}
	for n, roll := range lists.Rolls {
		if len(roll) != 2 {
			return fmt.Errorf("roll %d has %d dice, not 2", n, len(roll))
		}
	}
	return nil
}

// Verify recomputes everything and returns nil if it agrees, or else an error that
// names the first difference in a sentence. The dice of a roll are compared in the
// order in which they fell.
func (p Proof) Verify() error {
	if p.Scheme != Scheme {
		return fmt.Errorf("the dice were made by the scheme %q, only %q is known", p.Scheme, Scheme)
	}
	if sum := p.Seed.Commitment(); !strings.EqualFold(sum, p.Commitment) {
		return fmt.Errorf("the seed does not fit the commitment: its SHA-256 is %s", sum)
	}
	for seat, word := range p.Words {
		if checked, err := CheckWord(word); err != nil {
			return fmt.Errorf("the word of seat %d: %w", seat, err)
		} else if checked != word {
			return fmt.Errorf("the word of seat %d is %q, but it would have been stored as %q", seat, word, checked)
		}
	}
	for n, got := range p.Rolls {
		var want [2]int
		want[0], want[1] = Roll(p.Seed, p.Words, n)
		if got != want {
			return fmt.Errorf("roll %d was %d-%d, but the seed gives %d-%d", n, got[0], got[1], want[0], want[1])
		}
	}
	return nil
}

// VerifyCommitment verifies the proof against the commitment that a player kept from
// the table, not against the one that the proof itself names.
func (p Proof) VerifyCommitment(kept string) error {
	if !strings.EqualFold(strings.TrimSpace(kept), p.Commitment) {
		return errors.New("the proof belongs to another commitment than the one that was shown")
	}
	return p.Verify()
}
