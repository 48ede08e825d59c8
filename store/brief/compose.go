package brief

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"memtray/store"
	"memtray/store/text"
)

// part is a section before it is written.
type part struct {
	name    Name
	detail  string // behind its heading
	share   int    // of the budget, in percent
	most    int    // percent it never exceeds; 0: no such bound
	entries []entry
	total   int  // items there are, listed or not
	even    bool // all items count the same, so that none takes the room of others
	late    bool // the last items count most: earlier ones are left out
	bare    bool // one text of its own, not a list
	titles  bool // items are never whole
}

// parts returns the sections that have items, in their order. Shares are of what
// the head leaves and add up to 100.
func parts(in Input) []part {
	all := []part{{name: Pinned, share: 20, most: 50, even: true, entries: each(in.Pinned.Items, memory), total: in.Pinned.Total}}
	all = append(all, documents(in.Documents)...)
	all = append(all,
		part{name: Known, share: 20, entries: each(in.Known.Items, memory), total: in.Known.Total},
		part{name: Summary, share: 8},
		part{name: Journal, share: 6, late: true, detail: store.DayPrefix + in.Now.Format(time.DateOnly), entries: each(in.Journal, note)},
		part{name: Skills, share: 5, entries: each(in.Skills, skill)},
		part{name: Global, share: 9, entries: each(in.Global.Items, memory), total: in.Global.Total},
		part{name: Further, share: 2, titles: true, entries: each(in.Further, further)},
		part{name: Other, share: 4, titles: true, entries: each(in.Other.Items, title), total: in.Other.Total},
	)
	if in.Summary != nil {
		all[slices.IndexFunc(all, func(p part) bool { return p.name == Summary })].entries = []entry{memory(*in.Summary)}
	}
	all = slices.DeleteFunc(all, func(p part) bool { return len(p.entries) == 0 })
	for i := range all {
		all[i].total = max(all[i].total, len(all[i].entries))
	}
	return all
}

// documentShares are of the documents that a context gives, in their order. None
// may take the room of all others.
var documentShares = []struct {
	name        Name
	share, most int
}{{Persona, 5, 15}, {Instructions, 10, 30}, {Profile, 5, 15}, {Goals, 3, 10}, {Glossary, 3, 10}}

func documents(all []Document) []part {
	var out []part
	for _, d := range documentShares {
		i := slices.IndexFunc(all, func(one Document) bool { return one.Name == string(d.name) })
		if i < 0 {
			continue
		}
		body := clean(all[i].Text)
		if body == "" {
			continue
		}
		first, rest, _ := strings.Cut(body, "\n")
		e := entry{title: first, rest: rest, text: body, cut: all[i].Cut, cost: all[i].Tokens, name: store.DocumentPrefix + all[i].Name + " "}
		out = append(out, part{name: d.name, share: d.share, most: d.most, bare: true, entries: []entry{e}})
	}
	return out
}

func each[T any](all []T, do func(T) entry) []entry {
	out := make([]entry, len(all))
	for i, one := range all {
		out[i] = do(one)
	}
	return out
}

func note(n Note) entry {
	body := clean(n.Text)
	first, rest, _ := strings.Cut(body, "\n")
	return entry{lead: "- " + n.At.Format("15:04") + " ", title: first, rest: rest, text: body}
}

// further returns the entry of a document of which only the name is told.
func further(d Document) entry {
	return entry{lead: "- ", title: store.DocumentPrefix + d.Name, cut: true, cost: d.Tokens}
}

// maxSkill bounds what the description of a skill costs in the index.
const maxSkill = 40 // tokens

func skill(s Skill) entry {
	about := oneLine(s.Description)
	if cut := text.Fit(about, maxSkill); cut != about {
		about = cut + "…"
	}
	return entry{lead: "- " + s.Name + ": ", title: about, text: about}
}

// compose writes a context of all sections that costs about target tokens at
// most.
func compose(in Input, w words, all []part, target int) Context {
	if len(all) == 0 {
		return Context{Text: text.Fit(w.empty(in.Project), target), Empty: true}
	}
	head := w.head(in.Project, in.Now)
	room := target - text.Count(head+"\n\n")
	if room < 0 {
		head, room = text.Fit(head, target), 0
	}
	rooms := allot(all, w, room)
	texts := []string{head}
	c := Context{Head: head}
	slack := 0
	for i, p := range all {
		given := rooms[i] + slack
		given = min(given, p.cap(room))
		s, ids := p.write(w, given)
		if s.Text != "" {
			texts = append(texts, s.Text)
		}
		slack += rooms[i] - s.Tokens
		c.Sections = append(c.Sections, s)
		c.IDs = append(c.IDs, ids...)
	}
	c.Text = strings.Join(texts, "\n\n")
	return c
}

// allot divides room among sections: first each has its share, or what it needs
// if that is less; then those that need more take what is left, in their order.
// Sections that would have no room for one item are left out, the last first.
func allot(all []part, w words, room int) []int {
	needs, rooms := make([]int, len(all)), make([]int, len(all))
	left := room
	for i, p := range all {
		needs[i] = min(p.need(w, room), p.cap(room))
		floor := min(needs[i], p.floor(w))
		if floor > left {
			needs[i] = 0
			continue
		}
		rooms[i] = floor
		left -= floor
	}
	for i, p := range all {
		more := min(needs[i], room*p.share/100) - rooms[i]
		if more = min(more, left); more > 0 {
			rooms[i] += more
			left -= more
		}
	}
	for i := range all {
		if more := min(needs[i]-rooms[i], left); more > 0 {
			rooms[i] += more
			left -= more
		}
	}
	return rooms
}

// cap returns what the section costs at most, whatever others leave. A document
// may always have a few lines.
func (p part) cap(room int) int {
	switch {
	case p.most == 0:
		return room
	case p.bare:
		return max(room*p.most/100, 2*least)
	}
	return room * p.most / 100
}

// heading returns the line above the section.
func (p part) heading(w words) string {
	if p.detail != "" {
		return "## " + w.headings[p.name] + " " + p.detail
	}
	return "## " + w.headings[p.name]
}

// overhead returns what the heading and the blank line before it cost.
func (p part) overhead(w words) int { return text.Count("\n" + p.heading(w) + "\n") }

// leftOut returns the line about n items that are not shown.
func (p part) leftOut(w words, n int) string {
	switch {
	case p.late:
		return fmt.Sprintf(w.earlier, n)
	case p.name == Skills:
		return fmt.Sprintf(w.skills, n)
	}
	return fmt.Sprintf(w.more, n)
}

// floor returns the least room for which the section is begun: one item, and
// where all count the same a few words of each.
func (p part) floor(w words) int {
	sum := p.overhead(w)
	if p.total > 1 {
		sum += text.Count(p.leftOut(w, p.total) + "\n")
	}
	entries := p.entries
	if !p.even {
		entries = entries[:1]
	}
	for _, e := range entries {
		sum += e.cheapest(p.titles)
	}
	return sum
}

// cheapest returns what the shortest useful form of an entry costs.
func (e entry) cheapest(titles bool) int {
	if s, ok := e.whole(least); ok && !titles {
		return text.Count(s + "\n")
	}
	return least
}

// need returns what the section costs in full, as far as that is less than room.
func (p part) need(w words, room int) int {
	sum := p.overhead(w)
	if p.total > len(p.entries) || p.titles {
		sum += text.Count(p.leftOut(w, p.total) + "\n")
	}
	if p.titles {
		sum += least // without which the last title is not begun
	}
	for _, e := range p.entries {
		if sum >= room {
			return room
		}
		switch s, ok := e.whole(room); {
		case p.titles:
			sum += text.Count(e.lead+e.title+"\n") + least/4
		case ok:
			sum += text.Count(s + "\n")
		default:
			return room
		}
	}
	return min(sum, room)
}
