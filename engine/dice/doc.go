// Package dice throws the dice of a match so that anyone can verify them.
//
// # How it works
//
// When a table is opened a [Seed] of 32 random bytes is drawn and stored, and its
// SHA-256, the [Seed.Commitment], is shown to everybody. Each player may then add a
// word ([CheckWord]); words are fixed before the first roll. From there on every
// roll of the match is a pure function, [Roll], of the seed, the two words and the
// number of the roll. When the match is over, however it ended, the seed is
// published: a [Proof] (made of the log by [Rolls]) holds all that is needed, and
// [Proof.Verify] recomputes every roll.
//
// # The function
//
// Roll n, counted from 0 over the whole match and including opening pairs, reads the
// bytes of the blocks k = 0, 1, 2, …
//
//	HMAC-SHA-256(key = seed, message = "tablabot/1|w0|w1|n|k")
//
// where w0 and w1 are the words of seat 0 and seat 1 in UTF-8, and n and k are
// decimal. Bytes of 252 and more are skipped, so that all faces are equally likely;
// any other byte is the die "byte mod 6 + 1". The first two dice are the roll. In an
// opening pair the first die is seat 0's.
//
// # What it proves
//
// That no die was changed after the table was opened, and that the seed was not
// chosen to suit a word given after it. It does not hide the dice from whoever holds
// the seed, and where nobody gave a word the seed could have been picked from many.
// Plays are never mixed in: whoever knew the seed could steer the dice by them.
package dice
