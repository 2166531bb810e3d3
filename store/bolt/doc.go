// Package bolt keeps a [store.Store] in one file, in the embedded database bbolt.
//
// # One process, one file
//
// [Open] locks the file; a second process gets [store.ErrLocked] within a second.
// A new file is made beside its name and then moved there, so that a file that
// exists is whole; an empty one is what is left of something lost, and refused.
// Because the file has one owner, leases are kept in memory: whoever held one is
// gone when the file is opened again.
//
// # Writing
//
// One goroutine writes. While the disk is busy with one batch, the next gathers,
// and all of its changes share one transaction and one wait for the disk. A change
// is checked completely before its first byte is written, so a refusal leaves the
// others alone. Reads are short transactions on a snapshot; everything is copied
// out.
//
// # Layout
//
// Buckets and their keys are listed in layout.go. Matches lie under their home
// chat, live ones apart from the archive; everything else that finds them is an
// index that is computed from the record ([matchEntries], [boardEntries]), which
// is why [Check] can compare both ways. Log lines are keys of their own: adding
// one reads none of the others.
//
// # Damage
//
// bbolt trusts its file: a damaged one makes it panic, fault or go in circles.
// [Open] and [Check] therefore prove the shape of the page tree first (shape.go),
// and every transaction turns a panic or a fault into [store.ErrDamaged].
package bolt
