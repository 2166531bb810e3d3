package bolt_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.etcd.io/bbolt"

	"tablabot/store"
	"tablabot/store/bolt"
)

// contents returns what a file holds, as Check finds it.
func contents(path string) (map[string]string, error) {
	all := make(map[string]string)
	err := bolt.Check(path, func(m store.Match, log []string) error {
		all[m.ID] = fmt.Sprintf("%+v %q", m, log)
		return nil
	})
	return all, err
}

func TestCheckReadsAll(t *testing.T) {
	path := written(t, 20)
	all, err := contents(path)
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != 20 || !strings.Contains(all["m3"], `["opening 3 1" "play 0 8/5 6/5"]`) {
		t.Errorf("%d matches, m3: %s", len(all), all["m3"])
	}
	wrong := errors.New("the log says otherwise")
	err = bolt.Check(path, func(store.Match, []string) error { return wrong })
	if !errors.Is(err, wrong) || !strings.Contains(err.Error(), "match m") {
		t.Errorf("error %v, want one that names the match and is %v", err, wrong)
	}
}

// useAll opens a store and asks it for everything. What it answers does not
// matter; it must answer.
func useAll(path string, write bool) error {
	s, err := bolt.Open(path, bolt.Options{Program: "1.0"})
	if err != nil {
		return err
	}
	defer s.Close()
	ctx := context.Background()
	for i := range 25 {
		id := fmt.Sprint("m", i)
		_, matchErr := s.Match(ctx, id)
		_, logErr := s.Log(ctx, id)
		_, boardsErr := s.Boards(ctx, id)
		_, _, seenErr := s.Seen(ctx, "begin "+id)
		err = errors.Join(err, matchErr, logErr, boardsErr, seenErr)
	}
	_, chatErr := s.ChatMatches(ctx, "tg:m")
	_, historyErr := s.ChatHistory(ctx, "dc:1", 100)
	_, personErr := s.PersonMatches(ctx, "tg:ana")
	_, claimErr := s.ClaimBoards(ctx, "tg", time.Now(), 100, 0)
	_, deadlineErr := s.ClaimDeadlines(ctx, time.Now().Add(24*time.Hour), 100, 0)
	_, nextErr := s.NextDue(ctx)
	if write {
		err = errors.Join(err, commitMatch(ctx, s, "new"))
	}
	return errors.Join(err, chatErr, historyErr, personErr, claimErr, deadlineErr, nextErr)
}

// TestDamage damages every page of a file in every way. Nothing may crash, a file
// that is refused stays as it is, and a file that passes the check holds what it
// held.
func TestDamage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "damaged.db")
	if err := bolt.Backup(t.Context(), written(t, 25), path); err != nil { // has no free end
		t.Fatal(err)
	}
	whole := read(t, path)
	save := func(data []byte) {
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	save(whole)
	want, err := contents(path)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	found, harmless := 0, 0
	kinds := make(map[int]bool)
	for i, d := range damages(whole, random) {
		data := d.apply(bytes.Clone(whole))
		if bytes.Equal(data, whole) {
			continue
		}
		save(data)
		got, err := contents(path)
		switch {
		case err == nil && !cmp.Equal(got, want):
			t.Errorf("%s: the check passed, but the file holds something else", d.name)
		case err != nil && !errors.Is(err, store.ErrDamaged) && !errors.Is(err, store.ErrNewer):
			t.Errorf("%s: check: error %v, want %v", d.name, err, store.ErrDamaged)
		}
		if after := read(t, path); !bytes.Equal(after, data) {
			t.Errorf("%s: the check changed the file", d.name)
		}
		kinds[d.kind] = true
		if err != nil {
			found++
		} else {
			harmless++
		}
		if s, err := bolt.Open(path, bolt.Options{Program: "1.0"}); err == nil {
			s.Close()
			_ = useAll(path, i%10 == 0)
		} else if after := read(t, path); !bytes.Equal(after, data) {
			t.Errorf("%s: Open refused the file and changed it: %v", d.name, err)
		}
	}
	for name, kind := range map[string]int{"branch": 1, "leaf": 2, "header": 4, "free list": 16} {
		if !kinds[kind] {
			t.Errorf("the file has no page that is a %s", name)
		}
	}
	t.Logf("%d damages were found, %d have no effect", found, harmless)
}

type damaging struct {
	name  string
	kind  int // of the page
	apply func([]byte) []byte
}

// damages returns ways to damage a file, for every page that is in use.
func damages(whole []byte, random *rand.Rand) []damaging {
	size := os.Getpagesize()
	var all []damaging
	for page := 0; page*size < len(whole); page++ {
		from := page * size
		content := whole[from : from+size]
		if bytes.Equal(content, make([]byte, size)) {
			continue
		}
		kind := int(binary.NativeEndian.Uint16(content[8:]))
		add := func(how string, apply func([]byte) []byte) {
			all = append(all, damaging{fmt.Sprintf("%s of page %d", how, page), kind, apply})
		}
		add("end in the middle", func(data []byte) []byte { return data[:from+size/2] })
		add("zeros instead", func(data []byte) []byte { clear(data[from : from+size]); return data })
		add("a copy of the next page instead", func(data []byte) []byte {
			copy(data[from:from+size], data[min(from+size, len(data)):])
			return data
		})
		add("noise instead", func(data []byte) []byte {
			for i := from; i < from+size; i++ {
				data[i] = byte(random.Uint32())
			}
			return data
		})
		for range 2 {
			header, element, anywhere := random.IntN(16), 16+random.IntN(48), random.IntN(size)
			bit := byte(1) << random.IntN(8)
			add(fmt.Sprintf("a flipped bit in the header (byte %d)", header), flip(from+header, bit))
			add(fmt.Sprintf("a flipped bit in the elements (byte %d)", element), flip(from+element, bit))
			add(fmt.Sprintf("a flipped bit anywhere (byte %d)", anywhere), flip(from+anywhere, bit))
		}
	}
	return all
}

func flip(at int, bit byte) func([]byte) []byte {
	return func(data []byte) []byte {
		data[at] ^= bit
		return data
	}
}

// TestCheckIndexes breaks every index both ways, and every record.
func TestCheckIndexes(t *testing.T) {
	original := read(t, written(t, 12))
	for _, bucket := range []string{"live", "archive", "places", "pointers", "history", "seats", "logs", "people",
		"boards", "open", "chatboards", "refs", "due", "deadlines", "appointments", "events", "eventtimes"} {
		for how, change := range map[string]func(*bbolt.Bucket) error{
			"an entry is missing": func(b *bbolt.Bucket) error {
				key, _ := b.Cursor().First()
				return b.Delete(key)
			},
			"an entry is foreign": func(b *bbolt.Bucket) error {
				_, value := b.Cursor().First()
				return b.Put([]byte("x\x00"), bytes.Clone(value))
			},
			"a value is another's": func(b *bbolt.Bucket) error {
				key, _ := b.Cursor().First()
				return b.Put(bytes.Clone(key), store.Seal([]byte("{}")))
			},
		} {
			t.Run(bucket+"/"+how, func(t *testing.T) {
				path := filepath.Join(t.TempDir(), "tablabot.db")
				if err := os.WriteFile(path, original, 0o600); err != nil {
					t.Fatal(err)
				}
				indexOnly := true
				edit(t, path, func(tx *bbolt.Tx) error {
					b := tx.Bucket([]byte(bucket))
					key, value := b.Cursor().First()
					if key == nil { // no board is due: let one be
						indexOnly = false
						return b.Put([]byte("x\x00"), nil)
					}
					indexOnly = len(value) == 0
					return change(b)
				})
				harmless := bucket == "people" && how == "an entry is missing" || // an unknown person
					bucket == "logs" && how == "a value is another's" || // a line of two characters
					indexOnly && how == "a value is another's"
				if err := bolt.Check(path, nil); !errors.Is(err, store.ErrDamaged) && !harmless {
					t.Errorf("error %v, want %v", err, store.ErrDamaged)
				}
			})
		}
	}
}

func TestCheckHeader(t *testing.T) {
	path := written(t, 3)
	data := read(t, path)
	data[20] ^= 1
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := bolt.Check(path, nil); !errors.Is(err, store.ErrDamaged) || !strings.Contains(err.Error(), "header") {
		t.Errorf("error %v, want %v and a word of the header", err, store.ErrDamaged)
	}
}
