// Package discord is the door to Discord: it turns interactions into events and
// screens into messages. It knows nothing of games.
package discord
