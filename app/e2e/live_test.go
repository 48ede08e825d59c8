package e2e

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestDashboard_AnotherProcessWritesAndNothingShifts(t *testing.T) {
	p := newPerson(t)
	for i := range 40 {
		p.save(t, fmt.Sprintf("Memory number %02d", i))
	}
	d := p.serve(t).visit(t, "/memories", wide)
	d.count(40)
	eval[any](d.tab, `document.querySelector('[role=listbox]').scrollTop = 280`)
	before := d.row("Memory number 30").Top

	p.save(t, "Written elsewhere")

	eventually(t, "a notice of the new memory", func() error {
		if !strings.Contains(d.text(), "1 new") {
			return errors.New("no such words")
		}
		return nil
	})
	if after := d.row("Memory number 30").Top; after != before {
		t.Errorf("the row moved from %d to %d", before, after)
	}
	d.click("button", "1 new")
	d.row("Written elsewhere")
	d.count(41)
}

func TestDashboard_AnEditElsewhereShowsWhereItIsRead(t *testing.T) {
	p := newPerson(t)
	a := newAgent(t, p, "codex")
	id := a.save(t, map[string]any{"title": "Port", "body": "The port is 8080."})
	d := p.serve(t).visit(t, fmt.Sprintf("/memories?id=%d", id), wide)
	d.shows("The port is 8080.")
	a.must(t, "memory_update", map[string]any{"id": id, "body": "The port is 9090."})
	d.shows("The port is 9090.")
}

func TestDashboard_PausedSavingRefusesClients(t *testing.T) {
	p := newPerson(t)
	a := newAgent(t, p, "codex")
	a.save(t, map[string]any{"body": "Before the pause"})
	d := p.serve(t).visit(t, "/memories", wide)
	d.click("button", "^Pause saving")
	d.click("menuitem", "^Until I resume")
	d.find("button", "^Resume")

	text, isError := a.call(t, "memory_save", map[string]any{"body": "During the pause"})
	if !isError || !strings.Contains(text, "saving is paused; nothing was stored") {
		t.Errorf("memory_save answered %q, error %v", text, isError)
	}
	if found := a.must(t, "memory_search", map[string]any{"query": "pause"}); !strings.Contains(found, "Before the pause") || strings.Contains(found, "During") {
		t.Errorf("memory_search answered %q", found)
	}
	d.click("button", "^Resume")
	d.find("button", "^Pause saving")
	a.save(t, map[string]any{"body": "After the pause"})
	d.row("After the pause") // nobody has moved in the list, so it comes in by itself
}
