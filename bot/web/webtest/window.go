package webtest

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// Window is one window on the page.
type Window struct {
	t   testing.TB
	ctx context.Context
}

// prepare makes the window behave as if somebody looked at it and disliked
// animations. Its first action must not be limited in time, see [chromedp.Run].
func (w *Window) prepare() {
	w.t.Helper()
	w.must("prepare the window", chromedp.Do(w.ctx, chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
		return err
	})))
	w.Look(1280, 900, false)
}

// Look sets the size of the window in pixels and whether its person prefers dark
// colours.
func (w *Window) Look(width, height int, dark bool) {
	w.t.Helper()
	scheme := "light"
	if dark {
		scheme = "dark"
	}
	media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: scheme},
		{Name: "prefers-reduced-motion", Value: "reduce"},
	}}
	w.do("set the look",
		chromedp.EmulateViewport(int64(width), int64(height)),
		chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, media)
			return err
		}))
}

func (w *Window) visit(url string) {
	w.t.Helper()
	w.do("open "+url, chromedp.Navigate(url))
	w.Wait("the page to start", `document.querySelector("#welcome").open || document.querySelectorAll(".chip").length > 0`)
}

// Reload loads the page again, as its person would.
func (w *Window) Reload() {
	w.t.Helper()
	w.do("reload", chromedp.Reload())
	w.Wait("the page to start", `document.querySelector("#welcome").open || document.querySelectorAll(".chip").length > 0`)
}

// Enter gives a name on the first screen and goes in.
func (w *Window) Enter(name string) {
	w.t.Helper()
	w.TryEnter(name)
	w.Wait(name+" to be in the room", `!document.querySelector("#welcome").open && !document.querySelector("#present").matches(":empty")`)
}

// TryEnter gives a name on the first screen, which may be refused.
func (w *Window) TryEnter(name string) {
	w.t.Helper()
	w.Wait("the first screen", `document.querySelector("#welcome").open`)
	w.Run(`document.querySelector("#name").value = %s; document.querySelector("#welcome-form").requestSubmit()`, name)
}

// Send types a text and sends it.
func (w *Window) Send(text string) {
	w.t.Helper()
	w.Run(`document.querySelector("#text").value = %s; document.querySelector("#form").requestSubmit()`, text)
}

// BothSides turns "sit on both sides" on or off.
func (w *Window) BothSides(on bool) {
	w.t.Helper()
	w.Run(`const both = document.querySelector("#both"); if (both.getAttribute("aria-checked") !== %s) both.click()`, fmt.Sprint(on))
	w.Wait("both sides", fmt.Sprintf(`document.querySelector("#both").getAttribute("aria-checked") === "%t"`, on))
}

// Speaker returns the name that speaks through the window.
func (w *Window) Speaker() string {
	w.t.Helper()
	return Read[string](w, `document.querySelector('.chip[aria-checked="true"]')?.title ?? ""`)
}

// Toasts returns the notices on the page, each as "kind: text".
func (w *Window) Toasts() []string {
	w.t.Helper()
	return Read[[]string](w, `[...document.querySelectorAll(".toast")].map((toast) => toast.classList[1] + ": " + toast.querySelector("p").textContent)`)
}

// WaitToast waits for a notice that contains the text and returns it.
func (w *Window) WaitToast(text string) string {
	w.t.Helper()
	return wait(w, fmt.Sprintf("a notice with %q", text), func() (string, bool) {
		for _, toast := range w.Toasts() {
			if strings.Contains(toast, text) {
				return toast, true
			}
		}
		return "", false
	})
}

// WaitText waits until the page shows the text.
func (w *Window) WaitText(text string) {
	w.t.Helper()
	w.Wait(fmt.Sprintf("the text %q", text), fmt.Sprintf(`document.body.innerText.includes(%s)`, quote(text)))
}

// Wait waits until a script's expression is true.
func (w *Window) Wait(what, expression string) {
	w.t.Helper()
	wait(w, what, func() (struct{}, bool) { return struct{}{}, Read[bool](w, "Boolean("+expression+")") })
}

// Run runs a script; each %s in it becomes one of the texts as a literal.
func (w *Window) Run(script string, texts ...string) {
	w.t.Helper()
	literals := make([]any, len(texts))
	for i, text := range texts {
		literals[i] = quote(text)
	}
	w.Wait("a script", "(() => {"+fmt.Sprintf(script, literals...)+"; return true})()")
}

// Do runs actions of the browser itself, for what this package has no words for.
func (w *Window) Do(actions ...chromedp.Action[chromedp.Void]) {
	w.t.Helper()
	w.do("use the browser", actions...)
}

// Screenshot writes what the window shows to a PNG file, for a person to look at.
func (w *Window) Screenshot(path string) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.ctx, Patience)
	defer cancel()
	picture, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	w.must("take a screenshot", err)
	w.must("keep a screenshot", os.MkdirAll(filepath.Dir(path), 0o755))
	w.must("keep a screenshot", os.WriteFile(path, picture, 0o644))
}

// Read returns the value of a script's expression.
func Read[T any](w *Window, expression string) T {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.ctx, Patience)
	defer cancel()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression))
	w.must("read the page", err)
	return value
}

// wait asks until it is answered.
func wait[T any](w *Window, what string, ask func() (T, bool)) T {
	w.t.Helper()
	for end := time.Now().Add(Patience); ; time.Sleep(40 * time.Millisecond) {
		value, ok := ask()
		if ok {
			return value
		}
		if time.Now().After(end) {
			w.t.Fatalf("waited in vain for %s; the page shows:\n%s", what, Read[string](w, "document.body.innerText"))
		}
	}
}

func (w *Window) do(what string, actions ...chromedp.Action[chromedp.Void]) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.ctx, Patience)
	defer cancel()
	w.must(what, chromedp.Do(ctx, actions...))
}

func (w *Window) must(what string, err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatalf("%s: %v", what, err)
	}
}

// quote returns the text as a literal of a script.
func quote(text string) string {
	literal, err := json.Marshal(text)
	if err != nil { // a string can always be written
		return `""`
	}
	return string(literal)
}
