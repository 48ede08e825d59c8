package tray

import "sync"

// host is a place in the notification area: the system's tray, or a record of
// what was drawn in tests. Lines are made once, in order, and changed later;
// handles are small numbers from 1, 0 is the menu itself.
type host interface {
	// add appends a line below parent and calls clicked for every click on it.
	add(parent int, label string, clicked func()) int
	separator()
	set(line int, label string, enabled bool)
	show(line int, visible bool)
	icon(Icon)
	tooltip(string)
	quit()
}

// Tray is the icon and its menu. Its methods may be called from any goroutine.
type Tray struct {
	host host
	do   func(Action)

	mu    sync.Mutex // protects what follows
	lines []int      // handle of each line, separators 0, submenus after their line
	drawn []Item     // what the host shows now, in the same order as lines
	icon  Icon
	tip   string
}

// Show draws the menu and the icon of a state in the given language. Only what
// differs from what is drawn goes to the system: each call there is a message
// to another process.
func (t *Tray) Show(s State, labels Labels) {
	if t.host == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	flat, parents := flatten(Menu(s, labels))
	if t.lines == nil {
		t.build(flat, parents)
		t.host.icon(s.Icon())
	} else if t.icon != s.Icon() {
		t.host.icon(s.Icon())
	}
	t.icon = s.Icon()
	for i, item := range flat {
		t.update(i, item)
	}
	if tip := "Memtray: " + flat[0].Label; tip != t.tip {
		t.tip = tip
		t.host.tooltip(tip)
	}
}

// Quit takes the icon away and ends the event loop of the process.
func (t *Tray) Quit() { t.host.quit() }

// Available reports whether there is a tray at all.
func (t *Tray) Available() bool { return t.host != nil }

// build makes all lines, in the shape that the menu keeps from then on.
func (t *Tray) build(flat []Item, parents []int) {
	t.lines = make([]int, len(flat))
	t.drawn = make([]Item, len(flat))
	for i, item := range flat {
		if item.Separator {
			t.host.separator()
			t.drawn[i] = item
			continue
		}
		parent := 0
		if parents[i] >= 0 {
			parent = t.lines[parents[i]]
		}
		t.lines[i] = t.host.add(parent, item.Label, func() { t.clicked(i) })
		t.drawn[i] = Item{Label: item.Label, Enabled: true}
	}
}

// update draws line i, if it differs.
func (t *Tray) update(i int, item Item) {
	old := t.drawn[i]
	if item.Separator {
		return
	}
	// A hidden line keeps its text: changing it would show the line.
	if item.Hidden {
		item.Label, item.Enabled = old.Label, old.Enabled
	}
	t.drawn[i] = item
	if old.Label != item.Label || old.Enabled != item.Enabled {
		t.host.set(t.lines[i], item.Label, item.Enabled)
	}
	if old.Hidden != item.Hidden {
		t.host.show(t.lines[i], !item.Hidden)
	}
}

// clicked does what line i stands for at the time of the click.
func (t *Tray) clicked(i int) {
	t.mu.Lock()
	item := t.drawn[i]
	t.mu.Unlock()
	if item.Enabled && !item.Hidden {
		t.do(item.Action)
	}
}

// flatten lists items with their submenus behind them, and for each the place
// of its parent (-1: none).
func flatten(items []Item) (flat []Item, parents []int) {
	for _, item := range items {
		at := len(flat)
		flat, parents = append(flat, item), append(parents, -1)
		for _, sub := range item.Sub {
			flat, parents = append(flat, sub), append(parents, at)
		}
	}
	return flat, parents
}
