package discord

import (
	"context"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// dialer makes the connections of one session and can cut them for good, which is
// the only way to end a call of the library that waits for the gateway.
type dialer struct {
	silence time.Duration

	mu   sync.Mutex
	last net.Conn
	done bool
}

// websocket returns a dialer for the library.
func (d *dialer) websocket() *websocket.Dialer {
	return &websocket.Dialer{
		Proxy:            http.ProxyFromEnvironment,
		HandshakeTimeout: 20 * time.Second,
		NetDialContext:   d.dial,
	}
}

func (d *dialer) dial(ctx context.Context, network, address string) (net.Conn, error) {
	var base net.Dialer
	c, err := base.DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.done {
		c.Close()
		return nil, net.ErrClosed
	}
	d.last = &watchedConn{Conn: c, silence: d.silence}
	return d.last, nil
}

// cut closes the last connection at once, without a word to the other side, and
// makes no further one.
func (d *dialer) cut() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.done = true
	if d.last != nil {
		d.last.Close()
	}
}

// watchedConn is a connection that ends when it is silent for too long.
type watchedConn struct {
	net.Conn
	silence time.Duration
}

// Read reads what comes within the silence. After an error the connection is
// closed: the library would end it with a code that ends the session as well.
func (c *watchedConn) Read(p []byte) (int, error) {
	if err := c.SetReadDeadline(time.Now().Add(c.silence)); err != nil {
		return 0, err
	}
	n, err := c.Conn.Read(p)
	if err != nil {
		c.Conn.Close()
	}
	return n, err
}
