package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// breakTitle damages one memory in a way that only a full check finds.
func (p *person) breakTitle(t *testing.T, id int64) {
	t.Helper()
	db := p.file(t)
	db.SetMaxOpenConns(1)
	for _, query := range []string{
		`pragma writable_schema = 1`,
		`update sqlite_schema set sql = replace(sql, 'title          text not null', 'title text') where name = 'memories'`,
		`pragma writable_schema = reset`,
		fmt.Sprintf(`update memories set title = null where id = %d`, id),
		`pragma writable_schema = 1`,
		`update sqlite_schema set sql = replace(sql, 'title text', 'title text not null') where name = 'memories'`,
	} {
		if _, err := db.Exec(query); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestDoctor_Damage: damage that only a full check finds is mended while clients
// run: the file is set aside, and what can be read of it comes back.
func TestDoctor_Damage(t *testing.T) {
	p := newPerson(t)
	for _, body := range []string{"one", "two", "three"} {
		p.save(t, body)
	}
	p.breakTitle(t, 2)
	a := newAgent(t, p, "codex")
	a.must(t, "memory_save", map[string]any{"body": "before the repair"})
	if out := p.memtray(t, "doctor"); out.code != 1 || !containsAll(out.stdout, "NULL value in memories.title", "doctor --repair") {
		t.Errorf("doctor: %d %s", out.code, out.stdout)
	}
	out := p.memtray(t, "doctor", "--repair")
	if out.code != 1 || !strings.Contains(out.stdout, "was damaged and set aside as memtray.db.damaged-") {
		t.Errorf("doctor --repair: %d %s", out.code, out.stdout)
	}
	if text := a.must(t, "memory_save", map[string]any{"body": "after the repair"}); !strings.HasPrefix(text, "saved #2001") {
		t.Errorf("after the repair: %s", text)
	}
	_, aside, _ := strings.Cut(out.stdout, "set aside: ")
	aside, _, _ = strings.Cut(aside, ": memtray-mcp restore FILE")
	if out := p.memtray(t, "restore", aside); out.code != 1 || !strings.Contains(out.stdout, "3 brought back, 1 unreadable") {
		t.Errorf("restore %s: %d %s%s", aside, out.code, out.stdout, out.stderr)
	}
	if out := p.must(t, "doctor"); !strings.Contains(out, "4 memories, version 1, sound") {
		t.Errorf("doctor after all: %s", out)
	}
}
