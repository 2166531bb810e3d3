// Package discordtest is a stand-in for Discord, for tests: the REST interface and
// the gateway that a bot talks to, and the people who use it. It is a real server
// on 127.0.0.1, so the bot may run in another process.
//
//	s := discordtest.Start(t, discordtest.Options{})
//	guild := s.AddGuild("Club")
//	channel, ana := s.AddChannel(guild, "tabla"), s.AddUser("ana")
//	… start the bot with discordtest.Token and s.URL() …
//	seen := s.Command(ana, channel, "newgame", map[string]any{"length": 3})
//	s.Tap(ana, channel, seen.Message, "Join")
//	s.Messages(channel)
//
// # Strictness
//
// It is as strict as the platform or stricter: tokens die, limits count, messages,
// components and commands are held against every rule that is documented, and with
// [Options.Specification] against the platform's own schemas too. A request that no
// careful bot would send is a violation, which fails the test at its end.
//
// # Time
//
// All clocks of the platform follow [Options.Clock]. Only [Options.Patience] and
// [Server.Wait] are real time. [Options.AnswerWithin] may be raised where a busy
// machine must not look like a slow bot.
//
// # Faults
//
// [Server.Inject] spoils answers, before or after the request was carried out;
// [Server.Misbehave], [Server.CloseAfterIdentify], [Server.Disconnect],
// [Server.AskToReconnect], [Server.InvalidateSession], [Server.Mute] and
// [Server.Repeat] are what gateways do on bad days.
package discordtest
