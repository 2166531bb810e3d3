package discordtest

import (
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// link is one connection.
type link struct {
	conn *websocket.Conn
	out  chan any
	done chan struct{}
	once sync.Once
}

// send queues something to say; a bot that does not listen is cut off.
func (l *link) send(v any) {
	select {
	case l.out <- v:
	default:
		l.close()
	}
}

// closeMessage asks the writer to close the connection with a code.
type closeMessage int

func (l *link) closeWith(code int) { l.send(closeMessage(code)) }

// write says what is queued until the connection ends.
func (l *link) write() {
	for {
		select {
		case <-l.done:
			l.drain()
			l.conn.Close()
			return
		case v := <-l.out:
			l.say(v)
		}
	}
}

// drain says what was queued before the end.
func (l *link) drain() {
	for {
		select {
		case v := <-l.out:
			l.say(v)
		default:
			return
		}
	}
}

func (l *link) say(v any) {
	deadline := time.Now().Add(2 * time.Second)
	if code, ok := v.(closeMessage); ok {
		l.close() // first, so that the reply is not taken for the bot's wish
		l.conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(int(code), ""), deadline)
		return
	}
	l.conn.SetWriteDeadline(deadline)
	if l.conn.WriteJSON(v) != nil {
		l.close()
	}
}

// closed reports whether this side has ended the connection.
func (l *link) closed() bool {
	select {
	case <-l.done:
		return true
	default:
		return false
	}
}

func (l *link) close() { l.once.Do(func() { close(l.done) }) }
