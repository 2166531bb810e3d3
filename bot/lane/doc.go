// Package lane runs functions of one key one after another, in the order they
// came, and functions of different keys side by side.
//
// Events of one match go through its lane, so that two taps of the same second
// are decided one after the other instead of one of them deciding twice. Doors
// hand on what comes in by the lane of its chat, so that a chat's updates keep
// their order and a slow chat holds up no other.
//
// [Lanes.Do] does the work in the caller's own goroutine, which waits for its turn;
// [Lanes.Go] returns at once and starts a goroutine, which ends with its function.
// Nothing is kept of a key that is idle. A lane is only a convenience: what is
// correct comes from the store's revisions.
package lane
