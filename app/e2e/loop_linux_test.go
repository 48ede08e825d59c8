package e2e

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"memtray/app/e2e/desktop"
)

// TestLoop is what the product is for: an AI client saves a memory, the person
// sees and corrects it, and the client recalls the correction.
func TestLoop(t *testing.T) {
	p, m := newPerson(t), startModel(t)
	client := newClaude(t, p, m)

	p.must(t, "install")
	p.must(t, "clients", "add", "claude-code")
	if out := client.run(t, "mcp", "list"); !strings.Contains(out.stdout, "memtray:") || !strings.Contains(out.stdout, "✔ Connected") {
		t.Fatalf("claude mcp list printed %s%s", out.stdout, out.stderr)
	}

	// The client saves.
	const old, corrected = "Payments are retried eight times.", "Payments are retried five times, with jitter."
	said := client.call(t, "memory_save", map[string]any{
		"kind": "decision", "title": "Payment retries", "body": old, "tags": []string{"payments"},
	})
	if !strings.HasPrefix(said, "saved #1 in project api") {
		t.Errorf("memory_save answered %q", said)
	}

	// The person sees it: in the window, and in a browser.
	desk := privateDesktop(t, desktop.Whole)
	window := p.startWindow(t, desk)
	window.shows(t, "Payment retries")
	window.shows(t, old)
	d := p.serve(t).visit(t, "/memories", wide)
	row := d.row("Payment retries")
	if !containsAll(row.Text, "Decision", "api", "Claude Code") {
		t.Errorf("the row says %q, want kind, project and client", row.Text)
	}

	// The person corrects it, in the browser, and the window follows.
	d.open("Payment retries")
	d.shows(old)
	d.press("i")
	d.fill("^Text", corrected)
	d.hold(chromedp.ModifierCtrl, kb.Enter)
	d.shows(corrected)
	window.shows(t, corrected)

	// The client recalls the correction, in a session of its own.
	found := client.call(t, "memory_search", map[string]any{"query": "jitter"})
	if !strings.Contains(found, "#1 ") || !strings.Contains(found, "Payment retries") {
		t.Errorf("memory_search for the new text answered %q", found)
	}
	if found = client.call(t, "memory_search", map[string]any{"query": "eight"}); strings.Contains(found, "Payment retries") {
		t.Errorf("memory_search for the old text answered %q", found)
	}
	got := client.call(t, "memory_get", map[string]any{"ids": []int{1}})
	if !strings.Contains(got, corrected) || strings.Contains(got, old) {
		t.Errorf("memory_get answered %q, want the corrected text alone", got)
	}

	// Deleted in the window, it is found no more; undone, it is found again.
	window.press(t, "j", "numbersign")
	window.lacks(t, "Payment retries")
	d.noRow("Payment retries")
	found = client.call(t, "memory_search", map[string]any{"query": "payments retried"})
	if strings.Contains(found, "Payment retries") {
		t.Errorf("after deleting, memory_search answered %q", found)
	}
	window.press(t, "z")
	window.shows(t, "Payment retries")
	d.row("Payment retries")
	found = client.call(t, "memory_search", map[string]any{"query": "payments retried"})
	if !strings.Contains(found, "Payment retries") {
		t.Errorf("after undoing, memory_search answered %q", found)
	}

	removeLeavesTheRest(t, p)
	if len(m.outside) > 0 {
		t.Logf("the client also tried %q, in vain", m.outside)
	}
}

// removeLeavesTheRest checks that taking the registration back leaves what the
// client itself keeps in its file.
func removeLeavesTheRest(t *testing.T, p *person) {
	t.Helper()
	before := configuration(t, p)
	p.must(t, "clients", "remove", "claude-code")
	after := configuration(t, p)
	if servers, ok := after["mcpServers"].(map[string]any); ok && servers["memtray"] != nil {
		t.Errorf("the entry is still there: %v", servers)
	}
	delete(before, "mcpServers")
	delete(after, "mcpServers")
	if len(before) == 0 {
		t.Error("the client keeps nothing in its file: nothing was checked")
	}
	if !reflect.DeepEqual(before, after) {
		t.Errorf("the file's other content changed from\n%s\nto\n%s", keysAndValues(before), keysAndValues(after))
	}
}

func configuration(t *testing.T, p *person) map[string]any {
	t.Helper()
	var config map[string]any
	if err := json.Unmarshal([]byte(p.read(t, ".claude.json")), &config); err != nil {
		t.Fatal(err)
	}
	return config
}

func keysAndValues(m map[string]any) string {
	var b strings.Builder
	for _, k := range slices.Sorted(maps.Keys(m)) {
		fmt.Fprintf(&b, "%s: %v\n", k, m[k])
	}
	return b.String()
}

// shows waits until the window's page holds text.
func (w *tenant) shows(t *testing.T, text string) {
	t.Helper()
	w.waitPage(t, fmt.Sprintf("document.body.innerText.includes(%q)", text))
}

// lacks waits until the window's page does not hold text.
func (w *tenant) lacks(t *testing.T, text string) {
	t.Helper()
	w.waitPage(t, fmt.Sprintf("!document.body.innerText.includes(%q)", text))
}

// press presses keys, by their X names, in the window.
func (w *tenant) press(t *testing.T, keys ...string) {
	t.Helper()
	w.desk.Focus(t, windowTitle)
	w.desk.Press(t, keys...)
}
