package talk

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tablabot/bot/locale"
	"tablabot/engine"
	"tablabot/render"
)

// TestEveryMessageExists finds the ids of messages in this package's source and
// looks them up in every catalogue's fallback, English; ids that are put together
// are listed by what they are made of.
func TestEveryMessageExists(t *testing.T) {
	words := english(t)
	ids := append(literalIDs(t), composedIDs(english(t))...)
	if len(ids) < 300 {
		t.Fatalf("only %d ids were found: the search is broken", len(ids))
	}
	for _, id := range ids {
		if !words.Has(id) {
			t.Errorf("there is no message %q", id)
		}
	}
}

func english(t *testing.T) *locale.Words {
	t.Helper()
	all, err := locale.New()
	if err != nil {
		t.Fatal(err)
	}
	return all.Words("en")
}

var messageID = regexp.MustCompile(`^[a-z]+(\.[a-z0-9]+)+$`)

// TestNoTextStandsInCode finds phrases in string literals. Errors and logs, which
// operators read, may have some, and so may struct tags.
func TestNoTextStandsInCode(t *testing.T) {
	phrase := regexp.MustCompile(`\p{L}{2,}[ ,.:!?]+\p{L}{2,}`)
	names := []string{"GNU Backgammon", firstGame} // a program, and what /newgame would be given
	for _, p := range sources(t) {
		ast.Inspect(p, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if f, ok := n.Fun.(*ast.SelectorExpr); ok {
					switch f.Sel.Name {
					case "Errorf", "Sprintf", "Error", "Warn", "Debug":
						return false
					}
				}
			case *ast.Field:
				return n.Tag == nil
			case *ast.ImportSpec:
				return false
			case *ast.BasicLit:
				text, err := strconv.Unquote(n.Value)
				if n.Kind == token.STRING && err == nil && phrase.MatchString(text) && !slices.Contains(names, text) && !messageID.MatchString(text) {
					t.Errorf("%q is a text that stands in code", text)
				}
			}
			return true
		})
	}
}

// sources returns the files of this package, without its tests.
func sources(t *testing.T) map[string]*ast.File {
	t.Helper()
	files := make(map[string]*ast.File)
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		if files[name], err = parser.ParseFile(token.NewFileSet(), name, nil, 0); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// literalIDs returns all string literals that look like ids and are arguments of a
// call.
func literalIDs(t *testing.T) []string {
	t.Helper()
	var ids []string
	for _, p := range sources(t) {
		ast.Inspect(p, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			for _, arg := range call.Args {
				if lit, ok := arg.(*ast.BasicLit); ok && lit.Kind == token.STRING {
					if text, err := strconv.Unquote(lit.Value); err == nil && messageID.MatchString(text) {
						ids = append(ids, text)
					}
				}
			}
			return true
		})
	}
	return ids
}

// composedIDs returns the ids that the code puts together.
func composedIDs(words *locale.Words) []string {
	var ids []string
	add := func(prefix string, names ...string) {
		for _, name := range names {
			ids = append(ids, prefix+name)
		}
	}
	add("game.", append(Games(), "portes", "plakoto")...)
	add("rules.", append(Games(), "portes", "plakoto")...)
	for _, p := range rulebook {
		add("rules.", p.id)
	}
	add("command.", Commands()...)
	add("theme.", render.Themes()...)
	add("story.", "opening", "play", "pass", "pass.chain", "left", "lost", "remainder", "remainder.none", "double", "take", "drop", "beaver", "raccoon", "resign", "resigned",
		"accept", "decline")
	add("status.", "double", "beaver", "raccoon", "play", "drafted", "confirm", "chain", "chain.drafted", "rest", "rest.drafted", "rest.confirm",
		"left", "lost")
	add("done.", "take", "drop", "beaver", "raccoon", "accept", "decline")
	add("result.", "off", "mother", "mothers", "drop", "resign", "time", "stuck", "stopped")
	add("button.", "rematch", "verify", "next", "accept", "decline", "stop", "continue", "claim", "take", "drop", "beaver", "raccoon",
		"confirm.on", "confirm.off", "analyse", "hint", "roll", "always", "never", "double", "undo", "done", "type")
	add("table.", "cancelled", "expired")
	add("newgame.", "unknown", "option", "similar", "value", "two", "games", "lengths", "players", "points", "twice", "bare")
	add("mistake.", "play", "cube")
	add("board.", "head", "head.rotation")
	add("rotation.", engine.Rotations()...)
	add("strength.", strings.Split(levelValues(), ", ")...)
	add("act.", "roll", "double", "take", "drop", "beaver", "raccoon")
	add("level.", "1", "2", "3")
	for r := engine.BarFirst; r <= engine.GameIsOver; r++ {
		add("refusal.", strings.ReplaceAll(r.Error(), " ", "-"))
	}
	for i := engine.NotNow; i <= engine.BadDice; i++ {
		add("illegal.", i.Key())
	}
	for _, game := range Games() {
		for _, length := range []int{0, 5} {
			terms := engine.Terms{Game: game, Length: length}.With("cube", "on").With("beavers", "on")
			for _, choice := range terms.Choices() {
				add("option.", choice.Key)
				add("about.", choice.Key)
				for _, value := range choice.Values {
					if own := choice.Key + "." + value; words.Has("value." + own) {
						value = own
					}
					add("value.", value)
				}
			}
		}
	}
	return ids
}

// TestEveryMessageIsUsed finds messages that no code asks for.
func TestEveryMessageIsUsed(t *testing.T) {
	used := make(map[string]bool)
	for _, id := range append(literalIDs(t), composedIDs(english(t))...) {
		used[id] = true
	}
	for _, id := range english(t).IDs() {
		switch prefix, _, _ := strings.Cut(id, "."); {
		case used[id], prefix == "slash", prefix == "level": // asked for by the program, by the game's name
		default:
			t.Errorf("message %q is not used", id)
		}
	}
}
