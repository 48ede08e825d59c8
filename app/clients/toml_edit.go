package clients

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
)

func (t *tomlSlot) holds() holding {
	v, ok := t.at(t.table)
	if !ok {
		return holding{}
	}
	return t.want.holding(v)
}

func (t *tomlSlot) bare() bool { return blank(t.text) }

// rest is all that the file says apart from our table, to be compared. Tables
// around it say nothing where nothing else is in them.
func (t *tomlSlot) rest() (any, error) {
	// As text, since a number that is none does not equal itself.
	return fmt.Sprintf("%#v", apart(t.root, t.table)), nil
}

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

// add puts our table at the end, where no other table can take in its keys, with
// a blank line before it. Tables around it need not be written.
func (t *tomlSlot) add() (splice, int, error) {
	lines := []string{"[" + tomlPath(t.table) + "]"}
	for _, f := range t.want.fields() {
		lines = append(lines, tomlLine(f))
	}
	if len(t.text) > 0 {
		lines = slices.Insert(lines, 0, "")
	}
	return difference(t.text, insertLines(t.text, len(t.text), lines...)), 0, nil
}

// cut takes out our table with everything below it, in whatever form it is
// written.
func (t *tomlSlot) cut(int) splice { return difference(t.text, t.without(t.table)) }

// without is the text without what is said at a path and below. Comments go
// where they stand between such lines.
func (t *tomlSlot) without(path []string) []byte {
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
		if to == len(text) && !bytes.HasSuffix(text, []byte("\n")) {
			from = len(trimNewline(text[:from])) // as the last line did not end
		}
		text = slices.Concat(text[:from], text[to:])
		last = first
	}
	return text
}

// update sets each field by itself.
func (t *tomlSlot) update() (splice, error) {
	if t.header() < 0 {
		return splice{}, t.refuse(t.table, "the entry %q is not written as a table [%s]; write it so, or remove it, by hand", t.want.name, tomlPath(t.table))
	}
	now := t
	for _, f := range t.want.fields() {
		var err error
		if now, err = now.set(f); err != nil {
			return splice{}, err
		}
	}
	return difference(t.text, now.text), nil
}

// header returns which of the parts is the header of our table, -1 if none is.
func (t *tomlSlot) header() int {
	return slices.IndexFunc(t.parts, func(p tomlPart) bool { return p.header && slices.Equal(p.path, t.table) })
}

// set returns the file with one key of our table set.
func (t *tomlSlot) set(f field) (*tomlSlot, error) {
	path := append(slices.Clone(t.table), f.name)
	has, there := t.at(path)
	if there && (f.loose || sameValue(has, f.value)) {
		return t, nil
	}
	at := slices.IndexFunc(t.parts, func(p tomlPart) bool { return !p.header && slices.Equal(p.path, path) })
	switch {
	case at >= 0:
		p := t.parts[at]
		return parseTOML(slices.Concat(t.text[:p.value], []byte(tomlValue(f.value)), t.text[p.end:]), t.want)
	case there: // as a table, or in dotted keys, of its own
		now, err := parseTOML(t.without(path), t.want)
		if err != nil {
			return nil, err
		}
		return now.set(f)
	}
	return parseTOML(t.insert(f), t.want)
}

// insert is the text with a key more, behind the last one of our table.
func (t *tomlSlot) insert(f field) []byte {
	last := t.header()
	for last+1 < len(t.parts) && !t.parts[last+1].header {
		last++
	}
	return insertLines(t.text, lineEnd(t.text, t.parts[last].end), tomlLine(f))
}
