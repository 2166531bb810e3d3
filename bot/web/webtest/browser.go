package webtest

import (
	"context"
	"os/exec"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"tablabot/engine/enginetest"
)

// Patience is how long anything is waited for. It is a bound on a failing test
// and not a measure of a passing one.
const Patience = 60 * time.Second

var executables = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "headless_shell"}

// Browser is one running browser. It ends with the test.
type Browser struct {
	t   testing.TB
	ctx context.Context
}

// Launch starts a browser, or skips the test on a machine without one.
func Launch(t testing.TB) *Browser {
	t.Helper()
	path := executable()
	if path == "" {
		enginetest.Need(t, "browser", "no Chromium is on the path")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path),
		chromedp.NoSandbox,
		chromedp.DisableGPU,
		chromedp.WindowSize(1280, 900),
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-domain-reliability", true),
		chromedp.Flag("no-proxy-server", true),
	)
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, cancel := chromedp.NewContext(allocator)
	t.Cleanup(func() {
		ending, done := context.WithTimeout(ctx, 10*time.Second)
		defer done()
		if err := chromedp.Cancel(ending); err != nil {
			t.Logf("close the browser: %v", err)
		}
		cancel()
		stop()
	})
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("start the browser %s: %v", path, err)
	}
	return &Browser{t: t, ctx: ctx}
}

// For returns the same browser for a part of the test, whose windows close and
// whose failures count with it.
func (b *Browser) For(t testing.TB) *Browser { return &Browser{t: t, ctx: b.ctx} }

func executable() string {
	for _, name := range executables {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// Profile is a browser of its own as far as cookies go. It may have any number of
// windows.
type Profile struct {
	browser *Browser
	ctx     context.Context // of its first window; nil before
}

// Profile returns a new profile.
func (b *Browser) Profile() *Profile { return &Profile{browser: b} }

// Open opens a window on the page and enters as name; an empty name stays before
// the door.
func (p *Profile) Open(url, name string) *Window {
	p.browser.t.Helper()
	parent, options := p.ctx, []chromedp.ContextOption{chromedp.WithNewWindow(true)}
	if parent == nil {
		parent, options = p.browser.ctx, []chromedp.ContextOption{chromedp.WithNewBrowserContext()}
	}
	ctx, cancel := chromedp.NewContext(parent, options...)
	p.browser.t.Cleanup(cancel)
	w := &Window{t: p.browser.t, ctx: ctx}
	w.prepare()
	if p.ctx == nil {
		p.ctx = ctx
	}
	w.visit(url)
	if name != "" {
		w.Enter(name)
	}
	return w
}
