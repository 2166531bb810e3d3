// Package equity turns the chances of a game into what they are worth: in a match, and
// with a doubling cube.
//
// # From small to large
//
// A [State] is what a game is played for, as the player who is about to roll sees it:
// length, score, cube. [New] prepares it as [Stakes], which value chances fast and
// without allocation. [Stakes.Worth] is the equity of each outcome if the cube is never
// turned any more; [Stakes.Cubeful] is the equity with the cube as it lies, which a
// search asks for at its leaves; [Stakes.Decide] says whether to double, take or
// beaver. A search that has found its own equities asks [Stakes.Weigh] instead: those
// of the doubled cube come from the stakes of [State.Doubled], by way of
// [Stakes.Chance] and [Stakes.Equity].
//
// # Matches
//
// A [Table] holds the chances to win a match at every score. [Kazaross] is the one that
// backgammon players use. Games without a cube need a table of their own, [Cubeless],
// which follows from how often each outcome happens; whoever asks for it keeps it.
//
// # The cube
//
// Nobody knows when a cube will be turned, so that its worth is a model: Janowski's,
// told at the top of cubeful.go. [Efficiency] is its one parameter.
package equity
