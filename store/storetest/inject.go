package storetest

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"memtray/store"
)

// hook is what a hook of claude tells, whose client's process is parent.
func hook(external, parent string) store.SessionRef {
	return store.SessionRef{
		Author:   store.Author{Kind: store.Agent, Client: claude.Client, Process: "hook", Parent: parent},
		External: external,
		Project:  store.ProjectRef{Name: "api"},
	}
}

func (f *fixture) inject(in store.Injection) store.Injected {
	f.t.Helper()
	out, err := f.Inject(ctx, in)
	f.ok(err)
	return out
}

// session returns the session of a save in the project api by a server of claude.
func (f *fixture) sessionOf(process, parent, body string) int64 {
	f.t.Helper()
	by := store.Author{Kind: store.Agent, Client: claude.Client, Process: process, Parent: parent}
	return f.save(by, store.Draft{Body: body, ProjectID: f.project("api").ID}).Session
}

func testInject(t *testing.T, f *fixture) {
	f.project("api")
	var ids []int64
	for _, body := range []string{"one", "two", "three", "four"} {
		ids = append(ids, f.note(you, body).ID)
	}
	begin := hook("a", "1")
	begin.Begins = true
	check := func(what string, in store.Injection, want ...int64) {
		t.Helper()
		if got := f.inject(in); !reflect.DeepEqual(got, store.Injected{Give: len(want) > 0, IDs: want}) {
			t.Errorf("%s: %+v, want %v", what, got, want)
		}
	}
	check("the start", store.Injection{Session: begin, Context: true, IDs: ids[:1]}, ids[0])
	if m := f.get(ids[0]); m.Injected.Count != 1 {
		t.Errorf("it was injected %d times", m.Injected.Count)
	}
	f.clock.Advance(time.Minute)
	check("again", store.Injection{Session: begin, Context: true, IDs: ids[:1]})
	prompt := store.Injection{Session: hook("a", "1"), IDs: ids, Most: 2}
	check("a prompt", prompt, ids[1], ids[2])
	check("the next one", prompt, ids[3])
	check("and the next", prompt)
	f.clock.Advance(5 * time.Hour) // another session, of the same id
	check("after a break", prompt)
	anew := store.Injection{Session: hook("a", "1"), Context: true, Anew: true, IDs: ids[:1]}
	check("dropped by the client", anew, ids[0])
	check("the same, registered twice", anew)
	check("a prompt after that", prompt, ids[1], ids[2])
	check("another session", store.Injection{Session: hook("b", "2"), IDs: ids[:1]}, ids[0])

	// Nothing to name is a context all the same.
	if got := f.inject(store.Injection{Session: hook("c", "3"), Context: true}); !got.Give {
		t.Error("a context of no memories is not given")
	}
	for what, ref := range map[string]store.SessionRef{
		"person":       {Author: you},
		"id":           {Author: store.Author{Kind: store.Agent, Client: "A B"}},
		"long id":      hook(strings.Repeat("x", store.MaxExternal+1), ""),
		"long process": hook("x", strings.Repeat("x", store.MaxProcess+1)),
	} {
		_, err := f.Inject(ctx, store.Injection{Session: ref, IDs: ids})
		if store.ErrorCode(err) != store.Invalid {
			t.Errorf("%s: %v", what, err)
		}
		f.fails(f.EndSession(ctx, ref), store.Invalid)
	}
}

// testHookSessions: a hook and a server of one client are in one session.
func testHookSessions(t *testing.T, f *fixture) {
	f.project("api")
	begin := func(external, parent string) {
		t.Helper()
		ref := hook(external, parent)
		ref.Begins = true
		f.inject(store.Injection{Session: ref, Context: true})
	}
	// Two windows in one project: the process tells them apart.
	begin("a", "1") // session 1
	begin("b", "2") // session 2
	if got := f.sessionOf("s1", "1", "one"); got != 1 {
		t.Errorf("the first window's server is in session %d", got)
	}
	if got := f.sessionOf("s2", "2", "two"); got != 2 {
		t.Errorf("the second window's is in %d", got)
	}
	// Started by a shell between, which makes the process another one.
	begin("c", "31") // session 3
	if got := f.sessionOf("s3", "3", "three"); got != 3 {
		t.Errorf("the third window's is in %d", got)
	}
	if got := f.sessionOf("s1", "1", "four"); got != 1 {
		t.Errorf("later the first is in %d", got)
	}
	// The end.
	f.ok(f.EndSession(ctx, hook("a", "1")))
	if got := f.sessionOf("s1", "1", "five"); got != 4 {
		t.Errorf("after its end it is in %d", got)
	}
	if got := f.sessionOf("s2", "2", "six"); got != 2 {
		t.Errorf("the other window is in %d", got)
	}
	// Resumed by another process.
	f.inject(store.Injection{Session: hook("a", "5"), Context: true})
	if got := f.sessionOf("s5", "5", "seven"); got != 1 {
		t.Errorf("resumed, it is in %d", got)
	}
	// A hook that comes only later finds the server's session.
	if got := f.sessionOf("s6", "6", "eight"); got != 5 {
		t.Fatalf("a server alone is in %d", got)
	}
	f.inject(store.Injection{Session: hook("f", "6"), Context: true})
	f.ok(f.EndSession(ctx, hook("f", "")))
	if got := f.sessionOf("s6", "6", "nine"); got != 6 {
		t.Errorf("it goes on in %d", got)
	}
	// A project that nothing is known of begins with the first save.
	ref := hook("g", "7")
	ref.Project = store.ProjectRef{Keys: []store.ProjectKey{{Kind: store.KeyPath, Value: "/src/new"}}, Label: "new"}
	f.inject(store.Injection{Session: ref, Context: true}) // session 7
	if all, err := f.Projects(ctx); err != nil || len(all) != 3 {
		t.Errorf("%d projects, %v", len(all), err)
	}
	by := store.Author{Kind: store.Agent, Client: claude.Client, Process: "s7", Parent: "7"}
	if m := f.save(by, store.Draft{Body: "ten", ProjectID: f.project("new").ID}); m.Session != 7 {
		t.Errorf("in a new project it is in %d", m.Session)
	}
	f.ok(f.EndSession(ctx, hook("nobody's", "99")))
	f.ok(f.EndSession(ctx, hook("", "")))
	f.ok(f.EndSession(ctx, hook("", "7")))
	if m := f.save(by, store.Draft{Body: "eleven", ProjectID: f.project("new").ID}); m.Session != 8 {
		t.Errorf("after the end of its process it is in %d", m.Session)
	}
	// Four idle hours are an end too.
	f.clock.Advance(5 * time.Hour)
	begin("h", "8") // session 9
	f.clock.Advance(5 * time.Hour)
	if got := f.sessionOf("s8", "8", "twelve"); got != 10 {
		t.Errorf("after a break it is in %d", got)
	}
}
