// Package locale holds every word that people read: one catalogue a language, with
// CLDR plural rules, in the terms that players of the language use.
//
// A message is found by its id and filled with [Args]; what is put in may itself
// carry marks (a mention, a link), and `*stars*` in a catalogue make bold. No other
// package has texts of its own.
package locale
