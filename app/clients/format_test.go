package clients

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"memtray/store"
)

// checkFormat adds to and removes from a text in memory. It reports whether the
// text was taken; a refusal has a message for people.
func checkFormat(t *testing.T, text string, f format, w wanted) bool {
	t.Helper()
	at := target{client: Client{ID: "x", Name: "X"}, part: part{name: Server, format: f}, path: "/x", want: w}
	work := func(action Action, text string, known store.Registration) (plan, error) {
		return makePlan(at, action, file{path: "/x", target: "/x", exists: true, data: []byte(text)}, known, "1")
	}
	p, err := work(Add, text, store.Registration{})
	if err != nil {
		if e, ok := errors.AsType[*store.Error](err); !ok || e.Message == "" || strings.Contains(e.Message, "\n") {
			t.Fatalf("not a refusal: %v\n%q", err, text)
		}
		return false
	}
	before, after := parsedBy(t, f, w, text), parsedBy(t, f, w, string(p.after))
	had, got := entryOf(before), entryOf(after)
	for name, v := range had {
		if _, set := fieldOf(w, name); !set && fmt.Sprint(got[name]) != fmt.Sprint(v) {
			t.Fatalf("%s was %v, is %v\n%q\n%q", name, v, got[name], text, p.after)
		}
	}
	for _, field := range w.fields() {
		if _, there := had[field.name]; (!field.loose || !there) && !sameValue(got[field.name], field.value) {
			t.Fatalf("%s is %v\n%q\n%q", field.name, got[field.name], text, p.after)
		}
	}
	again, err := work(Add, string(p.after), *p.keep)
	if err != nil || !again.noChange() {
		t.Fatalf("adding twice: %v\n%q\n%q", err, p.after, again.after)
	}
	back, err := work(Remove, string(p.after), *again.keep)
	if err != nil || had == nil && string(back.after) != text {
		t.Fatalf("removing: %v\n%q\n%q\n%q", err, text, p.after, back.after)
	}
	for _, around := range []int{0, 1} {
		gone, err := work(Remove, string(p.after), store.Registration{Client: "x", Command: w.argv, Around: around})
		if err != nil {
			t.Fatalf("removing without memory: %v\n%q\n%q", err, text, p.after)
		}
		sameRest(t, before, parsedBy(t, f, w, string(gone.after)))
	}
	return true
}

func parsedBy(t *testing.T, f format, w wanted, text string) slot {
	t.Helper()
	s, err := f.parsed(file{data: []byte(text)}, w)
	if err != nil {
		t.Fatalf("%v\n%q", err, text)
	}
	return s
}

func sameRest(t *testing.T, before, after slot) {
	t.Helper()
	a, err := before.rest()
	b, err2 := after.rest()
	if err != nil || err2 != nil || !reflect.DeepEqual(a, b) || after.holds().is != nothing {
		t.Fatalf("%v %v\n%s\n%s", err, err2, a, b)
	}
}

// entryOf is our entry as it was decoded, nil if there is none.
func entryOf(s slot) map[string]any {
	var v any
	switch s := s.(type) {
	case *tomlSlot:
		v, _ = s.at(s.table)
	case *yamlSlot:
		if s.ours.value != nil {
			_ = s.ours.value.Decode(&v)
		}
	}
	m, _ := v.(map[string]any)
	return m
}

func fieldOf(w wanted, name string) (field, bool) {
	for _, f := range w.fields() {
		if f.name == name {
			return f, true
		}
	}
	return field{}, false
}
