package clients

import (
	"bytes"
	"encoding/json"
	"slices"
)

func (s *listsSlot) bare() bool {
	if s.root == nil {
		return true
	}
	var all map[string]any
	if !json.Valid(s.text) || json.Unmarshal(s.text, &all) != nil { // a comment is something
		return false
	}
	for _, f := range s.want.top {
		if v, ok := all[f.name]; ok && sameValue(v, f.value) {
			delete(all, f.name)
		}
	}
	return len(all) == 0
}

// rest decodes the text with another parser than that of the editor.
func (s *listsSlot) rest() (any, error) {
	all := map[string]any{}
	if s.root == nil {
		return all, nil
	}
	dec := json.NewDecoder(bytes.NewReader(standardJSON(s.text)))
	dec.UseNumber()
	if err := dec.Decode(&all); err != nil {
		return nil, err
	}
	for _, f := range s.want.top {
		if sameValue(all[f.name], f.value) {
			delete(all, f.name)
		}
	}
	for _, l := range s.want.lists {
		l.takeFrom(all, 0)
	}
	return all, nil
}

// takeFrom takes our items out of a decoded object, and what is empty then.
func (l listing) takeFrom(v map[string]any, depth int) {
	key := l.path[depth]
	switch inner := v[key].(type) {
	case map[string]any:
		if depth < len(l.path)-1 {
			l.takeFrom(inner, depth+1)
		}
		if len(inner) == 0 && !l.inner {
			delete(v, key)
		}
	case []any:
		if depth == len(l.path)-1 {
			if v[key] = l.takeItems(inner); len(v[key].([]any)) == 0 {
				delete(v, key)
			}
		}
	case nil:
		delete(v, key)
	}
}

func (l listing) takeItems(items []any) []any {
	return slices.DeleteFunc(items, func(item any) bool {
		if l.event == "" {
			s, ok := item.(string)
			return ok && l.isText(s)
		}
		obj, _ := item.(map[string]any)
		if group, ok := obj[l.group].([]any); ok {
			if kept := l.takeItems(slices.Clone(group)); len(kept) < len(group) {
				obj[l.group] = kept
				return len(kept) == 0
			}
			return false
		}
		lines := linesIn(obj)
		return len(lines) > 0 && !slices.ContainsFunc(lines, func(line string) bool { return !l.runs(line) })
	})
}

// linesIn returns the strings under a command's key in a decoded object, and in
// objects within it.
func linesIn(v map[string]any) []string {
	var lines []string
	for key, value := range v {
		switch value := value.(type) {
		case string:
			if slices.Contains(commandKeys, key) {
				lines = append(lines, value)
			}
		case map[string]any:
			lines = append(lines, linesIn(value)...)
		}
	}
	return lines
}
