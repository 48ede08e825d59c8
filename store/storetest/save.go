package storetest

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"memtray/store"
)

func testSave(t *testing.T, f *fixture) {
	p := f.project("api")
	d := store.Draft{
		Kind: store.Gotcha, Title: "Webhooks 去重", Body: "The provider sends each webhook twice.\n\n- keep the id\n",
		Tags: []string{"payments", "去重", "payments"}, Files: []string{"internal/hook.go", "a b/ü.go"},
		ProjectID: p.ID, Private: true, Pinned: true, Tokens: 21,
	}
	saved, err := f.Save(ctx, claude, d)
	f.ok(err)
	m := saved.Memory
	if saved.Act == 0 || saved.Known || m.ID == 0 || len(m.UID) != 36 || m.Session == 0 {
		t.Fatalf("saved %+v", saved)
	}
	now := store.MillisOf(f.clock.Now())
	want := store.Memory{
		ID: m.ID, UID: m.UID, Kind: d.Kind, Title: d.Title, Body: d.Body, ProjectID: p.ID, Project: "api",
		Tags: []string{"payments", "去重"}, Files: d.Files, Links: []store.Link{},
		Client: "claude-code", Session: m.Session, State: store.Active, Pinned: true, Private: true,
		Tokens: 21, Revision: 1, Seen: 1, CreatedAt: now, UpdatedAt: now,
	}
	if !reflect.DeepEqual(m, want) {
		t.Errorf("saved\n%+v, want\n%+v", m, want)
	}
	if got := f.get(m.ID); !reflect.DeepEqual(got, want) {
		t.Errorf("read\n%+v, want\n%+v", got, want)
	}

	plain := f.note(you, "a note of my own")
	if plain.Kind != store.Note || plain.ProjectID != store.Unfiled || plain.Project != "unfiled" ||
		plain.Client != "" || plain.Session != 0 || !plain.TitleDerived || plain.ID <= m.ID {
		t.Errorf("a plain note is %+v", plain)
	}
}

func testSaveRefuses(t *testing.T, f *fixture) {
	for name, c := range map[string]struct {
		by   store.Author
		d    store.Draft
		code store.Code
	}{
		"no body":         {you, store.Draft{Body: " \n"}, store.Invalid},
		"long body":       {you, store.Draft{Body: strings.Repeat("x", store.MaxBody+1)}, store.Invalid},
		"kind":            {you, store.Draft{Body: "x", Kind: "idea"}, store.Invalid},
		"empty tag":       {you, store.Draft{Body: "x", Tags: []string{""}}, store.Invalid},
		"no such project": {you, store.Draft{Body: "x", ProjectID: 999}, store.NotFound},
		"no author":       {store.Author{}, store.Draft{Body: "x"}, store.Invalid},
		"client id":       {store.Author{Kind: store.Agent, Client: "Claude Code"}, store.Draft{Body: "x"}, store.Invalid},
		"person's client": {store.Author{Kind: store.Person, Client: "cursor"}, store.Draft{Body: "x"}, store.Invalid},
		"long process":    {store.Author{Kind: store.Person, Process: strings.Repeat("p", store.MaxProcess+1)}, store.Draft{Body: "x"}, store.Invalid},
	} {
		_, err := f.Save(ctx, c.by, c.d)
		if store.ErrorCode(err) != c.code {
			t.Errorf("%s: error %v, want %s", name, err, c.code)
		}
	}
	if ids := f.find(store.Query{}); len(ids) != 0 {
		t.Errorf("refused saves left %v", ids)
	}
}

func testSaveKnown(t *testing.T, f *fixture) {
	api := f.project("api")
	first := f.save(claude, store.Draft{Body: "Retry three times.\nThen give up.", ProjectID: api.ID})
	for _, body := range []string{"Retry three times.\nThen give up.", "  retry THREE times. Then\tgive up.\n", "Ｒetry three times. Then give up."} {
		saved, err := f.Save(ctx, cursor, complete(store.Draft{Body: body, ProjectID: api.ID}))
		f.ok(err)
		if !saved.Known || saved.Memory.ID != first.ID || saved.Act != 0 || saved.Memory.Revision != 1 {
			t.Errorf("%q: %+v, want known as #%d", body, saved, first.ID)
		}
	}
	if m := f.get(first.ID); m.Seen != 4 || m.Client != "claude-code" || m.Body != first.Body {
		t.Errorf("counted %d times: %+v", m.Seen, m)
	}

	for name, d := range map[string]store.Draft{
		"another project": {Body: first.Body},
		"another title":   {Body: first.Body, Title: "Retries", ProjectID: api.ID},
		"a private one":   {Body: first.Body, ProjectID: api.ID, Private: true},
	} {
		if saved, err := f.Save(ctx, claude, complete(d)); err != nil || saved.Known {
			t.Errorf("%s: known %v, error %v", name, saved.Known, err)
		}
	}

	// Nobody learns of a private memory by saving its text, until it is made
	// public and would be a second one.
	secret := f.save(you, store.Draft{Body: "Only I know this.", ProjectID: api.ID, Private: true})
	public := f.save(claude, store.Draft{Body: "only I know this.", ProjectID: api.ID})
	if public.ID == secret.ID {
		t.Error("a client was answered with a private memory")
	}
	_, err := f.Change(ctx, you, store.Change{IDs: []int64{secret.ID}, Patch: store.Patch{Private: ptr(false)}})
	f.fails(err, store.Conflict)

	// In the trash it is out of the way.
	f.change(you, store.Patch{State: ptr(store.Trashed)}, first.ID)
	held := f.save(claude, store.Draft{Body: first.Body, ProjectID: api.ID})
	f.change(you, store.Patch{State: ptr(store.Pending)}, held.ID)
	if saved, err := f.Save(ctx, claude, complete(store.Draft{Body: first.Body, ProjectID: api.ID})); err != nil || saved.Memory.ID != held.ID {
		t.Errorf("a pending one is not known: %+v, %v", saved, err)
	}
}

func testSessions(t *testing.T, f *fixture) {
	api := f.project("api")
	session := func(by store.Author, project int64, body string) int64 {
		return f.save(by, store.Draft{Body: body, ProjectID: project}).Session
	}
	first := session(claude, api.ID, "one")
	f.clock.Advance(3 * time.Hour)
	if got := session(claude, api.ID, "two"); got != first {
		t.Errorf("three hours later: session %d, want %d", got, first)
	}
	if got := session(claude, store.Unfiled, "three"); got == first {
		t.Error("another project is in the same session")
	}
	other := claude
	other.Process = "p9"
	if got := session(other, api.ID, "four"); got == first {
		t.Error("another process is in the same session")
	}
	if got := session(cursor, api.ID, "five"); got == first {
		t.Error("another client is in the same session")
	}
	f.clock.Advance(4*time.Hour + time.Minute)
	if got := session(claude, api.ID, "six"); got == first {
		t.Error("after four idle hours the session goes on")
	}
	if got := session(you, api.ID, "seven"); got != 0 {
		t.Errorf("the person has session %d", got)
	}
}

// testRecallSessions: the first recall begins a session, and the saves after it
// belong to the same one.
func testRecallSessions(t *testing.T, f *fixture) {
	folder := func(name string) store.ProjectRef {
		return store.ProjectRef{Keys: []store.ProjectKey{{Kind: store.KeyPath, Value: "/src/" + name}}, Label: name}
	}
	note := func(ref store.ProjectRef) {
		t.Helper()
		f.ok(f.NoteRecall(ctx, store.Recall{Author: claude, Kind: store.ListedRecall, Query: "q", Project: ref}))
	}
	save := func(name, body string) int64 {
		t.Helper()
		ref := folder(name)
		ref.Create = true
		p, err := f.Project(ctx, ref)
		f.ok(err)
		return f.save(claude, store.Draft{Body: body, ProjectID: p.ID}).Session
	}
	note(folder("api"))
	p, err := f.Project(ctx, folder("api"))
	if err != nil || p.Name != "api" || p.Memories != 0 {
		t.Errorf("the project of a recall: %+v, %v", p, err)
	}
	first := save("api", "one")
	if other := f.note(claude, "unfiled").Session; other != first+1 {
		t.Errorf("the save in the project of the recall has session %d, the next one %d", first, other)
	}
	f.clock.Advance(3 * time.Hour)
	note(folder("api"))
	note(store.ProjectRef{}) // one that does not say where it is goes on with it
	f.clock.Advance(3 * time.Hour)
	if got := save("api", "two"); got != first {
		t.Errorf("a recall does not keep the session going: %d, want %d", got, first)
	}
	f.clock.Advance(4 * time.Hour)
	note(folder("api"))
	third := save("api", "three")
	if third == first {
		t.Error("after four idle hours the session goes on")
	}
	if got := save("web", "four"); got == third {
		t.Error("another project is in the same session")
	}

	// A name that nobody knows is no project, and the person has no session.
	note(store.ProjectRef{Name: "misspelt"})
	f.ok(f.NoteRecall(ctx, store.Recall{Author: you, Kind: store.ListedRecall, Query: "q", Project: folder("api")}))
	_, err = f.Project(ctx, store.ProjectRef{Name: "misspelt"})
	f.fails(err, store.NotFound)
}

func testMemories(t *testing.T, f *fixture) {
	a, b := f.note(you, "a"), f.note(you, "b")
	f.change(you, store.Patch{State: ptr(store.Trashed)}, a.ID)
	all, err := f.Memories(ctx, []int64{b.ID, 999, a.ID, 0, -1})
	f.ok(err)
	if len(all) != 2 || all[0].ID != b.ID || all[1].ID != a.ID || all[1].State != store.Trashed {
		t.Errorf("memories %+v", all)
	}
	for _, ids := range [][]int64{nil, {}, {999}} {
		if all, err := f.Memories(ctx, ids); err != nil || len(all) != 0 {
			t.Errorf("memories of %v: %v, %v", ids, all, err)
		}
	}
}
