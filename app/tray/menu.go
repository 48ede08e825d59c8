package tray

import (
	"strconv"
	"strings"

	"github.com/rivo/uniseg"
)

// Slots is how many of the newest memories the menu offers.
const Slots = 5

// titleCut is the width of a memory's title in the menu, in columns: a menu is as
// wide as its longest line.
const titleCut = 36

// Item is one line of the menu.
type Item struct {
	Label     string
	Enabled   bool
	Hidden    bool
	Separator bool
	Action    Action
	Sub       []Item
}

// Menu returns the menu for a state. It always has the same shape, whatever the
// state: lines that do not apply are hidden, never left out. The tray's library
// can neither remove nor insert lines.
func Menu(s State, t Labels) []Item {
	off := func(label string) Item { return Item{Label: label} }
	on := func(key string, do Verb) Item {
		return Item{Label: t.text(key), Enabled: true, Action: Action{Do: do}}
	}
	items := []Item{
		off(s.status(t)),
		off(s.counts(t)),
		{Separator: true},
		on("tray.search", Search),
		on("tray.add", Add),
		{Separator: true},
	}
	items = append(items, newest(s, t)...)
	pause := on("tray.pause", Nothing)
	pause.Hidden = s.Paused
	pause.Sub = []Item{
		on("tray.pause_hour", PauseHour),
		on("tray.pause_tomorrow", PauseTomorrow),
		on("tray.pause_forever", PauseForever),
	}
	resume := on("tray.resume", Resume)
	resume.Hidden = !s.Paused
	return append(items,
		Item{Separator: true},
		on("tray.clients", Clients),
		pause,
		resume,
		Item{Separator: true},
		on("tray.open", Open),
		on("tray.settings", Settings),
		on("tray.quit", Quit),
	)
}

// newest returns the lines of the newest memories. Without any, the first says
// so: two separators in a row would look broken.
func newest(s State, t Labels) []Item {
	items := make([]Item, Slots)
	for i := range items {
		if i >= len(s.Newest) {
			items[i] = Item{Hidden: true}
			continue
		}
		m := s.Newest[i]
		items[i] = Item{Label: Cut(m.Title), Enabled: true, Action: Action{Do: OpenMemory, ID: m.ID}}
		if items[i].Label == "" {
			items[i].Label = "#" + strconv.FormatInt(m.ID, 10)
		}
	}
	if len(s.Newest) == 0 {
		items[0] = Item{Label: t.text("tray.recent_none")}
	}
	return items
}

// Cut returns a title as the menu shows it: at most 36 columns wide, never cut
// inside a character that is drawn as one. Chinese characters are two columns
// wide, so that lines of all languages come out alike.
func Cut(title string) string {
	if uniseg.StringWidth(title) <= titleCut {
		return title
	}
	kept, width, state := 0, 1, -1 // 1: the …
	for rest := title; rest != ""; {
		var cluster string
		var w int
		cluster, rest, w, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if width+w > titleCut {
			break
		}
		kept, width = kept+len(cluster), width+w
	}
	return strings.TrimRight(title[:kept], " ") + "…"
}
