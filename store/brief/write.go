package brief

import (
	"slices"
	"strings"

	"memtray/store/text"
)

// write writes a section that costs at most room, and returns the ids that it
// shows.
func (p part) write(w words, room int) (Section, []int64) {
	s := Section{Name: p.name, Left: p.total}
	room -= p.overhead(w)
	// Room for the line about what is left out is kept until all is known to fit.
	spare := 0
	if p.total > 1 && !p.fits(room) {
		spare = text.Count(p.leftOut(w, p.total) + "\n")
	}
	entries := slices.Clone(p.entries)
	if p.late {
		slices.Reverse(entries)
	}
	var lines []string
	var ids []int64
	room -= spare
	bounds := p.bounds(entries, room)
	for i, e := range entries {
		if i >= len(bounds) {
			break
		}
		line, whole := e.line(w, p, min(bounds[i], room))
		if line == "" {
			if p.even {
				continue
			}
			break
		}
		room -= text.Count(line + "\n")
		lines = append(lines, line)
		s.Shown++
		s.Left--
		if !whole {
			s.Short++
		}
		if e.id != 0 {
			ids = append(ids, e.id)
		}
	}
	if s.Shown == 0 {
		return s, nil
	}
	if p.late {
		slices.Reverse(lines)
	}
	if s.Left > 0 && spare > 0 {
		line := p.leftOut(w, s.Left)
		if p.late {
			lines = slices.Insert(lines, 0, line)
		} else {
			lines = append(lines, line)
		}
	}
	s.Text = p.heading(w) + "\n" + strings.Join(lines, "\n")
	s.Tokens = text.Count("\n" + s.Text + "\n")
	return s, ids
}

// line returns an entry in at most room tokens, "" if it has none, and whether it
// is whole.
func (e entry) line(w words, p part, room int) (string, bool) {
	if s, ok := e.whole(room); ok && !p.titles {
		return s, true
	}
	if room < least {
		return "", false
	}
	return e.short(w, room), false
}

// fits reports whether all items are there and fit whole.
func (p part) fits(room int) bool {
	if p.titles || p.total > len(p.entries) {
		return false
	}
	for _, e := range p.entries {
		s, ok := e.whole(room)
		if !ok {
			return false
		}
		room -= text.Count(s + "\n")
	}
	return room >= 0
}

// bounds returns how much each of the first entries may cost. Where all count
// the same, small ones leave what they do not need to larger ones; otherwise the
// first come first, and none takes more than a third.
func (p part) bounds(entries []entry, room int) []int {
	bounds := make([]int, len(entries))
	if !p.even {
		for i := range bounds {
			bounds[i] = max(room/3, 3*least)
			if p.bare || len(entries) == 1 {
				bounds[i] = room
			}
		}
		return bounds
	}
	n := 0
	for sum := 0; n < len(entries); n++ {
		if sum += entries[n].cheapest(p.titles); sum > room && n > 0 {
			break
		}
	}
	costs := make([]int, n)
	for i, e := range entries[:n] {
		costs[i] = room
		if s, ok := e.whole(room); ok {
			costs[i] = text.Count(s + "\n")
		}
	}
	bounds = bounds[:n]
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return costs[a] - costs[b] })
	for at, i := range order {
		bounds[i] = min(costs[i], room/(n-at))
		room -= bounds[i]
	}
	return bounds
}
