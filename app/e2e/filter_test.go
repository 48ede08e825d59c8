package e2e

import "testing"

func TestDashboard_FiltersNarrowTheListAndStayInTheAddress(t *testing.T) {
	p := newPerson(t)
	newAgent(t, p, "codex").save(t, map[string]any{"kind": "decision", "title": "Codex decided", "body": "w"})
	cursor := newAgent(t, p, "cursor")
	cursor.save(t, map[string]any{"kind": "gotcha", "title": "Cursor stumbled", "body": "x", "project": "web"})
	cursor.save(t, map[string]any{"kind": "decision", "title": "Cursor decided", "body": "x", "project": "web"})
	p.save(t, "--kind", "gotcha", "--title", "I stumbled", "y")
	d := p.serve(t).visit(t, "/memories", wide)
	d.count(4)

	d.choose("Kind", "Decision")
	d.count(2)
	d.choose("Client", "Cursor")
	d.count(1)
	d.row("Cursor decided")
	if err := d.addressHas("kind=decision&client=cursor"); err != nil {
		t.Error(err)
	}
	d.click("button", "^Remove filter Kind: Decision")
	d.count(2)
	d.click("button", "^Remove filter Client: Cursor")
	d.count(4)

	d.choose("Project", "web")
	d.count(2)
	d.noRow("Codex decided")
	d.search("stumbled")
	d.count(1)
	d.row("Cursor stumbled")
	d.click("button", "^Clear search and filters")
	d.count(4)

	d.choose("Client", "You")
	d.count(1)
	d.row("I stumbled")
}

func TestDashboard_NothingMatchesNamesTheFilters(t *testing.T) {
	p := newPerson(t)
	p.save(t, "--kind", "decision", "Only a decision")
	d := p.serve(t).visit(t, "/memories?kind=gotcha", wide)
	d.count(0)
	d.shows("Nothing matches")
	d.shows("Gotcha")
	d.click("button", "^Clear filters")
	d.row("Only a decision")
}

// choose picks a value in one of the filter menus.
func (d *dashboard) choose(filter, value string) {
	d.t.Helper()
	d.click("button", "^Filter$")
	d.click("menuitemcheckbox", "^"+value)
	d.leave()
}
