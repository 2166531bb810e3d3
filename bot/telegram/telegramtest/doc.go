// Package telegramtest is a stand-in for the Bot API of Telegram: a server on
// 127.0.0.1 with chats, people and messages, at least as strict as the real one.
//
//	s := telegramtest.New(t)
//	ana := s.AddUser("Ana", "bg")
//	chat := s.AddSupergroup("Friday club", ana)
//	// … run a bot against s.URL() with s.Token() …
//	s.Say(chat, ana, "/newgame", 0)
//	board := s.AwaitMessage(t, chat, func(m telegramtest.Message) bool { return m.Photo != nil })
//	toast := s.Tap(ana, chat, board.ID, "Join")
//
// Tests speak for people ([Server.Say], [Server.Tap]) and for the platform
// ([Server.Kick], [Server.Migrate], [Server.Inject]), and look at what people see
// ([Server.Messages], [Toast]). Errors have the real server's wording. Requests
// that the real one would refuse, or that break a limit or the official
// specification, are kept in [Server.Violations], which [New] turns into a failure
// of the test.
//
// Limits are counted like this: to one chat five sends at once and one a second in
// the long run, to a group 20 a minute, 30 a second over all; edits count as sends,
// answers to taps do not. Who sends more gets 429 and must wait.
//
// What it does not have: inline mode, business messages, payments, files other
// than photos, and updates of kinds that it never makes.
package telegramtest
