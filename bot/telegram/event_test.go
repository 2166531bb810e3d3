package telegram

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tablabot/bot"
)

var (
	me   = &user{ID: 42, IsBot: true, Username: "tabla_bot"}
	noon = time.Date(2026, 8, 1, 12, 0, 0, 0, time.UTC)
)

const (
	ana  = `{"id":7,"is_bot":false,"first_name":"Ana","last_name":"Ivanova","language_code":"bg"}`
	club = `{"id":-1001,"type":"supergroup","title":"Club"}`
	own  = `{"message_id":5,"date":1,"chat":` + club + `,"from":{"id":42,"is_bot":true,"first_name":"T"},"text":"board"}`
)

// event reads an update and returns what it means.
func eventOf(t *testing.T, text string) (incoming, bool) {
	t.Helper()
	var u update
	if err := json.Unmarshal([]byte(text), &u); err != nil {
		t.Fatalf("update %s: %v", text, err)
	}
	return translate(me, noon, &u)
}

func inMessage(fields string) string {
	return fmt.Sprintf(`{"update_id":9,"message":{"message_id":6,"date":1,"chat":%s,%s}}`, club, fields)
}

func TestTranslate(t *testing.T) {
	person := bot.Person{Key: "tg:7", Name: "Ana Ivanova", Language: "bg"}
	base := bot.Event{Key: "tg:42:9", Time: noon, Chat: "tg:-1001", Title: "Club", Person: person}
	with := func(change func(*bot.Event)) *bot.Event {
		e := base
		change(&e)
		return &e
	}
	help := func(change func(*bot.Event)) *bot.Event {
		return with(func(e *bot.Event) { e.Kind, e.Command, e.Aloud = bot.Command, "help", true; change(e) })
	}
	same := func(*bot.Event) {}
	for _, c := range []struct {
		name, update string
		want         *bot.Event // nil: nothing to this bot
	}{
		{"command", inMessage(`"from":` + ana + `,"text":"/help"`), help(same)},
		{"command to this bot", inMessage(`"from":` + ana + `,"text":"/help@TABLA_BOT now"`), help(func(e *bot.Event) { e.Args = "now" })},
		{"command to another bot", inMessage(`"from":` + ana + `,"text":"/help@other_bot"`), nil},
		{"command under a photo", inMessage(`"from":` + ana + `,"photo":[{"file_id":"x"}],"caption":"/help"`), help(same)},
		{"command in reply to the board", inMessage(`"from":` + ana + `,"text":"/help","reply_to_message":` + own), help(func(e *bot.Event) { e.Ref = "5" })},
		{"forwarded command", inMessage(`"from":` + ana + `,"text":"/help","forward_origin":{"type":"hidden_user"}`), nil},
		{"command of another bot", inMessage(`"from":{"id":8,"is_bot":true,"first_name":"B"},"text":"/help"`), nil},
		{"talk", inMessage(`"from":` + ana + `,"text":"nice roll"`), nil},
		{"reply to the board", inMessage(`"from":` + ana + `,"text":" 13/7 8/4 ","reply_to_message":` + own),
			with(func(e *bot.Event) { e.Kind, e.Text, e.Ref, e.Aloud = bot.Say, "13/7 8/4", "5", true })},
		{"reply to a person", inMessage(`"from":` + ana + `,"text":"13/7","reply_to_message":{"message_id":5,"date":1,"chat":` + club + `,"from":` + ana + `}`), nil},
		{"in a topic", inMessage(`"from":` + ana + `,"message_thread_id":33,"is_topic_message":true,"text":"/help"`),
			help(func(e *bot.Event) { e.Chat = "tg:-1001/33" })},
		{"in General, replying", inMessage(`"from":` + ana + `,"message_thread_id":5,"text":"/help","reply_to_message":` + own),
			help(func(e *bot.Event) { e.Ref = "5" })},
		{"thread 1 is General", inMessage(`"from":` + ana + `,"message_thread_id":1,"is_topic_message":true,"text":"/help"`), help(same)},
		{"anonymous administrator", inMessage(`"from":{"id":1087968824,"is_bot":true,"first_name":"Group"},"sender_chat":` + club + `,"text":"/help"`),
			help(func(e *bot.Event) { e.Person = bot.Person{Key: "tg:1087968824", Name: "Club", Anonymous: true} })},
		{"somebody as a channel", inMessage(`"from":{"id":136817688,"is_bot":true,"first_name":"Channel"},"sender_chat":{"id":-1009,"type":"channel","title":"News"},"text":"/help"`),
			help(func(e *bot.Event) { e.Person = bot.Person{Key: "tg:136817688", Name: "News", Anonymous: true} })},
		{"linked channel", inMessage(`"from":{"id":777000,"is_bot":false,"first_name":"Telegram"},"text":"/help"`),
			help(func(e *bot.Event) { e.Person = bot.Person{Key: "tg:777000", Name: "Telegram", Anonymous: true} })},
		{"no sender", inMessage(`"text":"/help"`), help(func(e *bot.Event) { e.Person = bot.Person{} })},
		{"private", `{"update_id":9,"message":{"message_id":6,"date":1,"chat":{"id":7,"type":"private","first_name":"Ana"},"from":` + ana + `,"text":"/start abc"}}`,
			with(func(e *bot.Event) {
				e.Kind, e.Command, e.Args, e.Chat, e.Private, e.Title = bot.Command, "start", "abc", "tg:7", true, ""
			})},
		{"edited at once", `{"update_id":9,"edited_message":{"message_id":6,"date":100,"edit_date":130,"chat":` + club + `,"from":` + ana + `,"text":"/help"}}`, help(same)},
		{"edited long after", `{"update_id":9,"edited_message":{"message_id":6,"date":100,"edit_date":900,"chat":` + club + `,"from":` + ana + `,"text":"/help"}}`, nil},
		{"edited reply", `{"update_id":9,"edited_message":{"message_id":6,"date":100,"edit_date":101,"chat":` + club + `,"from":` + ana + `,"text":"13/7","reply_to_message":` + own + `}}`, nil},
		{"tap", `{"update_id":9,"callback_query":{"id":"q","from":` + ana + `,"data":"m1:3:roll","message":` + own + `}}`,
			with(func(e *bot.Event) { e.Kind, e.Data, e.Ref = bot.Tap, "m1:3:roll", "5" })},
		{"tap on a message out of reach", `{"update_id":9,"callback_query":{"id":"q","from":` + ana + `,"data":"d","message":{"message_id":5,"date":0,"chat":` + club + `}}}`,
			with(func(e *bot.Event) { e.Kind, e.Data, e.Ref = bot.Tap, "d", "5" })},
		{"tap on an inline message", `{"update_id":9,"callback_query":{"id":"q","from":` + ana + `,"data":"d","inline_message_id":"x"}}`, nil},
		{"tap on a game", `{"update_id":9,"callback_query":{"id":"q","from":` + ana + `,"game_short_name":"g","message":` + own + `}}`, nil},
		{"group upgraded, told in the old chat", `{"update_id":9,"message":{"message_id":6,"date":1,"chat":{"id":-5,"type":"group","title":"Club"},"from":` + ana + `,"migrate_to_chat_id":-1001}}`,
			&bot.Event{Key: "tg:42:9", Time: noon, Kind: bot.Migrated, Chat: "tg:-5", NewChat: "tg:-1001", Title: "Club"}},
		{"group upgraded, told in the new chat", inMessage(`"migrate_from_chat_id":-5`),
			&bot.Event{Key: "tg:42:9", Time: noon, Kind: bot.Migrated, Chat: "tg:-5", NewChat: "tg:-1001", Title: "Club"}},
		{"removed", membershipOf(`{"status":"kicked","until_date":0}`), with(func(e *bot.Event) { e.Kind = bot.ChatLost })},
		{"left", membershipOf(`{"status":"left"}`), with(func(e *bot.Event) { e.Kind = bot.ChatLost })},
		{"muted", membershipOf(`{"status":"restricted","is_member":true,"can_send_messages":false}`), with(func(e *bot.Event) { e.Kind = bot.ChatLost })},
		{"restricted and out", membershipOf(`{"status":"restricted","is_member":false,"can_send_messages":true}`), with(func(e *bot.Event) { e.Kind = bot.ChatLost })},
		{"without photos", membershipOf(`{"status":"restricted","is_member":true,"can_send_messages":true}`), with(func(e *bot.Event) { e.Kind = bot.ChatFound })},
		{"added", membershipOf(`{"status":"member"}`), with(func(e *bot.Event) { e.Kind = bot.ChatFound })},
		{"promoted", membershipOf(`{"status":"administrator"}`), with(func(e *bot.Event) { e.Kind = bot.ChatFound })},
		{"of a kind never asked for", `{"update_id":9,"poll":{"id":"1"}}`, nil},
		{"without a chat", `{"update_id":9,"message":{"message_id":6,"date":1,"from":` + ana + `,"text":"/help"}}`, nil},
	} {
		in, ok := eventOf(t, c.update)
		if ok != (c.want != nil) {
			t.Errorf("%s: an event: %v (%+v)", c.name, ok, in.event)
			continue
		}
		if c.want == nil {
			continue
		}
		if diff := cmp.Diff(*c.want, in.event); diff != "" {
			t.Errorf("%s, want -, got +:\n%s", c.name, diff)
		}
	}
}

func membershipOf(status string) string {
	return `{"update_id":9,"my_chat_member":{"chat":` + club + `,"from":` + ana + `,"date":1,"old_chat_member":{"status":"member"},"new_chat_member":` + status + `}}`
}

// Even what is no event may hold a tap, whose button must not spin on.
func TestTranslateKeepsQueries(t *testing.T) {
	in, ok := eventOf(t, `{"update_id":9,"callback_query":{"id":"q1","from":`+ana+`,"data":"d","inline_message_id":"x"}}`)
	if ok || in.query != "q1" {
		t.Errorf("query %q, an event: %v; want q1, none", in.query, ok)
	}
}

func TestKeys(t *testing.T) {
	for _, p := range []place{{chat: 7}, {chat: -1001}, {chat: -1001, thread: 33}} {
		back, err := parseChat(p.key())
		if err != nil || back != p {
			t.Errorf("%+v became %s and %+v (%v)", p, p.key(), back, err)
		}
	}
	for _, bad := range []bot.ChatKey{"", "tg:", "tg:x", "dc:7", "tg:7/", "tg:7/x", "tg:7/0", "tg:7/-1", "tg:0"} {
		if p, err := parseChat(bad); err == nil {
			t.Errorf("parseChat(%q) = %+v, want an error", bad, p)
		}
	}
	for _, bad := range []bot.BoardRef{"", "x", "0", "-1"} {
		if id, err := parseRef(bad); err == nil {
			t.Errorf("parseRef(%q) = %d, want an error", bad, id)
		}
	}
}

// Whatever arrives is read, skipped or refused, and nothing worse.
func FuzzUpdate(f *testing.F) {
	for _, seed := range []string{
		inMessage(`"from":` + ana + `,"text":"/help@x 🎲","entities":[{"type":"bot_command","offset":0,"length":900}]`),
		`{"update_id":9,"callback_query":{"id":"q","from":` + ana + `,"data":"d","message":{"message_id":5,"date":0,"chat":` + club + `}}}`,
		membershipOf(`{"status":"restricted"}`),
		inMessage(`"migrate_from_chat_id":-5`),
		`{"update_id":"nine"}`, `[]`, `null`, ``,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		if _, err := updateID(raw); err != nil {
			return
		}
		var u update
		if json.Unmarshal(raw, &u) != nil {
			return
		}
		in, ok := translate(me, noon, &u)
		if !ok {
			return
		}
		if at, err := parseChat(in.event.Chat); err != nil || at != in.at {
			t.Errorf("chat %q of %s: %v", in.event.Chat, raw, err)
		}
		if in.event.Kind == 0 || in.event.Key == "" {
			t.Errorf("half an event %+v of %s", in.event, raw)
		}
	})
}
