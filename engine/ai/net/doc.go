// Package net is the neural network that judges a position, and what it sees.
//
// # What it sees
//
// [Inputs.Read] turns a position, as the player on roll sees it, into a short list
// of rows: one for every occupied place and the number of checkers on it, one for
// the pattern of closed points in each quarter of the board, and one for each of a
// few counts a strong player makes (pips, shots, escapes, primes, mobility). All
// games share these inputs; a game's geometry and family decide how they are read.
//
// # How it judges
//
// A row is a vector with one number for each hidden unit. The hidden layer is the
// sum of the active rows; four units of 16 bits travel in one machine word, so a
// sum costs one addition for four units in plain Go. Everything up to the outputs
// is integer arithmetic: the same position gives the same numbers on any machine.
// The outputs are the chances of each [Outcome] of the game.
package net
