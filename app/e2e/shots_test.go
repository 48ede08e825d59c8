package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestScreenshots writes a picture of every view into the folder of -shots.
func TestScreenshots(t *testing.T) {
	if *shotsDir == "" {
		t.Skip("writes pictures only with -shots DIR")
	}
	if err := os.MkdirAll(*shotsDir, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, language := range []string{"en", "zh-CN"} {
		t.Run(language, func(t *testing.T) {
			empty, full := newPerson(t), newPerson(t)
			full.seedMany(t)
			full.meetClients(t)
			full.meetTokens(t)
			empty.freePort(t)
			nothing, everything := empty.serve(t), full.serve(t)
			for _, s := range []*server{nothing, everything} {
				s.must(t, "PATCH", "/api/settings", map[string]string{"locale": language}, nil)
			}
			for _, l := range []look{wide, {width: 1280, height: 800, dark: true}, narrow} {
				shoot(t, nothing, everything, language, l)
			}
		})
	}
}

// shoot takes the pictures of one language and look.
func shoot(t *testing.T, nothing, everything *server, language string, l look) {
	t.Helper()
	views := []struct {
		name   string
		server *server
		view   string
		then   func(*dashboard)
	}{
		{"empty", nothing, "/memories", nil},
		{"memories", everything, "/memories", nil},
		{"memory", everything, "/memories", func(d *dashboard) { d.press("jjj\r") }},
		{"selected", everything, "/memories", func(d *dashboard) { d.press("jjxjjxjx") }},
		{"search", everything, "/memories?q=retry+jitter", nil},
		{"search-zh", everything, "/memories?q=%E9%87%8D%E8%AF%95", nil},
		{"none", everything, "/memories?q=zzzqqq&kind=decision", nil},
		{"edit", everything, "/memories", func(d *dashboard) { d.press("jj"); settle(d); d.press("i") }},
		{"new", everything, "/memories?new=1", nil},
		{"toast", everything, "/memories", func(d *dashboard) { d.press("jx#") }},
		{"trash", everything, "/trash", nil},
		{"clients", everything, "/clients", nil},
		{"clients-add", everything, "/clients?id=cursor", nil},
		{"clients-extra", everything, "/clients?id=claude-code", func(d *dashboard) { turnOn(d) }},
		{"clients-why", everything, "/clients?id=claude-code", func(d *dashboard) { unfold(d) }},
		{"clients-all", everything, "/clients", func(d *dashboard) { d.click("button", "^(Register|Repair|注册|修复) ?\\d") }},
		{"clients-other", everything, "/clients?id=night-shift", nil},
		{"clients-none", nothing, "/clients", nil},
		{"settings", everything, "/settings", nil},
		{"tokens", everything, "/settings", func(d *dashboard) { toTokens(d) }},
		{"tokens-none", nothing, "/settings", func(d *dashboard) { toTokens(d) }},
		{"tokens-new", everything, "/settings", func(d *dashboard) { fillToken(d); toTokens(d) }},
		{"tokens-made", everything, "/settings", func(d *dashboard) { makeToken(d); toTokens(d) }},
		{"tokens-did", everything, "/settings", func(d *dashboard) { openToken(d) }},
		{"keys", everything, "/memories", func(d *dashboard) { d.press("?") }},
	}
	for _, v := range views {
		if !strings.Contains(v.name, *shotsOf) {
			continue
		}
		d := &dashboard{openTab(t, v.server.view(v.view), l)}
		settle(d)
		if v.then != nil {
			v.then(d)
			settle(d)
		}
		picture, err := chromedp.Run(d.ctx, chromedp.CaptureScreenshot())
		if err != nil {
			t.Fatal(err)
		}
		name := fmt.Sprintf("%s.%s.%s.png", v.name, language, l.name())
		if err := os.WriteFile(filepath.Join(*shotsDir, name), picture, 0o644); err != nil {
			t.Fatal(err)
		}
		d.close()
	}
}

func (l look) name() string {
	switch {
	case l.dark:
		return "dark"
	case l.width < 900:
		return "narrow"
	}
	return "light"
}

// settle waits until the page has been quiet: no request but the event stream
// is open and nothing in the document changed for a few frames.
func settle(d *dashboard) {
	d.t.Helper()
	eval[any](d.tab, `window.lastChange = performance.now()`)
	eval[any](d.tab, `window.settling ??= new MutationObserver(() => { window.lastChange = performance.now() })`)
	eval[any](d.tab, `window.settling.observe(document, {childList: true, subtree: true, characterData: true, attributes: true})`)
	eventually(d.t, "the page is quiet", func() error {
		return unless(eval[bool](d.tab, `performance.now() - window.lastChange > 400 && document.body.innerText.trim() !== ''`))
	})
}
