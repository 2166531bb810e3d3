// Package discordtest is a stand-in for Discord, for tests: the REST interface and
// the gateway that a bot talks to, and the people who use it.
package discordtest
