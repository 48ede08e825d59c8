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
	return s.drop(s.chain[at], name)
}

// alone reports whether an object has one member and no comments around it.
func alone(v *hujson.Value) bool {
	obj := v.Value.(*hujson.Object)
	if len(obj.Members) != 1 {
		return false
	}
	m := obj.Members[0]
	return blank(obj.AfterExtra) && blank(m.Name.BeforeExtra) && blank(m.Value.AfterExtra)
}

// drop returns the splice that takes a member out of an object, with one comma.
// Comments stay: none is ours.
func (s *jsonSlot) drop(v *hujson.Value, name string) splice {
	members := v.Value.(*hujson.Object).Members
	i := slices.IndexFunc(members, func(m hujson.ObjectMember) bool { return nameOf(m) == name })
	own := members[i]
	from, to := own.Name.StartOffset, own.Value.EndOffset
	last := i == len(members)-1
	switch {
	case len(members) == 1 && alone(v):
		return s.remove(v.StartOffset+1, v.EndOffset-1)
	case !blank(own.Value.AfterExtra):
		return splice{at: from, old: string(s.text[from : to+len(own.Value.AfterExtra)+1]), new: string(own.Value.AfterExtra)}
	case own.Value.AfterExtra != nil || !last: // a comma follows
		return s.removeLine(from, to+len(own.Value.AfterExtra)+1)
	case i == 0:
		return s.removeLine(from, to)
	}
	// The comma before goes too.
	before := members[i-1].Value
	comma := before.EndOffset + len(before.AfterExtra)
	between := s.text[comma+1 : from]
	if blank(between) && blank(before.AfterExtra) {
		return s.remove(before.EndOffset, to)
	}
	if rest := bytes.TrimLeft(s.text[to:], " \t\r"); bytes.HasPrefix(rest, []byte("\n")) {
		between = bytes.TrimRight(between, " \t\r\n")
	}
	return splice{at: comma, old: string(s.text[comma:to]), new: string(between)}
}

func (s *jsonSlot) remove(from, to int) splice {
	return splice{at: from, old: string(s.text[from:to])}
}

// removeLine removes a stretch with its lines if nothing else is on them,
// otherwise with the space after it.
func (s *jsonSlot) removeLine(from, to int) splice {
	start := len(bytes.TrimRight(s.text[:from], " \t"))
	end := to + len(s.text[to:]) - len(bytes.TrimLeft(s.text[to:], " \t"))
	if start > 0 && s.text[start-1] == '\n' {
		rest := bytes.TrimPrefix(s.text[end:], []byte("\r"))
		if bytes.HasPrefix(rest, []byte("\n")) {
			return s.remove(start, len(s.text)-len(rest)+1)
		}
	}
	return s.remove(from, end)
}
