package telegram

import (
	"context"
	"strconv"
	"time"
)

// member names a person in a chat.
type member struct{ chat, user int64 }

type membership struct {
	admin bool
	asked time.Time
}

// adminMemory is how long an answer about a member's rights is trusted.
const adminMemory = time.Minute

// administers reports whether the sender of the event may administer its chat.
// If Telegram does not say, he may not.
func (d *Door) administers(ctx context.Context, in incoming) bool {
	switch {
	case in.event.Private:
		return true
	case in.event.Person.Anonymous:
		return in.ownVoice // only administrators speak as their own group
	}
	user, ok := parsePerson(in.event.Person.Key)
	if !ok {
		return false
	}
	who, now := member{in.at.chat, user}, d.clock.Now()
	if known, ok := d.admins.get(who); ok && now.Sub(known.asked) < adminMemory {
		return known.admin
	}
	var m chatMember
	err := d.api.get(ctx, "getChatMember", params{
		"chat_id": strconv.FormatInt(who.chat, 10),
		"user_id": strconv.FormatInt(who.user, 10),
	}, &m)
	if err != nil {
		d.log.WarnContext(ctx, "a member's rights are unknown", "chat", in.event.Chat, "error", err)
		return false
	}
	d.admins.put(who, membership{m.administers(), now})
	return m.administers()
}
