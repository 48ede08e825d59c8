package clients

import (
	"path/filepath"
	"strings"
	"testing"

	"memtray/store"
)

// TestVerify: an editor that did something else would be caught.
func TestVerify(t *testing.T) {
	claude := serverOf(find(t, "claude-code"), Shim{Command: "/memtray-mcp"})
	ours := `"memtray":{"type":"stdio","command":"/memtray-mcp","args":["--client","claude-code"]}`
	tests := []struct {
		name, before, after string
		action              Action
		word                string // "": fine
	}{
		{"added", `{"a":1}`, `{"a":1,"mcpServers":{` + ours + `}}`, Add, ""},
		{"not JSON", `{"a":1}`, `{"a":1,"mcpServers":{` + ours + `}`, Add, "after the edit"},
		{"other key lost", `{"a":1}`, `{"mcpServers":{` + ours + `}}`, Add, "more than our entry"},
		{"other key changed", `{"a":1}`, `{"a":1.0,"mcpServers":{` + ours + `}}`, Add, "more than our entry"},
		{"other server lost", `{"mcpServers":{"b":{}}}`, `{"mcpServers":{` + ours + `}}`, Add, "more than our entry"},
		{"not added", `{"a":1}`, `{"a":1 }`, Add, "not set what"},
		{"wrong arguments", `{}`, `{"mcpServers":{` + strings.Replace(ours, "claude-code", "cursor", 1) + `}}`, Add, "not set what"},
		{"removed", `{"mcpServers":{` + ours + `}}`, `{}`, Remove, ""},
		{"not removed", `{"mcpServers":{` + ours + `}}`, `{"mcpServers":{` + ours + ` }}`, Remove, "leave our entry"},
		{"other server lost", `{"mcpServers":{"b":{},` + ours + `}}`, `{}`, Remove, "more than our entry"},
	}
	for _, test := range tests {
		p := plan{target: claude, action: test.action, file: file{data: []byte(test.before)}, after: []byte(test.after)}
		before, err := claude.slot(p.file)
		if err != nil {
			t.Fatal(err)
		}
		err = p.verify(before)
		if (err == nil) != (test.word == "") || (err != nil && !strings.Contains(err.Error(), test.word)) {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

// TestShimBeside: the shim is the program itself or lies next to it.
func TestShimBeside(t *testing.T) {
	dir := t.TempDir()
	shim := filepath.Join(dir, "memtray-mcp")
	for _, name := range []string{"memtray-mcp", "memtray", "memtray-0.1"} {
		if got := shimBeside(filepath.Join(dir, name)); got != shim {
			t.Errorf("for %s it is %q, want %q", name, got, shim)
		}
	}
	if got := shimBeside(filepath.Join(dir, "Memtray.EXE")); got != shim+".EXE" {
		t.Errorf("on Windows it is %q", got)
	}
}

// TestWritten: what another program wrote right after us is noticed.
func TestWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.json")
	f := file{path: path, target: path}
	if err := f.replace([]byte("{}")); err != nil {
		t.Fatal(err)
	}
	at := target{path: path}
	p := plan{target: at, action: Add, file: f, after: []byte("{}")}
	if err := p.written(); err != nil {
		t.Fatal(err)
	}
	p.after = []byte(`{"a":1}`)
	if err := p.written(); store.ErrorCode(err) != store.Conflict {
		t.Fatalf("error %v", err)
	}
	if err := (plan{target: at, file: f, delete: true}).written(); store.ErrorCode(err) != store.Conflict {
		t.Fatalf("error %v", err)
	}
}

// damaging is a slot whose editor loses what else is in the file.
type damaging struct {
	slot
	text []byte
}

func (d damaging) add() (splice, int, error) {
	right, around, err := d.slot.add()
	right.old, right.at = string(d.text), 0
	return right, around, err
}

// TestVerifyAsked: nothing is planned that was not checked.
func TestVerifyAsked(t *testing.T) {
	claude := serverOf(find(t, "claude-code"), Shim{Command: "/memtray-mcp"})
	right := claude.part.format.parse
	f := file{exists: true, data: []byte(`{"a":1}`)}
	if _, err := makePlan(claude, Add, f, store.Registration{}, ""); err != nil {
		t.Fatal(err)
	}
	claude.part.format.parse = func(text []byte, w wanted) (slot, error) {
		s, err := right(text, w)
		return damaging{s, text}, err
	}
	if p, err := makePlan(claude, Add, f, store.Registration{}, ""); err == nil {
		t.Errorf("planned %s", p.after)
	}
}
