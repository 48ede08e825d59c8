package clients

import (
	"slices"
	"strings"

	"github.com/tailscale/hujson"

	"memtray/store"
)

// listing is a list in a JSON file, in which items of ours stand beside those of
// others.
type listing struct {
	path  []string // keys from the outermost value to the list
	inner bool     // the list is in our entry of another part, which must be there
	items []any    // strings, or []field for an object, in the order of writing
	known []string // strings that were written before; of an event it is not asked

	// Of a hook: the event for which our command is run, and the command by the
	// key that holds it. Which item is ours is told by these commands alone.
	event    string
	lines    map[string]string
	programs []string // that are ours, whatever their name

	// group is the key under which an item lists its commands; "" if an item has
	// one command alone.
	group string
}

// readLists is the parse function of a dialect where ours are items of lists.
func (d dialect) readLists(text []byte, w wanted) (slot, error) { return parseLists(text, d, w) }

// listsSlot is the place of our items in the lists of a JSON file.
type listsSlot struct {
	text    []byte
	dialect dialect
	want    wanted
	root    *hujson.Value // nil: the text is blank
	found   []foundList   // one for each list that is wanted
}

// foundList is what there is of a list.
type foundList struct {
	listing
	chain []*hujson.Value // the values on the way that are there, the root first
	ours  []foundItem
}

// foundItem is an item of ours: a string, or an object with our commands.
type foundItem struct {
	group *hujson.Value // the list within an item of the list; nil: ours is an item of it
	at    int           // of the item in the list, and
	in    int           // of ours in the group
	value *hujson.Value
}

func parseLists(text []byte, d dialect, w wanted) (*listsSlot, error) {
	w.lists = slices.Clone(w.lists)
	for i := range w.lists {
		w.lists[i].programs = slices.Concat(first(w.argv), first(w.known))
		w.lists[i].known = w.known
	}
	s := &listsSlot{text: text, dialect: d, want: w}
	root, err := d.parse(text)
	if err != nil {
		return nil, err
	}
	s.root = root
	if root != nil && root.Value.Kind() != '{' {
		return nil, store.Errorf(store.Invalid, "the file does not hold a JSON object {…}; mend or empty it by hand")
	}
	for _, l := range w.lists {
		f, err := l.find(root)
		if err != nil {
			return nil, err
		}
		s.found = append(s.found, f)
	}
	return s, nil
}

func first(argv []string) []string { return argv[:min(1, len(argv))] }

// find looks for the list and our items in it. A null stands for what is not
// there.
func (l listing) find(root *hujson.Value) (foundList, error) {
	f := foundList{listing: l}
	if root == nil {
		return f, nil
	}
	f.chain = []*hujson.Value{root}
	for i, key := range l.path {
		v, err := member(f.chain[i], key)
		if err != nil || v == nil {
			return f, err
		}
		f.chain = append(f.chain, v)
		kind, last := v.Value.Kind(), i == len(l.path)-1
		switch {
		case kind == 'n':
			return f, nil
		case last && kind != '[':
			return f, store.Errorf(store.Invalid, "%q is not a list […]; mend the file by hand", key)
		case !last && kind != '{':
			return f, store.Errorf(store.Invalid, "%q is not an object {…}; mend the file by hand", key)
		}
	}
	f.findOurs()
	return f, nil
}

func (f *foundList) findOurs() {
	items := f.list().Value.(*hujson.Array).Elements
	for i := range items {
		v := &items[i]
		if f.isOurs(v) {
			f.ours = append(f.ours, foundItem{at: i, value: v})
			continue
		}
		if f.group == "" || v.Value.Kind() != '{' {
			continue
		}
		for _, m := range v.Value.(*hujson.Object).Members {
			group, ok := m.Value.Value.(*hujson.Array)
			if nameOf(m) != f.group || !ok {
				continue
			}
			for j := range group.Elements {
				if f.isOurs(&group.Elements[j]) {
					f.ours = append(f.ours, foundItem{group: &m.Value, at: i, in: j, value: &group.Elements[j]})
				}
			}
		}
	}
}

// list is the list itself, if it is there.
func (f *foundList) list() *hujson.Value {
	if len(f.chain) <= len(f.path) || f.chain[len(f.path)].Value.Kind() != '[' {
		return nil
	}
	return f.chain[len(f.path)]
}

// isOurs reports whether a value is a string that is wanted, or an object that
// runs our command and none of others.
func (l listing) isOurs(v *hujson.Value) bool {
	if l.event == "" {
		lit, ok := v.Value.(hujson.Literal)
		return ok && lit.Kind() == '"' && l.isText(lit.String())
	}
	ours := 0
	for line := range commandsIn(v) {
		if !l.runs(line.Value.(hujson.Literal).String()) {
			return false
		}
		ours++
	}
	return ours > 0
}

// isText reports whether a string is ours: one that is wanted, or that was.
func (l listing) isText(s string) bool {
	return slices.Contains(l.items, any(s)) || slices.Contains(l.known, s)
}

// runs reports whether a command line is that of our hook.
func (l listing) runs(line string) bool { return isHookLine(line, l.event, l.programs...) }

// commandKeys are the keys under which clients state what a hook runs.
var commandKeys = []string{"command", "bash", "powershell"}

// commandsIn yields the strings under a command's key in an object, and in
// objects within it, but not in lists.
func commandsIn(v *hujson.Value) func(yield func(line *hujson.Value, key string) bool) {
	return func(yield func(*hujson.Value, string) bool) { eachCommand(v, yield) }
}

func eachCommand(v *hujson.Value, yield func(*hujson.Value, string) bool) bool {
	obj, ok := v.Value.(*hujson.Object)
	if !ok {
		return true
	}
	for i := range obj.Members {
		m := &obj.Members[i]
		key := nameOf(*m)
		switch m.Value.Value.Kind() {
		case '"':
			if slices.Contains(commandKeys, key) && !yield(&m.Value, key) {
				return false
			}
		case '{':
			if !eachCommand(&m.Value, yield) {
				return false
			}
		}
	}
	return true
}

// holds takes a few of our strings that are not known to be from us for those of
// the person.
func (s *listsSlot) holds() holding {
	there, all, told := 0, true, len(s.want.known) > 0
	for i := range s.found {
		f := &s.found[i]
		there += len(f.ours)
		all = all && f.complete()
		told = told || f.event != ""
	}
	held := holding{is: otherwise}
	if all {
		held.is = asWanted
	}
	if there == 0 || !all && !told {
		held.is = nothing
	}
	if held.is != nothing && s.want.lists[0].event != "" {
		held.argv = s.argv()
	}
	return held
}

// argv is the command that the first hook of ours runs.
func (s *listsSlot) argv() []string {
	for i := range s.found {
		for _, o := range s.found[i].ours {
			for line := range commandsIn(o.value) {
				words, _ := shellWords(strings.TrimPrefix(line.Value.(hujson.Literal).String(), "& "))
				return words
			}
		}
	}
	return nil
}

// complete reports whether all items are there as they are wanted.
func (f *foundList) complete() bool {
	if f.event == "" {
		return len(f.missing()) == 0 && len(f.stale()) == 0
	}
	if len(f.ours) != 1 {
		return false
	}
	left := len(f.lines)
	for line, key := range commandsIn(f.ours[0].value) {
		want, ok := f.lines[key]
		if ok && want != line.Value.(hujson.Literal).String() {
			return false
		}
		if ok {
			left--
		}
	}
	return left == 0
}

// missing returns the items that are not there.
func (f *foundList) missing() []any {
	if f.event != "" {
		if len(f.ours) > 0 {
			return nil
		}
		return f.items
	}
	return slices.DeleteFunc(slices.Clone(f.items), func(item any) bool {
		return slices.ContainsFunc(f.ours, func(o foundItem) bool {
			return any(o.value.Value.(hujson.Literal).String()) == item
		})
	})
}

// stale are our strings that are wanted no more.
func (f *foundList) stale() []foundItem {
	if f.event != "" {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(f.ours), func(o foundItem) bool {
		return slices.Contains(f.items, any(o.value.Value.(hujson.Literal).String()))
	})
}
