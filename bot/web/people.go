package web

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"net/http"
	"sync"

	"tablabot/bot"
)

const (
	maxNames        = 10_000 // on the whole page
	maxBrowserNames = 16     // of one browser
)

// browser identifies a browser by the hash of its cookie, so that neither a log
// nor a file holds what lets someone in.
type browser string

// newToken returns a cookie's value for a browser that has none.
func newToken() string {
	var raw [32]byte
	rand.Read(raw[:]) // never fails
	return base64.RawURLEncoding.EncodeToString(raw[:])
}

// browserOf returns whose token it is; a text that cannot be a token is nobody's.
func browserOf(token string) (browser, bool) {
	if raw, err := base64.RawURLEncoding.DecodeString(token); err != nil || len(raw) != 32 {
		return "", false
	}
	sum := sha256.Sum256([]byte(token))
	return browser(hex.EncodeToString(sum[:16])), true
}

// person is one name of one browser.
type person struct {
	Key  bot.PersonKey `json:"key"`
	Name string        `json:"name"`
}

// people knows which browser has which names. It is safe for concurrent use.
type people struct {
	file *nameFile // nil: memory only

	mu     sync.Mutex
	owners map[bot.PersonKey]browser
	names  map[browser][]person // in the order they were taken
}

// Refusals of join.
var (
	errNameTaken = &problem{http.StatusConflict, sayNameTaken}
	errNamesFull = &problem{http.StatusConflict, sayNamesFull}
	errYoursFull = &problem{http.StatusConflict, sayYoursFull}
)

// newPeople returns who is known from the file at path; an empty path keeps
// nothing beyond this process.
func newPeople(path string) (*people, error) {
	p := &people{owners: make(map[bot.PersonKey]browser), names: make(map[browser][]person)}
	if path == "" {
		return p, nil
	}
	file := &nameFile{path: path}
	bindings, err := file.read()
	if err != nil {
		return nil, err
	}
	for _, b := range bindings {
		if who := (person{personKey(b.Name), b.Name}); p.owners[who.Key] == "" {
			p.keepLocked(b.Browser, who)
		}
	}
	p.file = file
	return p, nil
}

// join gives the browser a name, for good: from then on it is nobody else's. A
// name the browser already has is returned as it was first written.
func (p *people) join(b browser, name string) (person, error) {
	who := person{personKey(name), name}
	p.mu.Lock()
	defer p.mu.Unlock()
	switch owner := p.owners[who.Key]; {
	case owner == b:
		known, _ := p.findLocked(b, who.Key)
		return known, nil
	case owner != "":
		return person{}, errNameTaken
	case len(p.names[b]) >= maxBrowserNames:
		return person{}, errYoursFull
	case len(p.owners) >= maxNames:
		return person{}, errNamesFull
	}
	if err := p.file.add(binding{Browser: b, Name: name}); err != nil {
		return person{}, err
	}
	p.keepLocked(b, who)
	return who, nil
}

// of returns the names of a browser.
func (p *people) of(b browser) []person {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]person{}, p.names[b]...)
}

// speaker returns the browser's person with the key; false if the name is not
// this browser's.
func (p *people) speaker(b browser, key bot.PersonKey) (person, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.findLocked(b, key)
}

func (p *people) findLocked(b browser, key bot.PersonKey) (person, bool) {
	for _, who := range p.names[b] {
		if who.Key == key {
			return who, true
		}
	}
	return person{}, false
}

func (p *people) keepLocked(b browser, who person) {
	p.owners[who.Key] = b
	p.names[b] = append(p.names[b], who)
}
