package e2e

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// A person lets a client in, sees what it did, and lets it in no longer, by the
// keyboard alone.
func TestDashboard_TokensByKeyboard(t *testing.T) {
	p := newPerson(t)
	p.freePort(t)
	p.must(t, "install")
	s := p.serve(t)
	d := s.visit(t, "/settings", wide)
	d.shows("Off until there is a token")

	d.tabTo("^New token…$")
	d.press(kb.Enter)
	d.find("textbox", "^Name$").has(t, "focused", true)
	d.press(kb.Enter)
	d.says("give it a name")
	d.press("laptop")
	d.press(kb.Enter)
	d.says("choose the client")
	d.press(kb.Tab)
	d.press("Codex")
	d.press(kb.Tab + kb.Enter) // in a radio button it sends the form
	d.find("heading", "^Token “laptop”$")
	d.shows("On, for this computer only")
	made := d.quotes()
	r := &remote{secret: made[0]}
	if !regexp.MustCompile(`^memtray_[\w-]{43}$`).MatchString(r.secret) {
		t.Fatalf("the token is %q", made)
	}
	if !strings.Contains(made[1], r.secret) || !strings.Contains(made[1], "[mcp_servers.memtray]") || !strings.Contains(d.text(), "/.codex/config.toml, where Codex runs") {
		t.Errorf("to paste is offered %q", made[1])
	}
	r.address = regexp.MustCompile(`http://127\.0\.0\.1:\d+/v1/mcp`).FindString(made[1])
	if said, err := r.call("memory_save", `{"body":"The turbine is blue."}`); err != nil || !strings.HasPrefix(said, "saved #1") {
		t.Fatalf("with the token that was shown: %s, %v", said, err)
	}
	d.shows("1 memory saved")
	d.tabTo("^Done$")
	d.press(kb.Enter)
	d.gone("heading", "laptop")
	d.focused("New token…")
	d = s.visit(t, "/settings", wide)
	d.shows("1 memory saved")
	if strings.Contains(eval[string](d.tab, `document.documentElement.outerHTML`), r.secret) {
		t.Error("the token is shown again")
	}

	if _, err := r.call("memory_search", `{"query":"turbine"}`); err != nil {
		t.Fatal(err)
	}
	d.tabTo("^Details of laptop$")
	d.press(kb.Enter)
	d.shows("Searched for “turbine”: 1 found")
	d.find("link", "^Saved “The turbine is blue.”$")
	if quotes := d.quotes(); len(quotes) != 1 || !strings.Contains(quotes[0], "Bearer TOKEN") {
		t.Errorf("to paste is offered %q", quotes)
	}

	// What another process does is followed.
	p.must(t, "token", "add", "elsewhere", "--for", "cursor", "--read")
	d.shows("elsewhere")
	d.shows("Reads all projects")
	d.tabTo("^Revoke laptop…$")
	d.press(kb.Enter)
	d.shows("at once and for good")
	d.press(kb.Tab + kb.Enter)
	d.says("“laptop” is revoked")
	d.focused("HTTP tokens")
	d.shows("1 revoked")
	if _, err := r.call("memory_search", `{"query":"turbine"}`); err == nil || !strings.HasPrefix(err.Error(), "401 ") {
		t.Errorf("with the revoked token: %v", err)
	}
	p.must(t, "token", "revoke", "2")
	d.shows("Off until there is a token")
}

// A token for one project says so, and what it may not see; nothing is made of a form
// that is left.
func TestDashboard_ATokenForOneProject(t *testing.T) {
	p := newPerson(t)
	p.freePort(t)
	p.save(t, "So that there is a project.")
	s := p.serve(t)
	d := s.visit(t, "/settings", wide)
	d.click("button", "^New token…$")
	d.press(kb.Escape)
	d.focused("New token…")
	d.click("button", "^New token…$")
	d.fill("^Name$", "ci")
	eval[any](d.tab, `(() => {
		const select = document.querySelector('form select')
		select.value = '*'
		select.dispatchEvent(new Event('change', { bubbles: true }))
	})()`)
	d.fill("^Its id$", "CI Bot")
	d.click("radio", "^Read only$")
	d.click("radio", "^Only some$")
	d.shows("It is told nothing of other projects")
	d.click("button", "^Make token$")
	d.says("a-z, 0-9")
	d.fill("^Its id$", "ci-bot")
	d.click("button", "^Make token$")
	d.says("choose a project")
	d.click("checkbox", "^api$")
	d.click("button", "^Make token$")
	d.shows("What most clients read, for the settings of ci-bot")
	d.shows("Reads only api")
	r := &remote{secret: d.quotes()[0]}
	d.shows("On, for this computer only")
	r.address = eval[string](d.tab, `document.querySelector('section dd code').innerText`)
	if said, err := r.call("memory_save", `{"body":"No."}`); err != nil || !strings.Contains(said, "switched off") {
		t.Errorf("saving with a token to read: %s, %v", said, err)
	}
}

// Whoever has the port is not sent away, and it is said that nobody is let in.
func TestDashboard_ThePortIsTaken(t *testing.T) {
	p := newPerson(t)
	p.freePort(t)
	taken := freeAddress(t)
	other := &http.Server{Addr: taken, Handler: http.NotFoundHandler()}
	go func() { _ = other.ListenAndServe() }()
	t.Cleanup(func() { _ = other.Close() })
	p.must(t, "token", "add", "laptop", "--for", "codex")
	d := p.serve(t).visit(t, "/settings", wide)
	d.shows("On, for this computer only")
	_, port, _ := strings.Cut(taken, ":")
	d.click("spinbutton", "^Port$")
	d.retype(port)
	d.press(kb.Enter)
	d.shows(fmt.Sprintf("Another program has port %s", port))
	_ = other.Close()
	d.shows("On, for this computer only")
	d.shows("http://127.0.0.1:" + port + "/v1/mcp")
}

func TestDashboard_TokensFitEveryWidth(t *testing.T) {
	p := newPerson(t)
	p.meetTokens(t)
	s := p.serve(t)
	for language, words := range map[string][2]string{"en": {"^New token…$", "^Details of"}, "zh-CN": {"^新建令牌…$", "的详情$"}} {
		s.must(t, "PATCH", "/api/settings", map[string]string{"locale": language}, nil)
		d := s.visit(t, "/settings", wide)
		d.click("button", words[0])
		eval[any](d.tab, `document.querySelectorAll('button[aria-expanded=false]').forEach(b => b.click())`)
		settle(d)
		for _, width := range widths {
			d.show(look{width: width, height: 700})
			at := fmt.Sprintf("%s, %d px", language, width)
			eventually(t, at+" is laid out", func() error {
				return unless(eval[bool](d.tab, fmt.Sprintf(`innerWidth === %d`, width)))
			})
			if over := eval[[]string](d.tab, tooWide); len(over) > 0 {
				t.Errorf("%s: too wide: %q", at, over)
			}
		}
		d.close()
	}
}

// tooWide returns what reaches beyond the settings' edge.
const tooWide = `(() => {
	const pane = document.querySelector('main').getBoundingClientRect()
	return [...document.querySelectorAll('section[aria-labelledby=tokens-title] *')].filter(e => e.checkVisibility()).filter(e => {
		const box = e.getBoundingClientRect()
		return box.left < pane.left || box.right > pane.right + 0.5
	}).map(e => e.outerHTML.slice(0, 120))
})()`

// quotes returns the texts that are offered to be copied.
func (d *dashboard) quotes() []string {
	d.t.Helper()
	var all []string
	eventually(d.t, "something to copy", func() error {
		all = eval[[]string](d.tab, `[...document.querySelectorAll('pre')].map(e => e.innerText)`)
		return unless(len(all) > 0)
	})
	settle(d)
	return eval[[]string](d.tab, `[...document.querySelectorAll('pre')].map(e => e.innerText)`)
}

// focusedName is the name of what has the focus.
const focusedName = `(() => {
	const e = document.activeElement
	return e.getAttribute('aria-label') ?? e.labels?.[0]?.innerText ?? e.innerText ?? ''
})()`

// tabTo presses Tab until something with a name has the focus.
func (d *dashboard) tabTo(name string) {
	d.t.Helper()
	var met []string
	for range 60 {
		d.press(kb.Tab)
		now := eval[string](d.tab, focusedName)
		if regexp.MustCompile(name).MatchString(now) {
			return
		}
		met = append(met, now)
	}
	d.t.Fatalf("Tab leads to %q, not to %s", met, name)
}

// focused waits until what has this name has the focus.
func (d *dashboard) focused(name string) {
	d.t.Helper()
	eventually(d.t, name+" has the focus", func() error {
		if now := eval[string](d.tab, focusedName); now != name {
			return fmt.Errorf("%q has it", now)
		}
		return nil
	})
}
