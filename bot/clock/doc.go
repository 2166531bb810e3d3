// Package clock turns the deadlines of matches into events.
//
// Reminders, expiries, claims and the computer's thinking are deadlines in the
// store. When one comes, its event goes to the decision like any other event. The
// decision looks whether the deadline still means anything, and its commit
// replaces the match's deadlines, which is what removes the one that fired: an
// event that is not committed comes again when the lease has ended. Every firing
// of a deadline has the same key, so that it takes effect once.
package clock
