// Package engine knows the rules of every game of the tabla family. It is pure:
// no input or output, no clock, no dice of its own. Section numbers in comments
// are those of the project's rules document; the facts themselves stand here.
//
// # From small to large
//
// A [Side] is one player's checkers, a [Position] both sides, each in its own
// numbering, 24 down to 1, bar 25, borne off 0. [Rules] is a game as data: a
// variant is a value, and code branches on its properties. A [Stage] is a position
// with dice to play: [Stage.Ends] lists every distinct position it can lead to
// (for a computer), [Stage.Plan] every step that some legal play contains (for
// people). A [Match] is a state machine over actions; its log is the truth, and
// the state beside it is what a tap loads.
//
// # Who may do what
//
// Dice come in with an action; the engine never throws any. An illegal action is
// an error that says which rule it breaks and changes nothing.
package engine
