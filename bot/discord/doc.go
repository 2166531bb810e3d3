// Package discord is the door to Discord: it turns interactions into events and
// screens into messages. It decides nothing and knows nothing of games.
//
// # Keys
//
// A chat is "dc:<channel id>"; a thread is a chat of its own. A person is
// "dc:<user id>", a message its id, an event "dc:<interaction id>".
//
// # What comes in
//
// A slash command is a Command event. Options holds its options by name, values as
// text; an option that names a person holds the person's key, and "<option>.name"
// how the person is called there. Args holds the same as one line for people to
// read, "game=tabla opponent=<@77>", in the order in which they were given.
//
// A button is a Tap event with the button's data; so is a line chosen from a select.
// A button with a prompt opens a window at once, and what is typed there is a Say
// event with the button's data. Channels that are deleted and servers that throw
// the bot out are ChatLost events, servers that take it back ChatFound.
//
// Events of a channel are handled one after another. An interaction that the
// platform repeats is taken once.
//
// # What is answered
//
// The platform gives an interaction up after three seconds, so one that takes two
// is acknowledged beforehand. A tap that was done is acknowledged in silence: the
// board shows it. Everything else is said to the person alone, notes for all
// excepted. A command that a board follows shows "thinking …", and the next
// [Door.Post] to the chat takes that place; without one it goes away after ten
// seconds. What was not decided, because of an error, is not acknowledged.
//
// # What is sent
//
// A message is text with the board as its attachment and the description of the
// picture as its alternative text. Buttons stand in at most five rows of five; what
// does not fit of the largest group goes into selects, so that controls stay in
// sight.
//
// [Door.Edit] uses the token of the last tap on the message while it is fresh (15
// minutes), because a token needs no right in the channel; after that the bot's own
// right. Where people use the bot without its being a member (installed for
// themselves, in private groups) only tokens work: a late edit is a
// [bot.ErrExpired], and a post needs an interaction in the chat within 15 minutes.
// An edit waits for the answer to a tap on its message, and a post for the answer
// to a command, if one is being decided.
//
// # The library
//
// discordgo speaks to the gateway and carries requests. It retries, sleeps, caches,
// reconnects and logs in ways that do not suit a bot that must not lose or double
// anything, so all of that is switched off and done here: session.go keeps the
// connection, rest.go makes requests of one attempt each, limits.go knows what
// the platform still takes. Tokens are in no log and no error.
package discord
