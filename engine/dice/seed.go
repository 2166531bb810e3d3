package dice

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"log/slog"
)

// Seed is the secret of a match's dice. Its text form is 64 hexadecimal digits.
type Seed [32]byte

// NewSeed draws a seed from a source of random bytes, crypto/rand.Reader outside
// of tests. It returns the source's error.
func NewSeed(random io.Reader) (Seed, error) {
	var seed Seed
	if _, err := io.ReadFull(random, seed[:]); err != nil {
		return Seed{}, fmt.Errorf("drawing a seed: %w", err)
	}
	return seed, nil
}

// ParseSeed reads what [Seed.String] writes, in lower or upper case.
func ParseSeed(text string) (Seed, error) {
	var seed Seed
	raw, err := hex.DecodeString(text)
	if err != nil || len(raw) != len(seed) {
		return Seed{}, fmt.Errorf("a seed is %d hexadecimal digits, this text is not", 2*len(seed))
	}
	copy(seed[:], raw)
	return seed, nil
}

// Commitment returns what is shown before the match: the SHA-256 of the seed, 64
// lower-case hexadecimal digits.
func (s Seed) Commitment() string {
	sum := sha256.Sum256(s[:])
	return hex.EncodeToString(sum[:])
}

// String returns the seed itself, as lower-case hexadecimal digits.
func (s Seed) String() string { return hex.EncodeToString(s[:]) }

// MarshalText is [Seed.String].
func (s Seed) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText is [ParseSeed].
func (s *Seed) UnmarshalText(text []byte) error {
	seed, err := ParseSeed(string(text))
	if err != nil {
		return err
	}
	*s = seed
	return nil
}

// LogValue keeps the secret out of logs: it is the commitment.
func (s Seed) LogValue() slog.Value { return slog.StringValue("seed of " + s.Commitment()) }
