package clients

import (
	"slices"

	"github.com/tailscale/hujson"

	"memtray/store"
)

// depthBits is how many bits say how many containers were made for one list.
const depthBits = 3

// add makes one list after the other complete.
func (s *listsSlot) add() (splice, int, error) {
	for _, f := range s.found {
		if f.inner && (len(f.chain) < len(f.path) || f.chain[len(f.path)-1].Value.Kind() != '{') {
			return splice{}, 0, store.Errorf(store.Invalid, "there is no entry %q that could allow its tools; register it first", f.path[len(f.path)-2])
		}
	}
	start, around, err := s.start()
	if err != nil {
		return splice{}, 0, err
	}
	text, err := start.each(slices.All(s.found), func(now *listsSlot, i int) (splice, bool) {
		f := &now.found[i]
		missing := f.missing()
		if len(missing) == 0 {
			return splice{}, false
		}
		if f.list() == nil {
			around |= f.madeFor() << (i * depthBits)
		}
		return now.insert(f, missing[0]), len(missing) > 1
	})
	return difference(s.text, text), around, err
}

// start is the slot with the head written, if there is one and nothing else is
// in the text; around says whether it was.
func (s *listsSlot) start() (now *listsSlot, around int, err error) {
	now = s
	if s.root == nil {
		text := []byte("{}" + styleOf(s.text, nil).newline)
		if now, err = parseLists(text, s.dialect, s.want); err != nil {
			return nil, 0, err
		}
	}
	if len(elementsOf(now.root)) > 0 {
		return now, 0, nil
	}
	for _, f := range s.want.top {
		text := insertInto(now.text, now.root, styleOf(now.text, now.root), pair(f.name, f.render)).apply(now.text)
		if now, err = parseLists(text, s.dialect, s.want); err != nil {
			return nil, 0, err
		}
		around = s.headBit()
	}
	return now, around, nil
}

// headBit says, among the bits of around, that the head was written.
func (s *listsSlot) headBit() int { return 1 << (len(s.want.lists) * depthBits) }

// update corrects our commands, adds what is missing and drops what is wanted no
// more. A hook that is there twice is left once.
func (s *listsSlot) update() (splice, error) {
	text, err := s.each(slices.All(s.found), func(now *listsSlot, i int) (splice, bool) {
		f := &now.found[i]
		if missing := f.missing(); len(missing) > 0 {
			return now.insert(f, missing[0]), len(missing) > 1
		}
		if stale := f.stale(); len(stale) > 0 {
			return now.drop(f, stale[0]), true
		}
		if f.event == "" {
			return splice{}, false
		}
		if n := len(f.ours); n > 1 {
			return now.drop(f, f.ours[n-1]), true
		}
		return now.correct(f)
	})
	return difference(s.text, text), err
}

// cut takes our items out, the last list first, and then the head.
func (s *listsSlot) cut(around int) splice {
	text, err := s.each(slices.Backward(s.found), func(now *listsSlot, i int) (splice, bool) {
		f := &now.found[i]
		if n := len(f.ours); n > 1 {
			return now.drop(f, f.ours[n-1]), true
		}
		if len(f.ours) == 0 {
			return splice{}, false
		}
		return now.dropLast(f, around>>(i*depthBits)&(1<<depthBits-1)), false
	})
	if err == nil && around&s.headBit() != 0 {
		text, err = s.cutHead(text)
	}
	if err != nil {
		return splice{} // what was parsed before is parsed again
	}
	return difference(s.text, text)
}

// cutHead takes the head out of a text that holds nothing else.
func (s *listsSlot) cutHead(text []byte) ([]byte, error) {
	now, err := parseLists(text, s.dialect, s.want)
	if err != nil || now.root == nil || !now.bare() {
		return text, err
	}
	for _, f := range s.want.top {
		if v, err := member(now.root, f.name); err != nil || v == nil {
			return text, err
		}
		text = dropMember(text, now.root, f.name).apply(text)
		if now, err = parseLists(text, s.dialect, s.want); err != nil {
			return text, err
		}
	}
	return text, nil
}

// each edits the text list by list. edit is asked again about a list, with the
// text as it is then, while it says so.
func (s *listsSlot) each(lists func(func(int, foundList) bool), edit func(now *listsSlot, i int) (splice, bool)) ([]byte, error) {
	text := s.text
	for i := range lists {
		for more := true; more; {
			now, err := parseLists(text, s.dialect, s.want)
			if err != nil {
				return text, err
			}
			var change splice
			change, more = edit(now, i)
			text = change.apply(text)
		}
	}
	return text, nil
}

// madeFor is how many containers have to be made for a list that is not there.
func (f *foundList) madeFor() int { return len(f.path) + 1 - max(1, len(f.chain)) }

// insert returns the splice that puts an item at the end of a list.
func (s *listsSlot) insert(f *foundList, item any) splice {
	st := styleOf(s.text, s.root)
	value := func(st style, indent string) string { return st.value(item, indent) }
	if list := f.list(); list != nil {
		return insertInto(s.text, list, st, value)
	}
	list := func(st style, indent string) string { return st.array(indent, value(st, indent+st.unit)) }
	v := f.chain[len(f.chain)-1]
	missing := f.path[len(f.chain)-1:]
	if v.Value.Kind() == 'n' {
		return splice{at: v.StartOffset, old: "null", new: nest(missing, list)(st, st.indentOf(s.text, v))}
	}
	return insertInto(s.text, v, st, pair(missing[0], nest(missing[1:], list)))
}

// correct returns the splice that makes our only item say one command that it
// does not; false if it says all.
func (s *listsSlot) correct(f *foundList) (splice, bool) {
	st := styleOf(s.text, s.root)
	left := []string{}
	for key := range f.lines {
		left = append(left, key)
	}
	slices.Sort(left)
	for line, key := range commandsIn(f.ours[0].value) {
		want, ok := f.lines[key]
		left = slices.DeleteFunc(left, func(k string) bool { return k == key })
		if ok && line.Value.(hujson.Literal).String() != want {
			return splice{at: line.StartOffset, old: string(s.text[line.StartOffset:line.EndOffset]), new: string(encode(want))}, true
		}
	}
	if len(left) == 0 {
		return splice{}, false
	}
	field := field{name: left[0], value: f.lines[left[0]]}
	return insertInto(s.text, f.ours[0].value, st, pair(field.name, field.render)), true
}

// drop returns the splice that takes one of several items out.
func (s *listsSlot) drop(f *foundList, item foundItem) splice {
	if item.group != nil && len(elementsOf(item.group)) > 1 {
		return drop(s.text, item.group, item.in)
	}
	return drop(s.text, f.list(), item.at)
}

// dropLast is drop for the only item of ours. As many containers go with it as
// were made, and hold nothing else.
func (s *listsSlot) dropLast(f *foundList, made int) splice {
	item := f.ours[0]
	if item.group != nil && len(elementsOf(item.group)) > 1 {
		return drop(s.text, item.group, item.in)
	}
	at := len(f.path)
	for ; made > 0 && at > 0 && alone(f.chain[at]); made-- {
		at--
	}
	if at == len(f.path) {
		return drop(s.text, f.chain[at], item.at)
	}
	return dropMember(s.text, f.chain[at], f.path[at])
}
