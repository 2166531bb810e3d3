// Package webtest lets tests use the page as people do: in a real browser without
// a screen, by name, by the labels of buttons, and by what can be read.
//
//	browser := webtest.Launch(t)
//	ana := browser.Profile().Open(url, "Ana")
//	bojan := browser.Profile().Open(url, "Bojan") // another browser, as far as cookies go
//	ana.Send("/newgame backgammon 3")
//	bojan.Tap("Join")
//	board := ana.Board()
//
// Everything waits for what it needs and fails the test when that does not come.
package webtest
