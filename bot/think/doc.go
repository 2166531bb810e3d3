// Package think lets the computer think: off the lanes of matches, fairly and bounded.
//
// [Computer] plays, advises and analyses. However many ask at once, only so many
// positions are searched side by side; whoever asks first is served first, and a long
// analysis lets everybody else go ahead after each move that it has looked at.
//
// [Worker] does what nobody waits for: it takes work under a key, refuses the same key
// twice while it is at it, and keeps a bounded queue. It remembers nothing. The
// computer's moves are deadlines in the store, which come again if they were not done;
// an analysis that was cut short is asked for again.
package think
