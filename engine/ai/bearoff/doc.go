// Package bearoff knows how a race ends once all checkers are home.
//
// # What it knows
//
// Two sides that bear off at home never meet again, so each one's rolls can be counted
// alone. For every placement of up to 15 checkers on the points 1 to 6 the tables hold
// the chances of needing so many rolls to bear off everything, and, for a side that
// has borne off nothing, to bear off a first checker. A side wins if it needs no more
// rolls than the other, who rolls after it; it wins a gammon if it is done before the
// other's first checker is off. For up to six checkers a side a second table holds the
// exact worth of every pair of placements, without a cube and, for money, with it.
//
// [Judge] is all that the evaluation of positions needs. [Tables] also answers cube
// decisions ([Tables.Doubling]) and tells the rolls a side needs ([Tables.Mean]).
//
// # How exact it is
//
// The first table takes it that a side plays for the fewest rolls on average, whatever
// the other's chances. Where the exact table can tell, the chance of winning errs by 0.1
// per cent on average and by 1.3 at most. One who plays for that chance loses 0.0005
// per cent a roll, one who plays for the fewest rolls 0.02: choose plays by the chance
// of winning, not by the mean number of rolls.
//
// # For which games
//
// All of them: with every checker of both sides home there is nothing to hit, pin or
// block, and a die can always be played while a checker is left. Hence nothing of an
// escalating double is left over for the opponent either, and one more set of tables
// serves the games in which doubles escalate.
//
// # How it is built
//
// At first use, from the emptiest placement up: every step leads to a lower rank. One
// or four equal dice go to the best of what one die less goes to, so no plays are
// listed. All is integer arithmetic, the same on every machine.
package bearoff
