package e2e

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// look says how a page is shown.
type look struct {
	width, height int64
	dark          bool
}

var (
	wide   = look{width: 1280, height: 800}
	narrow = look{width: 360, height: 800}
)

// tab is the dashboard in a browser, used as a person does: found by role and
// name, clicked with the mouse, typed on the keyboard. The test fails at its end
// if the page logged an error, threw, asked for something outside the machine,
// or had a request fail that the test did not name by [tab.expect].
type tab struct {
	t   *testing.T
	ctx context.Context

	mu       sync.Mutex
	faults   []string
	expected map[int64]bool
}

// openTab opens address in a tab with an empty profile. Scripts run before the
// page's own.
func openTab(t *testing.T, address string, l look, scripts ...string) *tab {
	t.Helper()
	p := &tab{t: t, expected: map[int64]bool{}}
	ctx, _ := chromedp.NewContext(openBrowser(t), chromedp.WithNewBrowserContext(), chromedp.WithListener(p.watch))
	p.ctx = ctx
	t.Cleanup(p.close)
	p.do(
		command(network.Enable, network.EnableParams{}),
		command(emulation.SetTimezoneOverride, emulation.SetTimezoneOverrideParams{TimezoneID: "UTC"}),
	)
	for _, s := range scripts {
		p.do(command(page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: s}))
	}
	p.show(l)
	p.do(chromedp.Navigate(address))
	return p
}

// show changes the size and the theme that the system asks for.
func (p *tab) show(l look) {
	p.t.Helper()
	scheme := "light"
	if l.dark {
		scheme = "dark"
	}
	p.do(
		command(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
		}),
		command(emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
			Width: l.width, Height: l.height, DeviceScaleFactor: 1,
		}),
	)
}

// expect names statuses that requests may fail with in this test.
func (p *tab) expect(status ...int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, s := range status {
		p.expected[s] = true
	}
}

// close reports what went wrong on the page and closes it.
func (p *tab) close() {
	p.mu.Lock()
	faults := p.faults
	p.mu.Unlock()
	if p.t.Failed() {
		p.t.Logf("the page showed:\n%s", p.text())
	}
	if len(faults) > 0 {
		p.t.Errorf("the page had faults:\n%s", strings.Join(faults, "\n"))
	}
	_ = chromedp.Cancel(p.ctx) // the browser ends with the tests
}

func (p *tab) fault(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.faults = append(p.faults, fmt.Sprintf(format, args...))
}

// watch notes the faults among the page's events.
func (p *tab) watch(event any) {
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeAssert {
			p.fault("console: %s", consoleText(e))
		}
	case *runtime.EventExceptionThrown:
		p.fault("uncaught: %s", exceptionText(e.ExceptionDetails))
	case *network.EventRequestWillBeSent:
		if u, err := url.Parse(e.Request.URL); err == nil && u.Host != "" && u.Hostname() != "127.0.0.1" {
			p.fault("request to the outside: %s", e.Request.URL)
		}
	case *network.EventLoadingFailed:
		if !e.Canceled {
			p.fault("request failed: %s %s", e.Type, e.ErrorText)
		}
	case *network.EventResponseReceived:
		p.mu.Lock()
		ok := e.Response.Status < 400 || p.expected[e.Response.Status]
		p.mu.Unlock()
		if !ok {
			p.fault("status %d: %s", e.Response.Status, e.Response.URL)
		}
	}
}

func consoleText(e *runtime.EventConsoleAPICalled) string {
	var words []string
	for _, a := range e.Args {
		if a.Description != "" {
			words = append(words, a.Description)
		} else {
			words = append(words, string(a.Value))
		}
	}
	return strings.Join(words, " ")
}

func exceptionText(d *runtime.ExceptionDetails) string {
	if d.Exception != nil && d.Exception.Description != "" {
		return d.Exception.Description
	}
	return d.Text
}

// command makes an action of a protocol command whose result does not matter.
func command[P, R any](cmd cdp.Command[P, R], params P) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, cmd, params)
		return err
	})
}

// do runs actions in the page.
func (p *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	if err := chromedp.Do(p.ctx, actions...); err != nil {
		p.t.Fatal(err)
	}
}

// eval returns the value of a JavaScript expression in the page.
func eval[T any](p *tab, expression string) T {
	p.t.Helper()
	v, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		p.t.Fatalf("%s: %v", expression, err)
	}
	return v
}

// text returns what is written on the page.
func (p *tab) text() string {
	s, err := chromedp.Run(p.ctx, chromedp.Evaluate[string](`document.body?.innerText ?? ''`))
	if err != nil {
		return err.Error()
	}
	return s
}

// shows waits until the page's text holds s.
func (p *tab) shows(s string) {
	p.t.Helper()
	eventually(p.t, fmt.Sprintf("the page shows %q", s), func() error {
		if strings.Contains(p.text(), s) {
			return nil
		}
		return fmt.Errorf("it does not")
	})
}

// press types keys one after another, as kb names them.
func (p *tab) press(keys string) { p.t.Helper(); p.do(chromedp.KeyEvent(keys, asKeyboard)) }

// asKeyboard sends a key the way a keyboard does: a page that takes the key
// keeps its character from being typed.
func asKeyboard(e *input.DispatchKeyEventParams) {
	if e.Type == input.DispatchKeyEventTypeKeyDown {
		e.Type = input.DispatchKeyEventTypeRawKeyDown
	}
}

// hold types keys with a modifier held.
func (p *tab) hold(m chromedp.Modifier, keys string) {
	p.t.Helper()
	p.do(chromedp.KeyEvent(keys, asKeyboard, chromedp.KeyModifiers(m)))
}

// retype replaces the text of the focused field.
func (p *tab) retype(text string) {
	p.t.Helper()
	p.hold(chromedp.ModifierCtrl, "a")
	if text == "" {
		p.press(kb.Backspace)
		return
	}
	p.insert(text)
}

// insert enters text as an input method does, without a key for each character.
func (p *tab) insert(text string) {
	p.t.Helper()
	p.do(command(input.InsertText, input.InsertTextParams{Text: text}))
}
