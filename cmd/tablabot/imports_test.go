package main

import (
	"encoding/json"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// allowed says which packages of this module a package may import; the longest
// prefix decides, and "cmd" may import everything.
var allowed = map[string][]string{
	"engine":             {},
	"engine/dice":        {"engine"},
	"engine/notation":    {"engine"},
	"engine/ai":          {"engine", "engine/ai/bearoff", "engine/ai/equity", "engine/ai/net"},
	"engine/ai/analysis": {"engine", "engine/notation", "engine/ai", "engine/ai/equity", "engine/ai/net"},
	"engine/ai/bearoff":  {"engine", "engine/ai/net"},
	"engine/ai/equity":   {"engine/ai/net"},
	"engine/ai/measure":  {"engine", "engine/notation", "engine/ai/equity"},
	"engine/ai/net":      {"engine"},
	"render":             {},
	"store":              {},
	"store/bolt":         {"store"},
	"bot":                {"render"},
	"bot/locale":         {"bot"},
	"bot/lane":           {},
	"bot/clock":          {"bot", "store"},
	"bot/courier":        {"bot", "store", "render"},
	"bot/talk": {"bot", "bot/locale", "store", "render", "engine", "engine/dice", "engine/notation",
		"engine/ai", "engine/ai/analysis"},
	"bot/think":    {"engine", "engine/ai", "engine/ai/analysis"},
	"bot/telegram": {"bot", "bot/lane", "bot/locale"},
	"bot/discord":  {"bot", "bot/lane", "bot/locale"},
	"bot/web":      {"bot", "bot/locale"},
}

// helpers of tests may import what their tests need, but no package that ships may
// import them.
var helpers = []string{"engine/enginetest", "bot/bottest", "store/storetest", "bot/web/webtest",
	"bot/telegram/telegramtest", "bot/discord/discordtest"}

// TestImports holds the direction of imports: what a package is made of is decided
// here, not by accident. package engine is made of the standard library alone.
func TestImports(t *testing.T) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", "tablabot/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	decoder := json.NewDecoder(strings.NewReader(string(out)))
	for decoder.More() {
		var p struct {
			ImportPath string
			Imports    []string
		}
		if err := decoder.Decode(&p); err != nil {
			t.Fatal(err)
		}
		name := strings.TrimPrefix(p.ImportPath, "tablabot/")
		if strings.HasPrefix(name, "cmd/") || slices.Contains(helpers, name) {
			continue
		}
		may, known := allowed[name]
		if !known {
			t.Errorf("package %s has no rule: say here what it may import", name)
		}
		for _, path := range p.Imports {
			own, ours := strings.CutPrefix(path, "tablabot/")
			if ours && !slices.Contains(may, own) {
				t.Errorf("package %s may not import %s", name, own)
			}
			if host, _, _ := strings.Cut(path, "/"); name == "engine" && strings.Contains(host, ".") {
				t.Errorf("package engine may not import %s", path)
			}
		}
	}
}
