package storetest

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"tablabot/store"
)

// Model is a store in memory, as plain as it can be written: it has no index, and
// every question is a loop. The zero value is an empty store.
type Model struct {
	mu        sync.Mutex
	closed    bool
	matches   map[string]modelMatch
	chats     map[string]store.Chat
	people    map[string]store.Person
	boards    map[store.BoardKey]store.Board // without what is read from the match
	deadlines []modelDeadline
	events    map[string]modelEvent
}

var _ store.Store = (*Model)(nil)

type modelMatch struct {
	store.Match
	log []string
}

type modelDeadline struct {
	store.Deadline
	leaseEnds time.Time
}

type modelEvent struct {
	time   time.Time
	answer []byte
}

// begin locks the model, which must not be closed.
func (m *Model) begin(ctx context.Context) (end func(), err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	m.mu.Lock()
	if m.closed {
		m.mu.Unlock()
		return nil, errors.New("the store is closed")
	}
	if m.matches == nil {
		m.matches = make(map[string]modelMatch)
		m.chats = make(map[string]store.Chat)
		m.people = make(map[string]store.Person)
		m.boards = make(map[store.BoardKey]store.Board)
		m.events = make(map[string]modelEvent)
	}
	return m.mu.Unlock, nil
}

// Commit implements [store.Store].
func (m *Model) Commit(ctx context.Context, c store.Change) ([]byte, bool, error) {
	end, err := m.begin(ctx)
	if err != nil {
		return nil, false, err
	}
	defer end()
	if err := c.Validate(); err != nil {
		return nil, false, err
	}
	if c.Time.IsZero() {
		c.Time = time.Now()
	}
	if answer, ok := m.seen(c.Event, c.Time); ok {
		return answer, true, nil
	}
	if err := m.refuses(&c); err != nil {
		return nil, false, err
	}
	if c.Match != nil {
		m.commitMatch(&c)
	}
	for _, order := range c.Orders {
		b := m.boards[order.BoardKey]
		b.BoardKey, b.Order = order.BoardKey, order
		m.boards[order.BoardKey] = b
	}
	if c.Chat != nil {
		chat := *c.Chat
		chat.Rev++
		m.chats[chat.Key] = chat
	}
	for _, person := range c.People {
		m.people[person.Key] = person
	}
	if c.Event != "" {
		m.events[c.Event] = modelEvent{c.Time, bytes.Clone(c.Answer)}
	}
	return bytes.Clone(c.Answer), false, nil
}

func (m *Model) refuses(c *store.Change) error {
	if c.Match != nil {
		was := m.matches[c.Match.ID]
		if was.Rev != c.Match.Rev {
			return fmt.Errorf("match %s: %w", c.Match.ID, store.ErrConflict)
		}
		if was.Finished {
			return fmt.Errorf("%w: match %s is finished", store.ErrInvalid, c.Match.ID)
		}
	}
	if c.Chat != nil && m.chats[c.Chat.Key].Rev != c.Chat.Rev {
		return fmt.Errorf("chat %s: %w", c.Chat.Key, store.ErrConflict)
	}
	for _, order := range c.Orders {
		if _, ok := m.matches[order.Match]; !ok && c.Match == nil {
			return fmt.Errorf("match %s: %w", order.Match, store.ErrNotFound)
		}
	}
	return nil
}

func (m *Model) commitMatch(c *store.Change) {
	was := m.matches[c.Match.ID]
	is := modelMatch{cloneMatch(*c.Match), append(slices.Clone(was.log), c.Log...)}
	is.Rev++
	is.Must = was.Must
	if c.MustShow {
		is.Must = is.Rev
	}
	m.matches[is.ID] = is
	if c.Deadlines == nil && !is.Finished {
		return
	}
	m.deadlines = slices.DeleteFunc(m.deadlines, func(d modelDeadline) bool { return d.Match == is.ID })
	if is.Finished {
		return
	}
	for _, d := range c.Deadlines {
		if !slices.ContainsFunc(m.deadlines, func(is modelDeadline) bool { return compareDeadlines(is.Deadline, d) == 0 }) {
			m.deadlines = append(m.deadlines, modelDeadline{Deadline: d})
		}
	}
	slices.SortFunc(m.deadlines, func(a, b modelDeadline) int { return compareDeadlines(a.Deadline, b.Deadline) })
}

func compareDeadlines(a, b store.Deadline) int {
	return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.Match, b.Match), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Turn, b.Turn))
}

// Seen implements [store.Store].
func (m *Model) Seen(ctx context.Context, event string) ([]byte, bool, error) {
	end, err := m.begin(ctx)
	if err != nil {
		return nil, false, err
	}
	defer end()
	var newest time.Time
	for _, e := range m.events {
		if e.time.After(newest) {
			newest = e.time
		}
	}
	answer, ok := m.seen(event, newest)
	return answer, ok, nil
}

func (m *Model) seen(event string, now time.Time) ([]byte, bool) {
	e, ok := m.events[event]
	if !ok || now.Sub(e.time) > store.EventMemory {
		return nil, false
	}
	return bytes.Clone(e.answer), true
}

// Match implements [store.Store].
func (m *Model) Match(ctx context.Context, id string) (store.Match, error) {
	end, err := m.begin(ctx)
	if err != nil {
		return store.Match{}, err
	}
	defer end()
	match, ok := m.matches[id]
	if !ok {
		return store.Match{}, fmt.Errorf("match %s: %w", id, store.ErrNotFound)
	}
	return cloneMatch(match.Match), nil
}

// Log implements [store.Store].
func (m *Model) Log(ctx context.Context, id string) ([]string, error) {
	end, err := m.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	match, ok := m.matches[id]
	if !ok {
		return nil, fmt.Errorf("match %s: %w", id, store.ErrNotFound)
	}
	return slices.Clone(match.log), nil
}

func shownIn(m *store.Match, chat string) bool {
	return m.Home == chat || slices.Contains(m.Chats, chat)
}

// find returns the matches that a question is true of, oldest first.
func (m *Model) find(ctx context.Context, ask func(*store.Match) bool) ([]store.Match, error) {
	end, err := m.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	var found []store.Match
	for _, match := range m.matches {
		if ask(&match.Match) {
			found = append(found, cloneMatch(match.Match))
		}
	}
	slices.SortFunc(found, func(a, b store.Match) int {
		return cmp.Or(a.Created.Compare(b.Created), cmp.Compare(a.ID, b.ID))
	})
	return found, nil
}

// ChatMatches implements [store.Store].
func (m *Model) ChatMatches(ctx context.Context, chat string) ([]store.Match, error) {
	return m.find(ctx, func(m *store.Match) bool { return !m.Finished && shownIn(m, chat) })
}

// PersonMatches implements [store.Store].
func (m *Model) PersonMatches(ctx context.Context, person string) ([]store.Match, error) {
	return m.find(ctx, func(m *store.Match) bool { return !m.Finished && slices.Contains(m.People, person) })
}

// ChatHistory implements [store.Store].
func (m *Model) ChatHistory(ctx context.Context, chat string, n int) ([]store.Match, error) {
	found, err := m.find(ctx, func(m *store.Match) bool { return m.Finished && shownIn(m, chat) })
	slices.SortFunc(found, func(a, b store.Match) int {
		return cmp.Or(b.Updated.Compare(a.Updated), cmp.Compare(b.ID, a.ID))
	})
	return found[:max(0, min(n, len(found)))], err
}

// Chat implements [store.Store].
func (m *Model) Chat(ctx context.Context, key string) (store.Chat, error) {
	end, err := m.begin(ctx)
	if err != nil {
		return store.Chat{}, err
	}
	defer end()
	chat := m.chats[key]
	chat.Key = key
	return chat, nil
}

// Person implements [store.Store].
func (m *Model) Person(ctx context.Context, key string) (store.Person, error) {
	end, err := m.begin(ctx)
	if err != nil {
		return store.Person{}, err
	}
	defer end()
	person := m.people[key]
	person.Key = key
	return person, nil
}

// MigrateChat implements [store.Store].
func (m *Model) MigrateChat(ctx context.Context, from, to string) error {
	end, err := m.begin(ctx)
	if err != nil {
		return err
	}
	defer end()
	if err := errors.Join(store.ValidKey("chat", from), store.ValidKey("chat", to)); err != nil || from == to {
		return err
	}
	m.migrateRecord(from, to)
	for id, match := range m.matches {
		if shownIn(&match.Match, from) {
			m.matches[id] = migrateMatch(match, from, to)
		}
	}
	for key, b := range maps.Clone(m.boards) {
		if key.Chat != from {
			continue
		}
		delete(m.boards, key)
		b.Chat, b.Order.Chat = to, to
		if _, taken := m.boards[b.BoardKey]; taken {
			continue
		}
		b.Order.Posts++
		b.Shown = store.Shown{Posts: b.Shown.Posts, Text: b.Shown.Text, Done: b.Shown.Done}
		b.LeaseEnds = time.Time{}
		m.boards[b.BoardKey] = b
	}
	return nil
}

func (m *Model) migrateRecord(from, to string) {
	old, ok := m.chats[from]
	if !ok {
		return
	}
	is, known := m.chats[to]
	delete(m.chats, from)
	is.Key = to
	is.Rev = max(is.Rev, old.Rev) + 1
	is.Title = cmp.Or(is.Title, old.Title)
	is.Language = cmp.Or(is.Language, old.Language)
	is.Theme = cmp.Or(is.Theme, old.Theme)
	is.Numbers = max(is.Numbers, old.Numbers)
	is.LastGame = cmp.Or(is.LastGame, old.LastGame)
	if !known {
		is.Private = old.Private
	}
	m.chats[to] = is
}

func migrateMatch(match modelMatch, from, to string) modelMatch {
	if match.Home == from {
		match.Home = to
	}
	var chats []string
	for _, chat := range match.Chats {
		if chat == from {
			chat = to
		}
		if !slices.Contains(chats, chat) {
			chats = append(chats, chat)
		}
	}
	match.Chats = chats
	if !match.Finished {
		match.Rev++
	}
	return match
}

// asRead fills in what a board says of its match.
func (m *Model) asRead(b store.Board) store.Board {
	match := m.matches[b.Match]
	b.MatchRev, b.MatchMust, b.MatchSlot = match.Rev, match.Must, match.Slot
	return b
}

// sortedBoards returns the boards that a question is true of.
func (m *Model) sortedBoards(ask func(*store.Board) bool) []store.Board {
	var found []store.Board
	for _, b := range m.boards {
		if b = m.asRead(b); ask(&b) {
			found = append(found, b)
		}
	}
	slices.SortFunc(found, func(a, b store.Board) int {
		return cmp.Or(cmp.Compare(a.Match, b.Match), cmp.Compare(a.Slot, b.Slot), cmp.Compare(a.Chat, b.Chat))
	})
	return found
}

// Boards implements [store.Store].
func (m *Model) Boards(ctx context.Context, match string) ([]store.Board, error) {
	end, err := m.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	if _, ok := m.matches[match]; !ok {
		return nil, fmt.Errorf("match %s: %w", match, store.ErrNotFound)
	}
	return m.sortedBoards(func(b *store.Board) bool { return b.Match == match }), nil
}

// BoardAt implements [store.Store].
func (m *Model) BoardAt(ctx context.Context, chat, ref string) (store.Board, error) {
	end, err := m.begin(ctx)
	if err != nil {
		return store.Board{}, err
	}
	defer end()
	found := m.sortedBoards(func(b *store.Board) bool { return ref != "" && b.Chat == chat && b.Shown.Ref == ref })
	if len(found) == 0 {
		return store.Board{}, fmt.Errorf("message %s in %s: %w", ref, chat, store.ErrNotFound)
	}
	return found[len(found)-1], nil
}

// ClaimBoards implements [store.Store].
func (m *Model) ClaimBoards(ctx context.Context, door string, now time.Time, n int, lease time.Duration) ([]store.Board, error) {
	end, err := m.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	for key, b := range m.boards {
		if !b.LeaseEnds.After(now) {
			b.LeaseEnds = time.Time{}
			m.boards[key] = b
		}
	}
	found := m.sortedBoards(func(b *store.Board) bool {
		return b.Door() == door && b.Due() && !b.Order.NotBefore.After(now) && b.LeaseEnds.IsZero()
	})
	slices.SortStableFunc(found, func(a, b store.Board) int { return a.Order.NotBefore.Compare(b.Order.NotBefore) })
	found = found[:max(0, min(n, len(found)))]
	for i := range found {
		found[i].LeaseEnds = now.Add(lease)
		if b := m.boards[found[i].BoardKey]; lease > 0 {
			b.LeaseEnds = found[i].LeaseEnds
			m.boards[b.BoardKey] = b
		}
	}
	return found, nil
}

// SaveShown implements [store.Store].
func (m *Model) SaveShown(ctx context.Context, key store.BoardKey, shown store.Shown) error {
	end, err := m.begin(ctx)
	if err != nil {
		return err
	}
	defer end()
	b, ok := m.boards[key]
	if !ok {
		return fmt.Errorf("board of match %s: %w", key.Match, store.ErrNotFound)
	}
	b.Shown, b.LeaseEnds = shown, time.Time{}
	m.boards[key] = b
	return nil
}

// ClaimDeadlines implements [store.Store].
func (m *Model) ClaimDeadlines(ctx context.Context, now time.Time, n int, lease time.Duration) ([]store.Deadline, error) {
	end, err := m.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	var found []store.Deadline
	for i := range m.deadlines {
		d := &m.deadlines[i]
		if !d.leaseEnds.After(now) {
			d.leaseEnds = time.Time{}
		}
		if len(found) < n && !d.At.After(now) && d.leaseEnds.IsZero() {
			found = append(found, d.Deadline)
			if lease > 0 {
				d.leaseEnds = now.Add(lease)
			}
		}
	}
	return found, nil
}

// NextDue implements [store.Store].
func (m *Model) NextDue(ctx context.Context) (time.Time, error) {
	end, err := m.begin(ctx)
	if err != nil {
		return time.Time{}, err
	}
	defer end()
	var times []time.Time
	for _, d := range m.deadlines {
		times = append(times, latest(d.At, d.leaseEnds))
	}
	for _, b := range m.sortedBoards((*store.Board).Due) {
		times = append(times, latest(b.Order.NotBefore, b.LeaseEnds))
	}
	times = slices.DeleteFunc(times, time.Time.IsZero)
	if len(times) == 0 {
		return time.Time{}, nil
	}
	return slices.MinFunc(times, time.Time.Compare), nil
}

// Close implements [store.Store].
func (m *Model) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closed = true
	return nil
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

func cloneMatch(m store.Match) store.Match {
	m.Chats, m.People, m.State = slices.Clone(m.Chats), slices.Clone(m.People), bytes.Clone(m.State)
	return m
}
