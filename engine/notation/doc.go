// Package notation reads and writes what players and other programs call positions,
// plays and matches.
//
//   - Plays: [FormatPlay] writes "24/18 13/11", "bar/20*", "8/4(2)"; [ParsePlay] reads
//     what people type, in all its spellings, and returns every legal reading.
//   - Identifiers: a [Situation] is what a position ID and a match ID of GNU Backgammon
//     tell ([ParseGNUID], [Situation.GNUID]), or an XGID of eXtreme Gammon
//     ([ParseXGID], [Situation.XGID]); [SituationOf] takes it from a match.
//   - Matches: [ParseMat] reads the .mat text in which matches are exchanged and
//     [Replay] turns it into the actions of an [engine.Match]; [WriteMat] is the way back.
//
// The text form of a position that fits every game, the position code, belongs to
// package engine. The formats follow the published manuals of the two programs; where
// those are silent, comments say what was observed.
package notation
