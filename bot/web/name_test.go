package web

import (
	"strings"
	"testing"
)

func TestCleanName(t *testing.T) {
	for _, c := range []struct{ about, raw, name, problem string }{
		{"stays", "Ana", "Ana", ""},
		{"space around and within", "  Ana \t Marija ", "Ana Marija", ""},
		{"any script", "محمد علي", "محمد علي", ""},
		{"composed", "C\u030cedo", "Čedo", ""},
		{"controls", "A\x00n\x1ba\n", "Ana", ""},
		{"direction marks", "\u202eanA\u202c\u200f", "anA", ""},
		{"characters of no width", "A\u200bn\ufeffa", "Ana", ""},
		{"an emoji of several signs counts once", strings.Repeat("👩‍👩‍👧", 8), strings.Repeat("👩‍👩‍👧", 8), ""},
		{"broken text", "A\xffna", "Ana", ""},
		{"forty", strings.Repeat("a", 40), strings.Repeat("a", 40), ""},
		{"forty-one", strings.Repeat("a", 41), "", sayNameLong},
		{"letters that stand for whole words", strings.Repeat("\ufdfa", 40), "", sayNameLong},
		{"accents without end", "a" + strings.Repeat("\u0301", 200), "", sayNameLong},
		{"empty", "", "", sayNameBlank},
		{"blank", " \u200b\u2060\u00a0 ", "", sayNameBlank},
		{"letters that show nothing", "\u3164\u115f\u2800", "", sayNameBlank},
		{"joiners alone", "\u200d\u200c", "", sayNameBlank},
	} {
		name, problem := cleanName(c.raw)
		if name != c.name || problem != c.problem {
			t.Errorf("%s: cleanName(%q) = %q, %q, want %q, %q", c.about, c.raw, name, problem, c.name, c.problem)
		}
	}
}

func TestPersonKey(t *testing.T) {
	for _, c := range []struct {
		about, a, b string
		equal       bool
	}{
		{"case", "Ana", "aNA", true},
		{"case of other scripts", "ΜΆΡΙΟΣ", "μάριος", true},
		{"full width", "Ａna", "Ana", true},
		{"spacing", "Ana Marija", "Ana  Marija", true},
		{"invisible joiner", "A\u200dna", "Ana", true},
		{"blank letter", "Ana\u3164", "Ana", true},
		{"another letter", "Ana", "Anna", false},
		{"accent", "Čedo", "Cedo", false},
		{"the second side", "Ana", "Ana ②", false},
	} {
		if got := personKey(c.a) == personKey(c.b); got != c.equal {
			t.Errorf("%s: %q and %q are one person: got %v, want %v", c.about, c.a, c.b, got, c.equal)
		}
	}
	if got := personKey("Ana"); got != "web:ana" {
		t.Errorf(`personKey("Ana") = %q, want "web:ana"`, got)
	}
}
