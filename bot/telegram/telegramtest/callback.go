package telegramtest

import (
	"fmt"
	"strconv"
	"time"
	"unicode/utf8"
)

// query is a tap that waits for its answer.
type query struct {
	asked    time.Time
	answered chan struct{} // closed by the answer
	toast    Toast
	done     bool
}

// Toast is what a person sees after a tap.
type Toast struct {
	Text     string
	Alert    bool
	Answered bool // false: the button kept spinning
}

const maxToast = 200 // characters

// Press is a tap under way.
type Press struct {
	s *Server
	q *query
}

// Tap lets the person tap a button, given by its label or its data, and waits for
// the answer, at most ten seconds of real time.
func (s *Server) Tap(user, chat int64, message int, labelOrData string) Toast {
	m, ok := s.Message(chat, message)
	if !ok {
		return Toast{Text: fmt.Sprintf("there is no message %d", message)}
	}
	b, ok := m.Button(labelOrData)
	if !ok {
		return Toast{Text: fmt.Sprintf("message %d has no button %q but %q", message, labelOrData, m.Labels())}
	}
	return s.TapData(user, chat, message, b.Data)
}

// TapData is Tap with any data, as a client with an old keyboard or a bad one sends.
func (s *Server) TapData(user, chat int64, message int, data string) Toast {
	return s.PressData(user, chat, message, data).Wait(10 * time.Second)
}

// PressData lets the person tap and does not wait.
func (s *Server) PressData(user, chat int64, message int, data string) *Press {
	s.mu.Lock()
	defer s.mu.Unlock()
	q := &query{asked: s.clock.Now(), answered: make(chan struct{})}
	id := strconv.FormatInt(s.nextID()<<20|user&0xfffff, 10)
	s.queries[id] = q
	c := s.chats[chat]
	o := object{
		"id": id, "from": *s.users[user], "chat_instance": strconv.FormatInt(chat, 10), "data": data,
		"message": object{"chat": c.wire(), "message_id": message, "date": 0},
	}
	if m := c.message(message); m != nil {
		o["message"] = s.wireMessage(m)
	}
	s.enqueue("callback_query", user, o)
	return &Press{s, q}
}

// Wait waits for the answer, at most so long in real time.
func (p *Press) Wait(most time.Duration) Toast {
	late := time.NewTimer(most)
	defer late.Stop()
	select {
	case <-p.q.answered:
	case <-late.C:
	}
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	return p.q.toast
}

func (c *call) answerCallbackQuery() (any, *Error) {
	q := c.s.queries[c.params["callback_query_id"]]
	if q == nil || q.done || c.s.clock.Now().Sub(q.asked) > c.s.opts.CallbackLife {
		return nil, badRequest("query is too old and response timeout expired or query ID is invalid")
	}
	if utf8.RuneCountInString(c.params["text"]) > maxToast {
		return nil, badRequest("MESSAGE_TOO_LONG")
	}
	q.done = true
	q.toast = Toast{Text: c.params["text"], Alert: c.bool("show_alert"), Answered: true}
	close(q.answered)
	return true, nil
}

// Unanswered returns how many taps were delivered or are waiting without an answer.
func (s *Server) Unanswered() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, q := range s.queries {
		if !q.done {
			n++
		}
	}
	return n
}
