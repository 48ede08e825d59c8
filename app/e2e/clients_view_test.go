package e2e

import (
	"strings"
	"testing"
)

func TestDashboard_RegistersCursorWithTheDiffItShowed(t *testing.T) {
	p := newPerson(t)
	p.must(t, "install")
	const before = "{\n  \"mcpServers\": {\n    \"docs\": {\n      \"command\": \"npx\",\n      \"args\": [\"-y\", \"docs\"]\n    }\n  }\n}\n"
	p.write(t, ".cursor/mcp.json", before)
	d := p.serve(t).visit(t, "/clients?id=cursor", wide)
	d.find("heading", "^What will change")

	var lines []string
	eventually(t, "the diff", func() error {
		lines = eval[[]string](d.tab, `[...document.querySelectorAll('[role=group][aria-label="What will change"] > div')].map(line => {
			const mark = line.querySelector('.sr')?.textContent ?? ''
			return (mark.includes('added') ? '+' : mark.includes('removed') ? '-' : ' ') + line.querySelector('code').textContent
		})`)
		return unless(len(lines) > 0)
	})
	d.click("button", "^Register$")
	d.says("Cursor is registered")

	entry := registered(t, p, ".cursor/mcp.json")
	if !strings.HasSuffix(entry.Command, "memtray-mcp") {
		t.Errorf("the command is %q", entry.Command)
	}
	if got, want := p.read(t, ".cursor/mcp.json"), patched(t, before, lines); got != want {
		t.Errorf("the file is\n%s\nbut the diff promised\n%s", got, want)
	}

	d.click("button", "^Remove…$")
	d.click("button", "^Remove$")
	d.says("Cursor is not registered any more")
	if got := p.read(t, ".cursor/mcp.json"); got != before {
		t.Errorf("after removing, the file is\n%s\nwant\n%s", got, before)
	}
}

func TestDashboard_ALongLineOfAFileIsShownWhole(t *testing.T) {
	p := newPerson(t)
	p.must(t, "install")
	p.write(t, ".cursor/mcp.json", `{"mcpServers":{"docs":{"command":"npx","args":["`+strings.Repeat("a", 400)+`"]}}}`)
	d := p.serve(t).visit(t, "/clients?id=cursor", wide)
	d.find("heading", "^What will change")
	const hidden = `(() => {
		const box = document.querySelector('[role=group][aria-label="What will change"]')
		return box.scrollWidth - box.clientWidth
	})()`
	if n := eval[int](d.tab, hidden); n > 0 {
		t.Errorf("%d px of the diff are outside its box", n)
	}
}

func TestDashboard_AFileThatChangedSinceThePreviewIsNotOverwritten(t *testing.T) {
	p := newPerson(t)
	p.must(t, "install")
	p.write(t, ".cursor/mcp.json", "{\"mcpServers\": {}}\n")
	d := p.serve(t).visit(t, "/clients?id=cursor", wide)
	d.expect(409)
	d.find("heading", "^What will change")
	settle(d) // the clients are read twice at the start, and the change with them
	p.write(t, ".cursor/mcp.json", "{\"mcpServers\": {\"other\": {\"command\": \"x\"}}}\n")
	d.click("button", "^Register$")
	d.shows("look again")
	if got := p.read(t, ".cursor/mcp.json"); strings.Contains(got, "memtray") {
		t.Errorf("the file is %s", got)
	}
}

func TestDashboard_AClientThatRunsIsShownAsConnected(t *testing.T) {
	p := newPerson(t)
	p.must(t, "install")
	p.must(t, "clients", "add", "cursor")
	d := p.serve(t).visit(t, "/clients?id=cursor", wide)
	d.find("option", "Cursor.*Registered")
	newAgent(t, p, "cursor")
	d.find("option", "Cursor.*Connected")
}

// patched applies the lines of a diff (each begins with its sign) to a text
// whose every line they name or which they leave out around the change.
func patched(t *testing.T, text string, diff []string) string {
	t.Helper()
	lines := strings.Split(text, "\n")
	var old, new []string
	for _, d := range diff {
		if d[0] != '+' {
			old = append(old, d[1:])
		}
		if d[0] != '-' {
			new = append(new, d[1:])
		}
	}
	whole := "\n" + strings.Join(lines, "\n")
	from := "\n" + strings.Join(old, "\n")
	if strings.Count(whole, from) != 1 {
		t.Fatalf("the diff %q does not fit the file %q", diff, text)
	}
	return strings.Replace(whole, from, "\n"+strings.Join(new, "\n"), 1)[1:]
}
