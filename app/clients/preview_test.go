package clients_test

import (
	"fmt"
	"strings"
	"testing"

	"memtray/app/clients"
)

// TestPreview: the golden shows what a person sees before they agree.
func TestPreview(t *testing.T) {
	long := "{\n  \"first\": \"secret-far-away\",\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3,\n  \"mcpServers\": {\n    \"x\": {\n      \"command\": \"y\"\n    }\n  },\n  \"d\": 4,\n  \"e\": 5,\n  \"f\": 6,\n  \"last\": \"secret-far-away\"\n}\n"
	tests := []struct{ name, text string }{
		{"new file", ""},
		{"empty object", "{}"},
		{"among others", long},
		{"among others, CRLF and mark", "\ufeff" + strings.ReplaceAll(long, "\n", "\r\n")},
		{"one line", `{"a":1}`},
		{"another version", "{\n  \"mcpServers\": {\n    \"memtray\": {\n      \"command\": \"/old/memtray-mcp\",\n      \"args\": [\"--client\", \"cursor\"]\n    }\n  }\n}\n"},
	}
	var all strings.Builder
	for _, test := range tests {
		p := newPerson(t)
		if test.text != "" {
			p.write(".cursor/mcp.json", test.text)
		}
		for _, action := range []clients.Action{clients.Add, clients.Remove} {
			before := p.tree()
			v := p.preview("cursor", action)
			equal(t, "files after a preview", p.tree(), before)
			fmt.Fprintf(&all, "== %s: %s +%d -%d\n", test.name, action, v.Added, v.Removed)
			for _, l := range v.Lines {
				fmt.Fprintf(&all, "%2d %2d %s%s\n", l.Old, l.New, l.Op, strings.ReplaceAll(l.Text, p.home, "/home/me"))
			}
			applies(t, p, action, v)
		}
	}
	if strings.Contains(all.String(), "secret-far-away") {
		t.Error("a line far from the change is shown")
	}
	golden(t, "preview.golden", []byte(all.String()))
}

// applies does what was previewed and checks the lines against the files.
func applies(t *testing.T, p *person, action clients.Action, v clients.Preview) {
	t.Helper()
	old := p.lines()
	_, err := p.registrar().Apply(ctx, "cursor", clients.Server, action, v.Digest)
	must(t, err)
	now := p.lines()
	equal(t, "difference in lines", v.Added-v.Removed, len(now)-len(old))
	for _, l := range v.Lines {
		if l.Op != "+" {
			equal(t, "old line", l.Text, old[l.Old-1])
		}
		if l.Op != "-" {
			equal(t, "new line", l.Text, now[l.New-1])
		}
	}
}

func (p *person) lines() []string {
	if p.state("cursor").Status == clients.NotInstalled {
		return nil
	}
	text := strings.ReplaceAll(strings.TrimPrefix(p.read(".cursor/mcp.json"), "\ufeff"), "\r\n", "\n")
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

// TestPreviewOfLongLine: of a file on one line only the change is shown.
func TestPreviewOfLongLine(t *testing.T) {
	p := newPerson(t)
	filler := strings.Repeat("中", 300)
	p.write(".cursor/mcp.json", `{"first":"secret","a":"`+filler+`","mcpServers":{},"b":"`+filler+`","last":"secret"}`)
	v := p.preview("cursor", clients.Add)
	equal(t, "lines", len(v.Lines), 2)
	for _, l := range v.Lines {
		if strings.Contains(l.Text, "secret") || !strings.HasPrefix(l.Text, "…中") || !strings.HasSuffix(l.Text, "中…") {
			t.Fatalf("line %q", l.Text)
		}
	}
	if !strings.Contains(v.Lines[1].Text, `"memtray":{"command":`) {
		t.Fatalf("line %q", v.Lines[1].Text)
	}
}
