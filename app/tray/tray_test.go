package tray

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// paper is a host that keeps what is on it and counts what it was told.
type paper struct {
	lines []paperLine
	calls int
	icons []Icon
	tip   string
}

type paperLine struct {
	parent          int
	label           string
	enabled, hidden bool
	clicked         func()
}

func (p *paper) add(parent int, label string, clicked func()) int {
	p.calls++
	p.lines = append(p.lines, paperLine{parent: parent, label: label, enabled: true, clicked: clicked})
	return len(p.lines)
}
func (p *paper) separator() { p.calls++ }

// set shows the line, as the real library does.
func (p *paper) set(line int, label string, enabled bool) {
	p.calls++
	l := &p.lines[line-1]
	l.label, l.enabled, l.hidden = label, enabled, false
}
func (p *paper) show(line int, visible bool) { p.calls++; p.lines[line-1].hidden = !visible }
func (p *paper) icon(i Icon)                 { p.calls++; p.icons = append(p.icons, i) }
func (p *paper) tooltip(s string)            { p.calls++; p.tip = s }
func (p *paper) quit()                       {}

// read returns the visible lines.
func (p *paper) read() string {
	var b strings.Builder
	for _, l := range p.lines {
		if l.hidden || l.parent > 0 && p.lines[l.parent-1].hidden {
			continue
		}
		fmt.Fprintf(&b, "%s %v\n", l.label, l.enabled)
	}
	return b.String()
}

// wanted returns what a state's menu should read.
func wanted(s State, l Labels) string {
	var b strings.Builder
	for _, item := range Menu(s, l) {
		if item.Hidden || item.Separator {
			continue
		}
		fmt.Fprintf(&b, "%s %v\n", item.Label, item.Enabled)
		for _, sub := range item.Sub {
			fmt.Fprintf(&b, "%s %v\n", sub.Label, sub.Enabled)
		}
	}
	return b.String()
}

// TestTray_Show goes through every pair of states and both languages on one
// menu: what is on it must never depend on what was.
func TestTray_Show(t *testing.T) {
	p := &paper{}
	tray := &Tray{host: p, do: func(Action) {}}
	for _, locale := range []string{"en", "zh-CN", "en"} {
		l := texts(t, locale)
		for _, from := range states {
			for _, to := range states {
				tray.Show(from.state, l)
				tray.Show(to.state, l)
				if got, want := p.read(), wanted(to.state, l); got != want {
					t.Fatalf("%s after %s reads\n%s\nwant\n%s", to.name, from.name, got, want)
				}
				if got := p.icons[len(p.icons)-1]; got != to.state.Icon() {
					t.Fatalf("%s after %s: icon %d", to.name, from.name, got)
				}
			}
		}
	}
}

func TestTray_ShowSame(t *testing.T) {
	p := &paper{}
	tray := &Tray{host: p}
	l := texts(t, "en")
	tray.Show(states[2].state, l)
	before := p.calls
	tray.Show(states[2].state, l)
	if p.calls != before {
		t.Errorf("%d calls for a menu that did not change", p.calls-before)
	}
}

// TestTray_Click: a line does what it stands for now, not when it was made.
func TestTray_Click(t *testing.T) {
	p := &paper{}
	var done []Action
	tray := &Tray{host: p, do: func(a Action) { done = append(done, a) }}
	l := texts(t, "en")
	tray.Show(states[0].state, l)
	slot := slices.IndexFunc(p.lines, func(l paperLine) bool { return !l.enabled && l.label == texts(t, "en")["tray.recent_none"] })
	p.lines[slot].clicked()
	if len(done) != 0 {
		t.Fatalf("a line that is off did %v", done)
	}
	tray.Show(states[1].state, l)
	p.lines[slot].clicked()
	tray.Show(states[2].state, l)
	p.lines[slot].clicked()
	p.lines[slot+1].clicked()
	want := []Action{{OpenMemory, 7}, {OpenMemory, 105}, {OpenMemory, 104}}
	if !slices.Equal(done, want) {
		t.Errorf("clicks did %v, want %v", done, want)
	}
}

func TestTray_Absent(t *testing.T) {
	tray := &Tray{}
	tray.Show(State{}, nil)
	if tray.Available() {
		t.Error("a tray without a host is available")
	}
}
