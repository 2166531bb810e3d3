// Package courier brings boards to the chats of one door.
//
// Nobody tells a courier what to send. It asks the store which boards are due,
// composes each from the latest state of its match, and sends the result as a new
// message or as an edit of the one that is there. So several changes in a row
// become one edit, a missed wake-up costs nothing, and a restart finds everything.
//
// # What is sent when
//
// A screen that the chat already shows is not sent. An edit that must be seen (a
// play, a roll, an offer) goes out as soon as the door's budget allows. A preview
// (a draft changed) waits for further changes first, and then goes out only while
// the chat has sends to spare. One request a chat is in flight at a time, and
// chats take turns.
//
// # What may go wrong
//
// A chat that asks to slow down is left alone for so long, its other boards too. A
// board that was deleted is posted anew. A chat without pictures gets text. A lost
// or migrated chat is reported as an event, for the decision about it is not the
// courier's; a lost one is tried again when its board changes. Only a door that refuses the bot for good ends a courier.
//
// Before a post its nonce is stored. If the process stops between the post and the
// record of it, the board is posted again with the same nonce: a platform that
// knows nonces shows it once, another shows the picture twice. The moves of the
// match are never doubled by this.
//
// What is no board, as the progress of an analysis, is sent by a [Messenger], which
// remembers nothing.
//
// The picture of a scene is drawn once for all couriers: see [Gallery].
package courier
