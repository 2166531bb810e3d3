package telegram

import (
	"fmt"
	"strings"
	"time"

	"tablabot/bot"
)

// Senders who stand for a chat and not for a person.
const (
	groupAnonymousBot = 1087968824 // an anonymous administrator
	channelBot        = 136817688  // somebody who speaks as a channel
	telegramService   = 777000     // posts of the linked channel
)

// editTime is how long after a message an edit of it may still be a command.
const editTime = 2 * time.Minute

// incoming is an event with what is needed to answer it.
type incoming struct {
	update   int64
	event    bot.Event
	at       place
	query    string    // id of the callback query; empty unless something was tapped
	reply    int       // the message to reply to; 0 if none
	said     messageID // the message that holds the command; zero unless a command
	edited   bool
	ownVoice bool // said in the name of the chat itself, as its administrators can
}

// translate turns an update into an event; ok is false if it says nothing to
// this bot. The query may be set even then.
func translate(me *user, now time.Time, u *update) (in incoming, ok bool) {
	in.update = u.ID
	in.event = bot.Event{Key: fmt.Sprintf("%s:%d:%d", doorName, me.ID, u.ID), Time: now}
	switch {
	case u.CallbackQuery != nil:
		ok = in.tap(u.CallbackQuery)
	case u.MyChatMember != nil:
		ok = in.membership(u.MyChatMember)
	case u.Message != nil:
		ok = in.migration(u.Message) || in.words(me, u.Message)
	case u.EditedMessage != nil:
		in.edited = true
		m := u.EditedMessage
		ok = time.Duration(m.EditDate-m.Date)*time.Second <= editTime && in.words(me, m) && in.event.Kind == bot.Command
	}
	return in, ok && in.at.chat != 0
}

func (in *incoming) tap(q *callbackQuery) bool {
	in.query = q.ID
	if q.Message == nil || q.Data == "" || q.From.ID == 0 {
		return false // a message in a chat the bot is not in, or a game
	}
	in.locate(q.Message)
	in.event.Kind = bot.Tap
	in.event.Person = personOf(&q.From, nil)
	in.event.Data = q.Data
	in.event.Ref = refOf(q.Message.ID)
	return true
}

func (in *incoming) membership(m *memberUpdate) bool {
	in.at = place{chat: m.Chat.ID}
	in.event.Chat = in.at.key()
	in.event.Private = m.Chat.private()
	in.event.Title = m.Chat.Title
	in.event.Person = personOf(&m.From, nil)
	in.event.Kind = bot.ChatLost
	if m.New.present() {
		in.event.Kind = bot.ChatFound
	}
	return true
}

// migration reads the service messages that tell of a group's upgrade, one in
// the old chat and one in the new.
func (in *incoming) migration(m *message) bool {
	from, to := m.Chat.ID, m.MigrateTo
	if m.MigrateFrom != 0 {
		from, to = m.MigrateFrom, m.Chat.ID
	}
	if to == 0 || m.MigrateTo == 0 && m.MigrateFrom == 0 {
		return false
	}
	in.at = place{chat: from}
	in.event.Kind = bot.Migrated
	in.event.Chat = in.at.key()
	in.event.NewChat = place{chat: to}.key()
	in.event.Title = m.Chat.Title
	return true
}

// words reads a command, or a text in reply to a message of the bot.
func (in *incoming) words(me *user, m *message) bool {
	text, entities := m.words()
	if text == "" || m.ForwardOrigin != nil || fromBot(m) {
		return false
	}
	in.locate(m)
	in.reply, in.event.Aloud = m.ID, !in.event.Private
	in.event.Person = personOf(m.From, m.SenderChat)
	in.ownVoice = m.SenderChat != nil && m.SenderChat.ID == m.Chat.ID
	if own := m.ReplyTo; own != nil && own.From != nil && own.From.ID == me.ID && !(m.IsTopic && own.ID == m.Thread) {
		in.event.Ref = refOf(own.ID)
	}
	if c, ok := parseCommand(text, entities); ok {
		in.event.Kind = bot.Command
		in.event.Command, in.event.Args = c.name, c.args
		in.said = messageID{m.Chat.ID, m.ID}
		return c.bot == "" || strings.EqualFold(c.bot, me.Username)
	}
	in.event.Kind = bot.Say
	in.event.Text = strings.TrimSpace(text)
	return in.event.Ref != "" && in.event.Text != ""
}

func (in *incoming) locate(m *message) {
	in.at = m.place()
	in.event.Chat = in.at.key()
	in.event.Private = m.Chat.private()
	in.event.Title = m.Chat.Title
}

// fromBot reports whether another bot wrote the message.
func fromBot(m *message) bool {
	return m.From != nil && m.From.IsBot && m.SenderChat == nil && !standsForChat(m.From.ID)
}

func standsForChat(id int64) bool {
	return id == groupAnonymousBot || id == channelBot || id == telegramService
}

// personOf returns the sender. A post of a channel has none.
func personOf(from *user, sender *chat) bot.Person {
	if from == nil {
		return bot.Person{}
	}
	p := bot.Person{
		Key:       personKey(from.ID),
		Name:      strings.TrimSpace(from.FirstName + " " + from.LastName),
		Language:  from.Language,
		Anonymous: sender != nil || standsForChat(from.ID),
	}
	if !p.Anonymous {
		p.Handle = from.Username
	}
	if p.Anonymous && sender != nil && sender.Title != "" {
		p.Name = sender.Title
	}
	return p
}
