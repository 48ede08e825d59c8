package clients

import (
	"bytes"
	"slices"

	"github.com/tailscale/hujson"
)

func (s *jsonSlot) cut(around int) splice {
	at, name := len(s.want.path), s.want.name
	for ; around > 0 && at > 0 && alone(s.chain[at]); around-- {
		at--
		name = s.want.path[at]
	}
	return dropMember(s.text, s.chain[at], name)
}

// element is a member of an object or an item of an array.
type element struct {
	before   hujson.Extra // what stands above it
	from, to int
	after    hujson.Extra // what stands before its comma; nil if there is none
}

func elementsOf(v *hujson.Value) []element {
	var all []element
	switch c := v.Value.(type) {
	case *hujson.Object:
		for _, m := range c.Members {
			all = append(all, element{m.Name.BeforeExtra, m.Name.StartOffset, m.Value.EndOffset, m.Value.AfterExtra})
		}
	case *hujson.Array:
		for _, e := range c.Elements {
			all = append(all, element{e.BeforeExtra, e.StartOffset, e.EndOffset, e.AfterExtra})
		}
	}
	return all
}

// lastExtra is what stands between the last comma and the end of a container.
func lastExtra(v *hujson.Value) hujson.Extra {
	if c, ok := v.Value.(*hujson.Array); ok {
		return c.AfterExtra
	}
	return v.Value.(*hujson.Object).AfterExtra
}

// alone reports whether a container holds one thing and no comments around it.
func alone(v *hujson.Value) bool {
	all := elementsOf(v)
	return len(all) == 1 && blank(lastExtra(v)) && blank(all[0].before) && blank(all[0].after)
}

// dropMember is drop for the member with a name.
func dropMember(text []byte, v *hujson.Value, name string) splice {
	members := v.Value.(*hujson.Object).Members
	return drop(text, v, slices.IndexFunc(members, func(m hujson.ObjectMember) bool { return nameOf(m) == name }))
}

// drop returns the splice that takes an element out of a container, with one
// comma. Comments stay: none is ours.
func drop(text []byte, v *hujson.Value, i int) splice {
	all := elementsOf(v)
	own := all[i]
	from, to := own.from, own.to
	last := i == len(all)-1
	switch {
	case alone(v):
		return remove(text, v.StartOffset+1, v.EndOffset-1)
	case !blank(own.after):
		return splice{at: from, old: string(text[from : to+len(own.after)+1]), new: string(own.after)}
	case own.after != nil || !last: // a comma follows
		return removeLine(text, from, to+len(own.after)+1)
	case i == 0:
		return removeLine(text, from, to)
	}
	// The comma before goes too.
	before := all[i-1]
	comma := before.to + len(before.after)
	between := text[comma+1 : from]
	if blank(between) && blank(before.after) {
		return remove(text, before.to, to)
	}
	if rest := bytes.TrimLeft(text[to:], " \t\r"); bytes.HasPrefix(rest, []byte("\n")) {
		between = bytes.TrimRight(between, " \t\r\n")
	}
	return splice{at: comma, old: string(text[comma:to]), new: string(between)}
}

func remove(text []byte, from, to int) splice {
	return splice{at: from, old: string(text[from:to])}
}

// removeLine removes a stretch with its lines if nothing else is on them,
// otherwise with the space after it.
func removeLine(text []byte, from, to int) splice {
	start := len(bytes.TrimRight(text[:from], " \t"))
	end := to + len(text[to:]) - len(bytes.TrimLeft(text[to:], " \t"))
	if start > 0 && text[start-1] == '\n' {
		rest := bytes.TrimPrefix(text[end:], []byte("\r"))
		if bytes.HasPrefix(rest, []byte("\n")) {
			return remove(text, start, len(text)-len(rest)+1)
		}
	}
	return remove(text, from, end)
}
