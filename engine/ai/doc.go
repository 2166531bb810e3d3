// Package ai plays every game of the engine: it judges positions, searches, and
// decides about the cube.
//
// # What asks it
//
// [Library.Act] returns what the computer does in a match in which it is to decide, at
// the [Strength] of one of six levels or of plain search. [Library.Adviser] answers a
// [Question] of any origin: a play for a roll, the cube, a resignation. Package analysis
// builds hints and reports on it.
//
// # From a position to a number
//
//   - A [Spot] is a position before a roll, as the player on roll sees it.
//   - [Evaluator.Judge] gives the chances of every result: by the exact bear-off tables
//     of package bearoff where both sides are home, else by one of the two networks
//     ([Nets]) of the game, which package net describes. Networks serve games that count
//     a third level differently, or not at all; third.go makes their chances those of
//     the game. A memory of fixed size keeps what was judged lately; it changes the time,
//     never the numbers.
//   - What the chances are worth depends on what is played for: points, a match at a
//     score, with a live cube or a dead one. That is the evaluator's goal, set by
//     [Evaluator.PlayFor] from package equity.
//
// # Search
//
// [Evaluator.Rank] judges every play of a roll by the position it ends in. Then a
// [Depth] says how many of the best are looked at one ply deeper, by all 21 rolls and the
// best answer to each, and how many of those once more. The cube is weighed after every
// roll. A budget counts judgements, never time, so that the same question always gets the
// same answer. In the games with escalating doubles a play is a whole chain of stages; the
// chain goes on from the few best ends of each stage, and what is left of it is played by
// the opponent before his roll. Whoever has such a rest to play searches it like a roll.
//
// # Levels
//
// Level 6 is the full search, and level 5 one ply of it. The others do not search. Below
// the highest the judgement of each play is blurred by a fixed misjudgement of that very
// position: a weak player prefers plays that look as good, never absurd ones, and is wrong
// in the same way every time. So it is with the cube, by half as much.
//
// How strong all this is stands in STRENGTH.md, with the commands that measure it; cmd/train
// makes the networks.
package ai
