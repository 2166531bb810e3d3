// Package web is the third door: a chat room in the browser, so that anyone can
// play and develop without a token of any platform. It translates and decides
// nothing: what is typed and tapped becomes a [bot.Event], and what the courier
// posts becomes a message of the page.
//
// # People
//
// The page gives every browser a random cookie, and a name belongs to the browser
// that used it first. One browser may hold several names, each of its windows
// speaks as one of them, or as two of them when somebody sits on both sides.
// Bindings live in memory, or across restarts in [Config.NamesFile].
//
// # Rooms
//
// A room is a list of messages with a revision. The page at "/" shows the chat
// "web:main", the page at "/r/NAME" the chat "web:NAME". Messages live in memory
// and are bounded; a reference to a message that was dropped, or that an earlier
// process made, is answered with [bot.ErrGone], and the courier posts anew. The
// first look at a room of this process is a [bot.ChatFound], so that boards which
// wait for somebody come back without a tap.
//
// # What travels
//
//   - POST /api/hello, /api/join: who this browser is, and a further name for it.
//   - POST /api/send, /api/tap: what was typed and tapped. The page makes an id for
//     each and repeats it when it must send again, so nothing happens twice.
//   - GET /events: the room as Server-Sent Events. A stream does not queue what a
//     slow reader missed: it sends whatever changed since the reader's revision,
//     so a reader is behind at most once, and an id from before is enough to resume.
//   - GET /picture/NAME.png: pictures, which never change under their name.
//
// # Who is kept out
//
// The page listens on the loopback by default. The Host header must name the
// address that was dialled, which stops a foreign name resolved to it; every POST
// must be JSON from the page's own origin; and the content security policy allows
// the page's own files alone.
package web
