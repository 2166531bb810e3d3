// Package bot is the vocabulary of a conversation: what comes in ([Event]), what
// the sender is told ([Answer]), what a chat shows ([Screen]), and what a platform
// must be able to do ([Door]). It knows neither a platform nor a game.
//
// # The life of a tap
//
// A door turns a raw update into an Event. Package lane runs events of one match
// one after another. Package talk decides: state and event make a change and an
// answer, the store keeps the change, and only then is the answer given. Package
// courier later brings every due board to its chat, from the latest state.
// Package clock turns deadlines into events of their own.
package bot
