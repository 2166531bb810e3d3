package notation

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"tablabot/engine"
)

// MatFile is a match as a .mat text tells it.
type MatFile struct {
	Headers []MatHeader
	Length  int       // in points; 0 is unlimited play
	Players [2]string // seat 0 is the left column
	Games   []MatGame
}

// MatHeader is a comment line such as ; [Site "…"].
type MatHeader struct{ Key, Value string }

// MatGame is one game: the score before it and what happened, in order.
type MatGame struct {
	Number  int
	Score   [2]int
	Entries []MatEntry
}

// MatVerb is what an entry of a game tells.
type MatVerb uint8

const (
	MatPlay   MatVerb = iota + 1 // Dice and Text; no text if nothing could be moved
	MatDouble                    // a double, a beaver or a raccoon
	MatTake
	MatDrop
	MatGiveUp // after Dice, which may be zeros: "????" or "Losses"
	MatWin    // Points
)

// MatEntry is one cell of a game's two columns.
type MatEntry struct {
	Line   int // in the text, from 1
	Seat   engine.Seat
	Verb   MatVerb
	Dice   [2]int
	Text   string
	Points int
}

// Header returns the value of the first header with the key, in any letter case.
func (f *MatFile) Header(key string) (value string, ok bool) {
	for _, h := range f.Headers {
		if strings.EqualFold(h.Key, key) {
			return h.Value, true
		}
	}
	return "", false
}

var (
	matHeader  = regexp.MustCompile(`^\s*;\s*\[(\w+)\s+"(.*)"\]\s*$`)
	matLength  = regexp.MustCompile(`(?i)^\s*(\d+) points? match\b`)
	matGame    = regexp.MustCompile(`^\s*Game (\d+)\s*$`)
	matPlayers = regexp.MustCompile(`^\s*(\S.*?)\s*: (\d+)\s{2,}(\S.*?)\s*: (\d+)\s*$`)
)

// maxMatLine is the longest line that is read, in bytes.
const maxMatLine = 10_000

// ParseMat reads a match. It believes the words more than the columns, because the
// programs that write such texts set them differently. It does not check that plays
// are legal; [Replay] does. The error names the line and is a sentence.
func ParseMat(r io.Reader) (*MatFile, error) {
	p := matParser{file: &MatFile{Length: -1}}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxMatLine)
	for lines.Scan() {
		p.line++
		if err := p.parse(strings.TrimRight(strings.ReplaceAll(lines.Text(), "\t", "        "), " \r")); err != nil {
			return nil, fmt.Errorf("line %d: %w", p.line, err)
		}
	}
	switch {
	case errors.Is(lines.Err(), bufio.ErrTooLong):
		return nil, fmt.Errorf("line %d is longer than %d bytes", p.line+1, maxMatLine)
	case lines.Err() != nil:
		return nil, fmt.Errorf("line %d: reading the match: %w", p.line+1, lines.Err())
	case p.file.Length < 0:
		return nil, errors.New("this is not a match: no line says how many points it goes to")
	case len(p.file.Games) == 0:
		return nil, errors.New("the match has no games")
	case p.named < len(p.file.Games):
		return nil, fmt.Errorf("game %d has no line with the players", len(p.file.Games))
	}
	return p.file, nil
}

// clipped is the beginning of a line, enough to recognise it.
func clipped(line string) string {
	const enough = 60
	if letters := []rune(line); len(letters) > enough {
		return string(letters[:enough]) + "…"
	}
	return line
}

// matParser reads line after line.
type matParser struct {
	file  *MatFile
	line  int
	named int // games whose players were read
}

// parse reads one line.
func (p *matParser) parse(line string) error {
	if strings.TrimSpace(line) == "" {
		return nil
	}
	if m := matGame.FindStringSubmatch(line); m != nil && p.file.Length >= 0 {
		return p.beginGame(m[1])
	}
	switch {
	case len(p.file.Games) == 0:
		return p.parseHead(line)
	case p.named < len(p.file.Games):
		return p.parsePlayers(line)
	}
	return p.parseLine(line)
}

// beginGame opens the next game.
func (p *matParser) beginGame(number string) error {
	n, err := strconv.Atoi(number)
	if err != nil {
		return fmt.Errorf("game %s is a number beyond all matches", number)
	}
	if p.named < len(p.file.Games) {
		return fmt.Errorf("game %s begins where the players of the game before are missing", number)
	}
	p.file.Games = append(p.file.Games, MatGame{Number: n})
	return nil
}

// parseHead reads a line before the first game.
func (p *matParser) parseHead(line string) error {
	if m := matHeader.FindStringSubmatch(line); m != nil {
		p.file.Headers = append(p.file.Headers, MatHeader{m[1], m[2]})
		return nil
	}
	if strings.HasPrefix(strings.TrimSpace(line), ";") {
		return nil
	}
	m := matLength.FindStringSubmatch(line)
	if m == nil || p.file.Length >= 0 {
		return fmt.Errorf("%q is not understood before the first game", clipped(line))
	}
	n, err := strconv.Atoi(m[1])
	if err != nil || n > maxPoints {
		return fmt.Errorf("a match does not go to %s points", m[1])
	}
	p.file.Length = n
	return nil
}

// parsePlayers reads the names and the score that a game begins with.
func (p *matParser) parsePlayers(line string) error {
	m := matPlayers.FindStringSubmatch(line)
	if m == nil {
		return fmt.Errorf("%q is not a line of two players and their scores", clipped(line))
	}
	names := [2]string{m[1], m[3]}
	if p.named == 0 {
		p.file.Players = names
	} else if p.file.Players != names {
		return fmt.Errorf("the players are %q and %q, before they were %q", m[1], m[3], p.file.Players)
	}
	game := &p.file.Games[p.named]
	for seat, text := range [2]string{m[2], m[4]} {
		n, err := strconv.Atoi(text)
		if err != nil || n > maxPoints {
			return fmt.Errorf("%s is not a score", text)
		}
		game.Score[seat] = n
	}
	p.named++
	return nil
}
