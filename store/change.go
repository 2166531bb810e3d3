package store

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// ErrInvalid: a change or a key that no engine accepts; nothing was changed.
var ErrInvalid = errors.New("not a valid change")

// maxKey is the greatest length of a key in bytes.
const maxKey = 512

// Validate reports what makes a change unacceptable whatever is stored.
// Errors: [ErrInvalid].
func (c *Change) Validate() error {
	err := c.validateKeys()
	switch {
	case err != nil:
		return err
	case c.Match == nil && len(c.Log) > 0:
		return fmt.Errorf("%w: log lines without a match", ErrInvalid)
	case c.Match == nil && c.Deadlines != nil:
		return fmt.Errorf("%w: deadlines without a match", ErrInvalid)
	}
	if c.Match == nil {
		return nil
	}
	for _, order := range c.Orders {
		if order.Match != c.Match.ID {
			return fmt.Errorf("%w: an order for match %q in a change of match %q", ErrInvalid, order.Match, c.Match.ID)
		}
	}
	for _, deadline := range c.Deadlines {
		if deadline.Match != c.Match.ID {
			return fmt.Errorf("%w: a deadline of match %q in a change of match %q", ErrInvalid, deadline.Match, c.Match.ID)
		}
	}
	return nil
}

// validateKeys checks every part by itself.
func (c *Change) validateKeys() error {
	var errs []error
	check := func(what, key string) { errs = append(errs, ValidKey(what, key)) }
	if c.Event != "" {
		check("event", c.Event)
	}
	if m := c.Match; m != nil {
		check("match", m.ID)
		check("home chat", m.Home)
		for _, chat := range m.Chats {
			check("chat", chat)
		}
		for _, person := range m.People {
			check("person", person)
		}
	}
	for _, order := range c.Orders {
		check("match", order.Match)
		check("chat", order.Chat)
	}
	for _, deadline := range c.Deadlines {
		check("kind of deadline", deadline.Kind)
		if deadline.At.IsZero() {
			errs = append(errs, fmt.Errorf("%w: a deadline without a time", ErrInvalid))
		}
	}
	if c.Chat != nil {
		check("chat", c.Chat.Key)
	}
	for _, person := range c.People {
		check("person", person.Key)
	}
	return errors.Join(errs...)
}

// ValidKey reports whether a text can name something: 1 to 512 bytes of UTF-8
// without NUL. What says what it names. Errors: [ErrInvalid].
func ValidKey(what, key string) error {
	switch {
	case key == "":
		return fmt.Errorf("%w: the key of a %s is empty", ErrInvalid, what)
	case len(key) > maxKey:
		return fmt.Errorf("%w: the key of a %s is longer than %d bytes", ErrInvalid, what, maxKey)
	case !utf8.ValidString(key) || strings.ContainsRune(key, 0):
		return fmt.Errorf("%w: the key of a %s is not plain text: %q", ErrInvalid, what, key)
	}
	return nil
}
