package telegram

import (
	"fmt"
	"strconv"
	"strings"

	"tablabot/bot"
)

const doorName = "tg"

// place is a chat, or a topic of a forum.
type place struct {
	chat   int64
	thread int // 0: no topic, or the topic "General"
}

// messageID names a message; ids are unique in a chat, across its topics.
type messageID struct {
	chat int64
	id   int
}

// key returns the chat's key: "tg:-1001234", a topic's "tg:-1001234/56".
func (p place) key() bot.ChatKey {
	key := doorName + ":" + strconv.FormatInt(p.chat, 10)
	if p.thread != 0 {
		key += "/" + strconv.Itoa(p.thread)
	}
	return bot.ChatKey(key)
}

func parseChat(key bot.ChatKey) (place, error) {
	bad := fmt.Errorf("%q is not a chat of Telegram", key)
	rest, ok := strings.CutPrefix(string(key), doorName+":")
	if !ok {
		return place{}, bad
	}
	chat, thread, topic := strings.Cut(rest, "/")
	var p place
	var err error
	if p.chat, err = strconv.ParseInt(chat, 10, 64); err != nil || p.chat == 0 {
		return place{}, bad
	}
	if topic {
		if p.thread, err = strconv.Atoi(thread); err != nil || p.thread <= 0 {
			return place{}, bad
		}
	}
	return p, nil
}

func personKey(id int64) bot.PersonKey {
	return bot.PersonKey(doorName + ":" + strconv.FormatInt(id, 10))
}

// parsePerson returns the user id; ok is false for people of other platforms.
func parsePerson(key bot.PersonKey) (id int64, ok bool) {
	rest, ok := strings.CutPrefix(string(key), doorName+":")
	if !ok {
		return 0, false
	}
	id, err := strconv.ParseInt(rest, 10, 64)
	return id, err == nil && id > 0
}

func refOf(message int) bot.BoardRef { return bot.BoardRef(strconv.Itoa(message)) }

func parseRef(ref bot.BoardRef) (int, error) {
	id, err := strconv.Atoi(string(ref))
	if err != nil || id <= 0 {
		return 0, fmt.Errorf("%q is not a message of Telegram", ref)
	}
	return id, nil
}
