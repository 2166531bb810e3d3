package web_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"

	"tablabot/bot"
	"tablabot/bot/web/webtest"
)

func counts(n string) func(webtest.Board) bool {
	return func(b webtest.Board) bool { return b.Alt == "the count is "+n && b.Drawn }
}

// The page in a real browser, one part after another in one browser, because
// starting it takes longer than all of them.
func TestPage(t *testing.T) {
	browser := webtest.Launch(t)
	for _, part := range []struct {
		name string
		run  func(*testing.T, *webtest.Browser)
	}{
		{"two people play", twoPeoplePlay},
		{"names belong to a browser", namesBelongToABrowser},
		{"one browser, two windows", oneBrowserTwoWindows},
		{"both sides", bothSides},
		{"a restart in the middle", restartInTheMiddle},
		{"a tap that fails is sent again", failedTapIsSentAgain},
		{"quick taps keep their order", quickTapsKeepTheirOrder},
		{"a hidden window", hiddenWindow},
		{"notices, notes and prompts", noticesNotesAndPrompts},
		{"the keyboard alone", keyboardAlone},
		{"hostile texts", hostileTexts},
	} {
		t.Run(part.name, func(t *testing.T) { part.run(t, browser.For(t)) })
	}
}

func twoPeoplePlay(t *testing.T, browser *webtest.Browser) {
	g := &game{}
	url, _ := g.open(t, "127.0.0.1:0")
	ana := browser.Profile().Open(url, "Ana")
	bojan := browser.Profile().Open(url, "Bojan")
	ana.Send("/newgame backgammon 3")
	bojan.Tap("Join")
	board := ana.WaitBoard("the first board", counts("0"))
	if !board.Turn || board.Text != "To count: Ana" {
		t.Errorf("Ana's board is %+v, want her turn", board)
	}
	if bojan.WaitBoard("the first board", counts("0")).Turn {
		t.Error("Bojan's board waits for him, want Ana")
	}
	bojan.Tap("Count")
	if got := bojan.WaitToast("turn"); got != "refusal: It is Ana's turn." {
		t.Errorf("Bojan is told %q", got)
	}
	ana.Tap("Count")
	bojan.WaitBoard("Ana's count, live", counts("1"))
	bojan.Tap("Count")
	ana.WaitBoard("Bojan's count, live", counts("2"))
	ana.Tap("Count")
	for _, w := range []*webtest.Window{ana, bojan} {
		end := w.WaitBoard("the end", func(b webtest.Board) bool { return b.Text == "Counted to three" })
		if len(end.Buttons) > 0 || len(w.Boards()) != 1 {
			t.Errorf("at the end: %d messages of the bot, buttons %v, want one without", len(w.Boards()), end.Labels())
		}
	}
	if diff := cmp.Diff([]string{"Bojan", "Bojan", "Ana", "Bojan", "Ana"}, g.who(bot.Tap)); diff != "" {
		t.Errorf("taps (-want +got):\n%s", diff)
	}
	ana.Send("Well counted!")
	bojan.WaitText("Well counted!")
}

func namesBelongToABrowser(t *testing.T, browser *webtest.Browser) {
	url, _ := new(game).open(t, "127.0.0.1:0")
	ana := browser.Profile().Open(url, "Ana")
	other := browser.Profile().Open(url, "")
	other.TryEnter(" ana ")
	other.WaitText("Somebody in another browser already has this name.")
	other.TryEnter("Bojan")
	ana.WaitText("Ana, Bojan") // who is present
	ana.Reload()
	if got := ana.Speaker(); got != "Ana" {
		t.Errorf("after a reload the window speaks as %q, want Ana", got)
	}
}

func oneBrowserTwoWindows(t *testing.T, browser *webtest.Browser) {
	g := &game{}
	url, _ := g.open(t, "127.0.0.1:0")
	profile := browser.Profile()
	ana := profile.Open(url, "Ana")
	bojan := profile.Open(url, "Bojan")
	ana.Send("/newgame")
	bojan.Tap("Join")
	ana.Tap("Count")
	bojan.WaitBoard("Ana's count", counts("1"))
	bojan.Tap("Count")
	ana.WaitBoard("Bojan's count", counts("2"))
	if diff := cmp.Diff([]string{"Bojan", "Ana", "Bojan"}, g.who(bot.Tap)); diff != "" {
		t.Errorf("taps (-want +got):\n%s", diff)
	}
}

func bothSides(t *testing.T, browser *webtest.Browser) {
	g := &game{}
	url, _ := g.open(t, "127.0.0.1:0")
	ana := browser.Profile().Open(url, "Ana")
	ana.BothSides(true)
	ana.Send("/newgame")
	ana.Tap("Join") // refused to Ana, who sits there already
	ana.WaitBoard("the first board", counts("0"))
	if got := ana.Speaker(); got != "Ana" {
		t.Errorf("with Ana to count the window speaks as %q", got)
	}
	ana.Tap("Count")
	ana.WaitBoard("the first count", counts("1"))
	ana.Wait("the second side to speak", `document.querySelector('.chip[aria-checked="true"]').title === "Ana ②"`)
	ana.Tap("Count")
	ana.WaitBoard("the second count", counts("2"))
	ana.Tap("Count")
	ana.WaitBoard("the end", func(b webtest.Board) bool { return b.Text == "Counted to three" })
	if diff := cmp.Diff([]string{"Ana", "Ana ②", "Ana", "Ana ②", "Ana"}, g.who(bot.Tap)); diff != "" {
		t.Errorf("taps (-want +got):\n%s", diff)
	}
	for _, toast := range ana.Toasts() {
		if strings.HasPrefix(toast, "refusal") {
			t.Errorf("the window was told %q", toast)
		}
	}
	ana.BothSides(false)
	if got := ana.Speaker(); got != "Ana" {
		t.Errorf("on one side the window speaks as %q", got)
	}
}

func restartInTheMiddle(t *testing.T, browser *webtest.Browser) {
	g := &game{}
	url, closeDoor := g.open(t, "127.0.0.1:0")
	ana := browser.Profile().Open(url, "Ana")
	bojan := browser.Profile().Open(url, "Bojan")
	ana.Send("/newgame")
	bojan.Tap("Join")
	ana.WaitBoard("the first board", counts("0"))
	closeDoor()
	ana.WaitText("Reconnecting")
	ana.Run(`[...document.querySelectorAll("button")].find((button) => button.textContent === "Count").click()`)
	if !slices.ContainsFunc(ana.Board().Buttons, func(b webtest.Button) bool { return b.Busy }) {
		t.Error("the button that was tapped without a program is not pressed")
	}
	g.open(t, strings.TrimSuffix(strings.TrimPrefix(url, "http://"), "/"))
	for _, w := range []*webtest.Window{ana, bojan} {
		w.WaitBoard("the count after the restart", counts("1"))
		if got := len(w.Boards()); got != 1 {
			t.Errorf("%d messages of the bot after the restart, want 1", got)
		}
	}
	bojan.Tap("Count")
	ana.WaitBoard("Bojan's count", counts("2"))
	ana.WaitText("Ana, Bojan")
	if diff := cmp.Diff([]string{"Bojan", "Ana", "Bojan"}, g.who(bot.Tap)); diff != "" {
		t.Errorf("taps (-want +got):\n%s", diff)
	}
}

func failedTapIsSentAgain(t *testing.T, browser *webtest.Browser) {
	g := &game{}
	url, _ := g.open(t, "127.0.0.1:0")
	ana := browser.Profile().Open(url, "Ana")
	ana.Send("/newgame")
	ana.WaitBoard("the table", func(b webtest.Board) bool { return b.Has("Join") })
	g.mu.Lock()
	g.failed = 2
	g.mu.Unlock()
	ana.Tap("Warn")
	ana.WaitToast("consequences")
	if got := g.who(bot.Tap); len(got) != 1 {
		t.Errorf("taps %v, want one", got)
	}
}

func quickTapsKeepTheirOrder(t *testing.T, browser *webtest.Browser) {
	g := &game{}
	url, _ := g.open(t, "127.0.0.1:0")
	ana := browser.Profile().Open(url, "Ana")
	ana.Send("/newgame")
	browser.Profile().Open(url, "Bojan").Tap("Join")
	ana.WaitBoard("the first board", counts("0"))
	g.mu.Lock()
	g.failed = 1
	g.mu.Unlock()
	ana.Run(`for (const data of ["warn", "count/0"]) document.querySelector(` + "`[data-data=\"${data}\"]`" + `).click()`)
	ana.WaitBoard("the count", counts("1"))
	g.mu.Lock()
	defer g.mu.Unlock()
	var taps []string
	for _, event := range g.events[len(g.events)-2:] {
		taps = append(taps, event.Data)
	}
	if diff := cmp.Diff([]string{"warn", "count/0"}, taps); diff != "" {
		t.Errorf("taps (-want +got):\n%s", diff)
	}
}

// A hidden window closes its stream, and catches up when it is seen again.
func hiddenWindow(t *testing.T, browser *webtest.Browser) {
	url, _ := new(game).open(t, "127.0.0.1:0")
	ana := browser.Profile().Open(url, "Ana")
	bojan := browser.Profile().Open(url, "Bojan")
	bojan.WaitText("Ana, Bojan")
	const hide = `Object.defineProperty(document, "hidden", { configurable: true, value: %s === "true" }); document.dispatchEvent(new Event("visibilitychange"))`
	ana.Run(hide, "true")
	bojan.Wait("Ana's stream to close", `document.querySelector("#present .unseen").textContent === "Bojan"`)
	bojan.Send("Are you there?")
	bojan.WaitText("Are you there?")
	ana.Run(hide, "false")
	ana.WaitText("Are you there?")
	bojan.WaitText("Ana, Bojan")
}

func noticesNotesAndPrompts(t *testing.T, browser *webtest.Browser) {
	g := &game{}
	url, _ := g.open(t, "127.0.0.1:0")
	ana := browser.Profile().Open(url, "Ana")
	bojan := browser.Profile().Open(url, "Bojan")
	ana.Send("/newgame")
	ana.Tap("Warn")
	if got := ana.WaitToast("consequences"); got != "warning: This has consequences." {
		t.Errorf("Ana is told %q", got)
	}
	ana.Send("/games")
	ana.WaitText("a list for you")
	ana.WaitText("Only you can see this")
	ana.Run(`[...document.querySelectorAll(".private .button")][0].click()`)
	ana.WaitToast("Chosen.")
	ana.Run(`[...document.querySelectorAll(".button")].find((button) => button.textContent === "Word").click()`)
	ana.Wait("the prompt", `document.querySelector("#prompt").open`)
	ana.WaitText("It is mixed into the dice")
	ana.Run(`document.querySelector("#prompt-text").value = "luck"; document.querySelector("#prompt-form").requestSubmit()`)
	ana.WaitToast("I read: luck")
	ana.Run(`[...document.querySelectorAll(".card-foot button")].find((button) => button.textContent === "Reply").click()`)
	ana.Send("13/7 8/4")
	ana.WaitToast("I read: 13/7 8/4")
	bojan.WaitText("13/7 8/4")
	g.mu.Lock()
	reply := g.events[len(g.events)-1]
	if reply.Ref != g.board {
		t.Errorf("the reply is to %q, want the board %q", reply.Ref, g.board)
	}
	g.mu.Unlock()
	if text := webtest.Read[string](bojan, "document.body.innerText"); strings.Contains(text, "a list for you") || len(bojan.Toasts()) > 0 {
		t.Errorf("Bojan sees what was for Ana: notices %v, page:\n%s", bojan.Toasts(), text)
	}
	if !slices.Contains(ana.Toasts(), "warning: This has consequences.") {
		t.Errorf("the warning went away by itself: %v", ana.Toasts())
	}
	ana.Tap("Warn")
	ana.WaitToast("It is done.")
	if slices.Contains(ana.Toasts(), "warning: This has consequences.") {
		t.Errorf("the warning stays after the second tap: %v", ana.Toasts())
	}
}

func keyboardAlone(t *testing.T, browser *webtest.Browser) {
	g := &game{}
	url, _ := g.open(t, "127.0.0.1:0")
	ana := browser.Profile().Open(url, "")
	ana.Wait("the name to have the focus", `document.activeElement.id === "name"`)
	ana.Do(chromedp.KeyEvent("Ana\r"))
	ana.Wait("the line to have the focus", `document.activeElement.id === "text"`)
	ana.Do(chromedp.KeyEvent("/n"))
	ana.WaitText("open a table")
	ana.Do(chromedp.KeyEvent("\t"))
	ana.Wait("the completed command", `document.querySelector("#text").value === "/newgame "`)
	ana.Do(chromedp.KeyEvent("tavla\r"))
	ana.WaitBoard("the table", func(b webtest.Board) bool { return b.Has("Join") })
	ana.Run(`document.querySelector(".groups button").focus()`)
	browser.Profile().Open(url, "Bojan").Tap("Join") // the board changes under Ana's focus
	ana.WaitBoard("the board", counts("0"))
	ana.Wait("the focus to stay among the buttons", `document.activeElement.textContent === "Count"`)
	ana.Do(chromedp.KeyEvent(" "))
	ana.WaitBoard("the count", counts("1"))
}

func hostileTexts(t *testing.T, browser *webtest.Browser) {
	url, _ := new(game).open(t, "127.0.0.1:0")
	const name, said = `<img src=x onerror=alert(1)>`, `<script>document.title="taken"</script> "&amp;'`
	ana := browser.Profile().Open(url, name)
	other := browser.Profile().Open(url, "Bojan")
	ana.Send(said)
	other.WaitText(said)
	other.WaitText(name)
	for _, w := range []*webtest.Window{ana, other} {
		if got := webtest.Read[string](w, `document.title + document.querySelectorAll("#messages script, #messages img, header img:not(.logo)").length`); got != "tablabot0" {
			t.Errorf("title and foreign elements: %q, want tablabot0", got)
		}
	}
}
