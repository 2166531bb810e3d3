package store_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tablabot/store"
)

// TestRecordText pins the stored form: files with it exist, so it may gain fields,
// but none may change its name or its meaning without a new version.
func TestRecordText(t *testing.T) {
	at := time.Date(2026, 3, 14, 15, 9, 26, 535897932, time.UTC)
	key := store.BoardKey{Match: "m", Chat: "tg:1", Slot: 2}
	for _, test := range []struct {
		record any
		want   string
	}{
		{store.Match{ID: "m", Rev: 3, Must: 2, Number: 7, Home: "tg:1", Chats: []string{"tg:1"}, People: []string{"tg:ana"},
			Slot: 1, Finished: true, Created: at, Updated: at, State: []byte("state")},
			`{"ID":"m","Rev":3,"Must":2,"Number":7,"Home":"tg:1","Chats":["tg:1"],"People":["tg:ana"],"Slot":1,"Finished":true,` +
				`"Created":"2026-03-14T15:09:26.535897932Z","Updated":"2026-03-14T15:09:26.535897932Z","State":"c3RhdGU="}`},
		{store.Order{BoardKey: key, Posts: 1, Ping: true, NotBefore: at},
			`{"Match":"m","Chat":"tg:1","Slot":2,"Posts":1,"Ping":true,"NotBefore":"2026-03-14T15:09:26.535897932Z"}`},
		{store.Shown{Ref: "5", Posts: 1, Rev: 2, Hash: "h", Posting: "p", Text: true, Done: true},
			`{"Ref":"5","Posts":1,"Rev":2,"Hash":"h","Posting":"p","Text":true,"Done":true}`},
		{store.Deadline{Match: "m", Kind: "stop", Turn: 4, At: at},
			`{"Match":"m","Kind":"stop","Turn":4,"At":"2026-03-14T15:09:26.535897932Z"}`},
		{store.Chat{Key: "tg:1", Rev: 1, Title: "t", Private: true, Language: "sr", Theme: "dark", Numbers: 7, LastGame: "tabla", Lost: true},
			`{"Key":"tg:1","Rev":1,"Title":"t","Private":true,"Language":"sr","Theme":"dark","Numbers":7,"LastGame":"tabla","Lost":true}`},
		{store.Person{Key: "tg:ana", Name: "Ana", Language: "sr", NoConfirm: true},
			`{"Key":"tg:ana","Name":"Ana","Language":"sr","NoConfirm":true}`},
	} {
		data, err := store.EncodeRecord(test.record)
		if err != nil {
			t.Fatal(err)
		}
		text, err := store.Unseal(data)
		if err != nil || string(text) != test.want || data[0] != 1 {
			t.Errorf("%T of version %d, error %v:\n got %s\nwant %s", test.record, data[0], err, text, test.want)
		}
	}
}

func TestRecordRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := store.Person{
			Key: rapid.String().Draw(t, "key"), Name: rapid.String().Draw(t, "name"), NoConfirm: rapid.Bool().Draw(t, "no confirm"),
		}
		data, err := store.EncodeRecord(want)
		if err != nil {
			t.Fatal(err)
		}
		var got store.Person
		if err := store.DecodeRecord(data, &got); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		at := rapid.IntRange(0, len(data)-1).Draw(t, "byte")
		data[at] ^= 1 << rapid.IntRange(0, 7).Draw(t, "bit")
		if err := store.DecodeRecord(data, &got); !errors.Is(err, store.ErrDamaged) {
			t.Errorf("with byte %d flipped: error %v, want %v", at, err, store.ErrDamaged)
		}
	})
}

func TestRecordVersions(t *testing.T) {
	var person store.Person
	newer := store.SealAs(200, []byte(`{}`))
	if err := store.DecodeRecord(newer, &person); !errors.Is(err, store.ErrNewer) {
		t.Errorf("a newer record: error %v, want %v", err, store.ErrNewer)
	}
	for name, data := range map[string][]byte{
		"nothing": nil, "a header alone": {1, 2, 3}, "version 0": store.SealAs(0, []byte(`{}`)), "no JSON": store.Seal([]byte(`{`)),
	} {
		if err := store.DecodeRecord(data, &person); !errors.Is(err, store.ErrDamaged) {
			t.Errorf("%s: error %v, want %v", name, err, store.ErrDamaged)
		}
	}
}
