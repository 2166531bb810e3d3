// Package render draws a board. A [Scene] says everything a picture shows, and
// [Renderer.PNG] makes it a picture of 1280 × 960 that reads on a phone. It knows
// nothing of rules, chats or languages.
//
//	r, err := render.New()
//	...
//	file, err := r.PNG(scene) // name it scene.Hash() to keep it
//
// # What a picture shows
//
// The board between the plates of its two players. A plate has the player's
// colour, name, pips (behind wedges) and score; it is lit while the player is to
// act, and wears a crown when he has won. The seat below has its dice on the right
// half, the seat above on the left one. A stack shows at most five checkers and a
// numeral; a pinned checker peeps out from under its stack, with a red rim. Borne-off
// checkers stand in the tray beside the seat's own point 1, the cube lies on its
// owner's side across from it. Arrows are the last plays, rays mark a hit, rings mark
// the checkers that can move. Many arrows are thin, and taken together to what the
// play comes to.
//
// Where both sides move the same way round, discs with wedges show where each enters,
// wedges on the bar which way both go, a house and a stripe in his colour where each
// is at home. Dice of stages to come are small; dice that the other seat threw have
// its colour, and its disc on the bar points at them.
//
// # How it is drawn
//
// A theme is a set of colours ([Themes]). When first used it becomes a board: the
// bare board and the sprites, painted once, and a palette made from sample scenes.
// A picture is then sprites, text and arrows on a canvas that is a copy of the bare
// board in the palette: what lies beneath a paint is one of few colours, so what
// becomes of it is looked up.
//
// Pictures travel through phone networks and get sent again with every move, so
// their size matters: few colours, edges in three degrees, rows that are alike in
// pairs, surfaces whose tones change along one direction only, and a file that says
// how a row differs from the one above. Each is explained where it is done.
//
// Files: scene and check are the input; layout says where things lie; background,
// checker, dice, cube, arrow, way, plate and drawing paint; route chooses arrows; shape and text are the
// brushes, name prepares players' names; board, canvas, sprite, palette and encode
// make it fast and small.
package render
