package discord

import (
	"strconv"
	"sync"

	"tablabot/bot"
)

// maxRights is how many chats the door remembers its permissions in; where they are
// forgotten, or were never told, a request finds out.
const maxRights = 8192

// rights remembers what the bot may do in a chat, as the last interaction there
// told. The zero value is ready.
type rights struct {
	mu   sync.Mutex
	bits map[bot.ChatKey]uint64
}

func (r *rights) learn(chat bot.ChatKey, text string) {
	bits, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.bits == nil || len(r.bits) >= maxRights {
		r.bits = make(map[bot.ChatKey]uint64)
	}
	r.bits[chat] = bits
}

// check refuses a picture where it is known not to be allowed.
func (r *rights) check(chat bot.ChatKey, m message) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	bits, known := r.bits[chat]
	if known && len(m.files) > 0 && bits&(mayAttachFiles|mayAdminister) == 0 {
		return bot.ErrNoPictures
	}
	return nil
}
