// Package analysis tells players what the computer would have done: advice about the
// decision that a match has come to, and a report about a match that was played.
//
//   - [Analyst.Advise] lists what the player to decide can do, best first.
//   - [Analyst.Match] follows a log and gives a [Report]: every decision with what it
//     has lost, the luck of every roll, and the sums of both players.
//
// It works from the log alone, and so for every game, chains and remainders included.
//
// # Units
//
// Equities are normalised: 1 is a single game at the value that the cube shows when
// the decision is made (before a double, where it is one). In matches they stand for
// the chance to win the match, in unlimited play for points.
//
// Error rate (PR): 500 times the mean equity lost by a decision. Counted are plays with
// a choice, every double and every answer to one, and rolls without a double where one
// was right or nearly so. How resignations are offered and answered is not judged.
//
// Luck of a roll: the equity after its best play less the mean over all rolls, found
// without search. Of the opening it is that the starter starts, too.
package analysis
