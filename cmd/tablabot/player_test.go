package main

import (
	"hash/fnv"
	"strings"
	"time"
)

// playUntil lets whoever is to act play on.
func (p *performance) playUntil(goal string) {
	p.Helper()
	reached := map[string]func(board shown) bool{
		"the game is over":  func(b shown) bool { _, next := b.button("Next"); return next || isWon(b) },
		"the match is over": isWon,
	}[goal]
	if name, ok := strings.CutSuffix(goal, " may double"); ok {
		reached = func(b shown) bool { _, may := b.button("Double"); return may && actor(b) == name }
	}
	if reached == nil {
		p.Fatalf("there is no goal %q", goal)
	}
	for began := time.Now(); time.Since(began) < 20*time.Minute; {
		board := p.board()
		if reached(board) {
			return
		}
		if button, name := nextTap(board); name != "" {
			p.tap(name, board, button.data)
			p.settle(board)
		} else {
			time.Sleep(20 * time.Millisecond)
		}
	}
	p.Fatalf("%s: in vain; the board is\n%v", p.line, p.board())
}

func isWon(b shown) bool { return strings.Contains(b.text, "wins the match") }

// settle waits a moment for the board to show something else.
func (p *performance) settle(before shown) {
	text := before.String()
	for range 100 {
		if p.board().String() != text {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// nextTap returns the button that brings the match on and who taps it: a pure
// function of what a board says.
func nextTap(board shown) (button shownButton, name string) {
	if b, ok := board.button("▶ Next"); ok {
		return b, names[0]
	}
	name = actor(board)
	for _, label := range []string{"Take", "Accept", "🎲 Roll"} {
		if b, ok := board.button(label); ok {
			return b, name
		}
	}
	if b, ok := board.button("✔ Done"); ok && strings.Contains(board.text, "to confirm") {
		return b, name
	}
	if b, ok := pick(board); ok {
		return b, name
	}
	return shownButton{}, ""
}

// pick returns one of the moves, any of them, by no order of the keyboard: platforms
// arrange the same buttons in different ways.
func pick(board shown) (best shownButton, ok bool) {
	var lowest uint32
	for _, b := range board.buttons {
		if !strings.Contains(b.label, "/") {
			continue
		}
		sum := fnv.New32a()
		sum.Write([]byte(lastLine(board.text) + b.label))
		if hash := sum.Sum32(); !ok || hash < lowest {
			lowest, best, ok = hash, b, true
		}
	}
	return best, ok
}

func lastLine(text string) string { return text[strings.LastIndexByte(text, '\n')+1:] }

// actor is who is to act, by the last line of a board's text.
func actor(board shown) string {
	line := lastLine(board.text)
	for _, offer := range []string{" doubles to ", " offers to resign "} {
		if _, after, ok := strings.Cut(line, ". "); ok && strings.Contains(line, offer) {
			line = after
		}
	}
	for _, name := range names {
		if strings.HasPrefix(line, name) {
			return name
		}
	}
	return ""
}
