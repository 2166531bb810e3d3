package telegramtest

import "maps"

func (c *call) getChatMember() (any, *Error) {
	ch, refusal := c.chat()
	if refusal != nil {
		return nil, refusal
	}
	id := c.int64("user_id")
	u := c.s.users[id]
	switch {
	case u == nil:
		return nil, badRequest("PARTICIPANT_ID_INVALID")
	case ch.admins[id]:
		return memberObject(*u, "administrator", true, true), nil
	case ch.members[id]:
		return memberObject(*u, "member", true, true), nil
	}
	return memberObject(*u, "left", true, true), nil
}

// Kick removes the bot from a chat; in a private chat the person blocks it.
func (s *Server) Kick(chat, by int64) { s.setBot(chat, by, "kicked", true, true) }

// Leave lets the bot be out of a chat without a ban.
func (s *Server) Leave(chat, by int64) { s.setBot(chat, by, "left", true, true) }

// Readd adds the bot again, or unblocks it, with full rights.
func (s *Server) Readd(chat, by int64) { s.setBot(chat, by, "member", true, true) }

// Promote makes the bot an administrator.
func (s *Server) Promote(chat, by int64) { s.setBot(chat, by, "administrator", true, true) }

// Restrict takes the right to write, or only to send photos, from the bot.
func (s *Server) Restrict(chat, by int64, mayWrite, mayPicture bool) {
	s.setBot(chat, by, "restricted", mayWrite, mayPicture)
}

// DeleteGroup deletes a group, of which bots hear nothing.
func (s *Server) DeleteGroup(chat int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.chats[chat].deleted = true
}

func (s *Server) setBot(chat, by int64, status string, mayWrite, mayPicture bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.chats[chat]
	before := memberObject(s.me, c.botStatus, c.mayWrite, c.mayPicture)
	c.botStatus, c.mayWrite, c.mayPicture = status, mayWrite, mayPicture
	s.enqueue("my_chat_member", chat, object{
		"chat": c.wire(), "from": *s.users[by], "date": s.clock.Now().Unix(),
		"old_chat_member": before,
		"new_chat_member": memberObject(s.me, status, mayWrite, mayPicture),
	})
}

// memberObject is a member with all the fields that its status demands.
func memberObject(u User, status string, mayWrite, mayPicture bool) object {
	o := object{"status": status, "user": u}
	switch status {
	case "administrator":
		maps.Copy(o, flags(true, "can_be_edited", "can_manage_chat", "can_delete_messages", "can_manage_video_chats",
			"can_restrict_members", "can_promote_members", "can_change_info", "can_invite_users", "can_post_stories",
			"can_edit_stories", "can_delete_stories"))
		o["is_anonymous"] = false
	case "restricted":
		maps.Copy(o, flags(mayWrite, "can_send_messages", "can_send_audios", "can_send_documents", "can_send_videos",
			"can_send_video_notes", "can_send_voice_notes", "can_send_polls", "can_send_other_messages",
			"can_add_web_page_previews", "can_react_to_messages", "can_edit_tag", "can_change_info", "can_invite_users",
			"can_pin_messages", "can_manage_topics"))
		o["can_send_photos"] = mayWrite && mayPicture
		o["is_member"] = true
		o["until_date"] = 0
	case "kicked":
		o["until_date"] = 0
	}
	return o
}

func flags(value bool, names ...string) object {
	o := make(object)
	for _, name := range names {
		o[name] = value
	}
	return o
}

// Migrate upgrades a group to a supergroup, whose id it returns. Message ids begin
// anew; the bot hears of it in both chats.
func (s *Server) Migrate(group, by int64) int64 {
	s.mu.Lock()
	title := s.chats[group].title
	id := supergroupID(s.nextID())
	s.mu.Unlock()
	s.addChat(id, "supergroup", title)
	s.mu.Lock()
	defer s.mu.Unlock()
	old, fresh := s.chats[group], s.chats[id]
	fresh.members, fresh.admins = old.members, old.admins
	fresh.botStatus, fresh.mayWrite, fresh.mayPicture = old.botStatus, old.mayWrite, old.mayPicture
	old.migratedTo = id
	now := s.clock.Now()
	for _, told := range []struct {
		in *chat
		m  *Message
	}{
		{old, &Message{From: by, Date: now, migrateTo: id}},
		{fresh, &Message{From: groupAnonymousBot, senderChat: id, Date: now, migrateOld: group}},
	} {
		told.in.add(told.m)
		s.enqueue("message", told.in.id, s.wireMessage(told.m))
	}
	return id
}
