package clients

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"memtray/store"
)

// entry is what our table holds; it is false if there is none.
func (t *tomlFile) entry() (any, bool) { return t.at(t.table) }

// bare reports whether the file says nothing at all.
func (t *tomlFile) bare() bool { return len(bytes.TrimSpace(t.text)) == 0 }

// rest is all that the file says apart from our table, to be compared. Tables
// around it say nothing where nothing else is in them.
func (t *tomlFile) rest() string { return fmt.Sprintf("%#v", apart(t.root, t.table)) }

// apart is a copy of a table without what is at a path.
func apart(table map[string]any, path []string) map[string]any {
	table = maps.Clone(table)
	below, _ := table[path[0]].(map[string]any)
	if len(path) > 1 {
		if below = apart(below, path[1:]); len(below) > 0 {
			table[path[0]] = below
			return table
		}
	}
	delete(table, path[0])
	return table
}

// add returns the splice that puts our table, which is not there, at the end,
// where no other table can take in its keys. A blank line stands before it.
func (t *tomlFile) add(fields []field) splice {
	nl := newlineOf(t.text)
	lines := []string{"[" + tomlPath(t.table) + "]"}
	for _, f := range fields {
		lines = append(lines, tomlPath([]string{f.name})+" = "+tomlValue(f.value))
	}
	s := strings.Join(lines, nl)
	switch {
	case len(t.text) == 0:
		s += nl
	case bytes.HasSuffix(t.text, []byte("\n")):
		s = nl + s + nl
	default:
		s = nl + nl + s
	}
	return splice{at: len(t.text), new: s}
}

// cut returns the splice that takes out our table with everything below it, in
// whatever form it is written.
func (t *tomlFile) cut() splice { return difference(t.text, t.without(t.table)) }

// without is the text without what is said at a path and below. Comments go
// where they stand between such lines.
func (t *tomlFile) without(path []string) []byte {
	text := t.text
	for last := len(t.parts) - 1; last >= 0; last-- {
		first := last
		for first >= 0 && t.parts[first].below(path) {
			first--
		}
		if first == last {
			continue
		}
		from, to := lineStart(t.text, t.parts[first+1].start), lineEnd(t.text, t.parts[last].end)
		if t.parts[first+1].header {
			from = beforeBlank(t.text, from)
		}
		if to == len(t.text) && !bytes.HasSuffix(t.text, []byte("\n")) {
			from = len(trimNewline(t.text[:from]))
		}
		text = slices.Concat(text[:from], text[to:])
		last = first
	}
	return text
}

// update returns the text in which our table says what fields say, and none of
// the keys in drop. Everything else in it stays.
func (t *tomlFile) update(fields []field, drop []string) ([]byte, error) {
	if !slices.ContainsFunc(t.parts, func(p tomlPart) bool { return p.header && slices.Equal(p.path, t.table) }) {
		return nil, store.Errorf(store.Invalid, "the entry %q is not written as a table [%s]; write it so, or remove it by hand",
			t.table[len(t.table)-1], tomlPath(t.table))
	}
	var err error
	for _, name := range drop {
		if t, err = t.set(field{name: name}, true); err != nil {
			return nil, err
		}
	}
	for _, f := range fields {
		if t, err = t.set(f, false); err != nil {
			return nil, err
		}
	}
	return t.text, nil
}

// set returns the file with one key of our table set, or gone.
func (t *tomlFile) set(f field, gone bool) (*tomlFile, error) {
	path := append(slices.Clone(t.table), f.name)
	has, there := t.at(path)
	at := slices.IndexFunc(t.parts, func(p tomlPart) bool { return !p.header && slices.Equal(p.path, path) })
	text := t.text
	switch {
	case gone && !there, !gone && there && says(has, f.value):
		return t, nil
	case gone:
		text = t.without(path)
	case at >= 0:
		p := t.parts[at]
		text = slices.Concat(text[:p.value], []byte(tomlValue(f.value)), text[p.end:])
	case there:
		// Written as a table or in dotted keys of its own.
		bare, err := parseTOML(t.without(path), t.table...)
		if err != nil {
			return nil, err
		}
		return bare.set(f, false)
	default:
		text = t.insert(f)
	}
	return parseTOML(text, t.table...)
}

// insert is the text with a key more, behind the last one of our table.
func (t *tomlFile) insert(f field) []byte {
	last := slices.IndexFunc(t.parts, func(p tomlPart) bool { return p.header && slices.Equal(p.path, t.table) })
	for last+1 < len(t.parts) && !t.parts[last+1].header {
		last++
	}
	nl := newlineOf(t.text)
	at := lineEnd(t.text, t.parts[last].end)
	line := tomlPath([]string{f.name}) + " = " + tomlValue(f.value)
	if at == len(t.text) && !bytes.HasSuffix(t.text, []byte("\n")) {
		line = nl + line
	} else {
		line += nl
	}
	return slices.Concat(t.text[:at], []byte(line), t.text[at:])
}
