// Package telegram is the door to Telegram: it turns updates into [bot.Event]
// and screens into messages, and knows nothing of games.
//
// # In
//
// [Door.Run] receives updates by long polling, or by a webhook if one is
// configured. A raw update is decoded on its own, so that one of an unexpected
// shape stops no other (poll.go, update.go), becomes an event (event.go), and is
// offered to the handler: events of one chat one after another, chats side by
// side (package lane). Polling confirms an update only when it and everything below
// it was handled; a webhook answers 200 only then.
//
// # Out
//
// A tap is answered right after the handler returns, which no limit counts; a
// command with a short reply, best effort (answer.go). [Door.Post], [Door.Edit]
// and [Door.Strip] make one attempt each and return this project's errors
// (errors.go). Their callers take from [Door.Budget] first; replies of the door
// take for themselves. A picture is uploaded once and then named by its file_id
// (picture.go), and an edit sends only what changed (edit.go).
//
// In a group nothing is for one person's eyes but the answer to a tap, so a note
// is posted to the chat, whoever it is for.
//
// # Edited commands
//
// People mend a command by editing it. An edit counts if it comes within
// two minutes of the message and the message was not already accepted as a
// command; a refused one may be mended. What was accepted is remembered in memory
// only, so after a restart an edit within those minutes counts as new.
//
// # The library
//
// telegram-bot-api v5.5.1 carries requests (api.go, client.go) and nothing else,
// because of what the rest of it does:
//
//   - Its errors hold the token; those of uploads have no code; an answer in HTML
//     loses its status. The client here masks, reads codes from the answer, and
//     turns what is not the Bot API's into a refusal.
//   - It knows no context and no time limit. Each call here has a client of its own.
//   - Its update loop swallows errors, confirms what was not handled, and repeats
//     a batch with one malformed update for ever. Hence poll.go.
//   - Its webhook has neither secret nor limits. Hence webhook.go.
//   - Its types are those of 2021: no topics, reply parameters or button styles;
//     some panic on nil parts, and a nil slice is sent as null, which Telegram
//     takes as absent. Hence update.go, keyboard.go and parameters written out.
//   - Its command parser panics on long entities and cuts characters in two. Hence
//     command.go.
package telegram
