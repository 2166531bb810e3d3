// Package measure holds players against decisions of real matches that a deep search
// has judged. [ReadMoves] and [ReadCubes] read the decisions, [Move.Lost] and
// [Cube.Lost] say what an answer costs, and a [Score] sums that up as players do: the
// error rate PR is 500 times the mean equity lost in a decision.
//
// In every decision the player about to roll is seat 0.
package measure
