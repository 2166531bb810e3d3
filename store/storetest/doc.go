// Package storetest says what a store has to do, as tests that any engine can be
// run against, and keeps the plainest engine there is to compare with.
//
// [Run] runs everything. [Model] is a [store.Store] in maps, with nothing but
// loops: it is what random operations are compared with, and may stand in for a
// store where nothing has to survive.
//
// What store.Store leaves open is held to one order here: matches of one time are
// ordered by id, boards of one time by match, slot and chat, deadlines of one time
// by match, kind and turn. Two boards with one message: the later one in that
// order is found by it.
package storetest
