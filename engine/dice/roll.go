package dice

import (
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
)

// Scheme names the function that makes the dice; every hashed message begins with it.
const Scheme = "tablabot/1"

// fair is how many values of a byte make a die: the greatest multiple of six.
const fair = 252

// Roll returns the dice of roll n (from 0) of a match, each 1 to 6, in the order in
// which they fall: of an opening pair the first die is seat 0's. The words are those
// that [CheckWord] returned, seat 0's first.
func Roll(seed Seed, words [2]string, n int) (first, second int) {
	return pair(func(k int) [sha256.Size]byte { return block(seed, words, n, k) })
}

// pair reads two dice from as many blocks as it takes.
func pair(block func(k int) [sha256.Size]byte) (first, second int) {
	for k := 0; ; k++ {
		for _, b := range block(k) {
			switch {
			case b >= fair:
			case first == 0:
				first = int(b%6) + 1
			default:
				return first, int(b%6) + 1
			}
		}
	}
}

// block returns the k-th 32 bytes that roll n is read from.
func block(seed Seed, words [2]string, n, k int) (sum [sha256.Size]byte) {
	mac := hmac.New(sha256.New, seed[:])
	fmt.Fprintf(mac, "%s|%s|%s|%d|%d", Scheme, words[0], words[1], n, k)
	mac.Sum(sum[:0])
	return sum
}
