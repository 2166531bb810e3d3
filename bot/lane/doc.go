// Package lane runs functions of one key one after another, in the order they
// came, and functions of different keys side by side.
//
// Events of one match go through its lane, so that two taps of the same second
// are decided one after the other instead of one of them deciding twice. A lane is
// only a convenience: what is correct comes from the store's revisions. Nothing is
// kept of a key that is idle, and no goroutine is started at all: the caller's own
// goroutine waits for its turn and then does the work.
package lane
