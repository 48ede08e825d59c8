package storetest

import (
	"reflect"
	"testing"
	"time"

	"memtray/store"
)

func testClients(t *testing.T, f *fixture) {
	first := store.MillisOf(f.clock.Now())
	f.note(claude, "one")
	gone := f.note(claude, "two")
	f.change(you, store.Patch{State: ptr(store.Trashed)}, gone.ID)
	f.clock.Advance(time.Hour)
	f.ok(f.NoteRecall(ctx, store.Recall{Author: cursor, Kind: store.ListedRecall, Query: "q"}))
	f.note(you, "three")
	later := store.MillisOf(f.clock.Now())
	got, err := f.Clients(ctx)
	f.ok(err)
	want := []store.Client{
		{ID: "cursor", FirstAt: later, LastAt: later, Trust: store.SaveTrust, Projects: []store.ProjectTrust{}},
		{ID: "claude-code", FirstAt: first, LastAt: first, Memories: 1, Trust: store.SaveTrust, Projects: []store.ProjectTrust{}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("clients %+v, want %+v", got, want)
	}
}

func testTouch(t *testing.T, f *fixture) {
	end, err := f.Changes(ctx, -1)
	f.ok(err)
	first := store.MillisOf(f.clock.Now())
	check := func(what string, last store.Millis) {
		t.Helper()
		got, err := f.Clients(ctx)
		f.ok(err)
		if !reflect.DeepEqual(got, []store.Client{{ID: "cursor", FirstAt: first, LastAt: last, Trust: store.SaveTrust, Projects: []store.ProjectTrust{}}}) {
			t.Errorf("%s: %+v", what, got)
		}
	}
	f.ok(f.Touch(ctx, cursor))
	check("new", first)
	if c, err := f.Changes(ctx, end.Seq); err != nil || len(c.Other) != 1 || c.Other[0] != "client" {
		t.Errorf("a new client leaves %+v, %v", c, err)
	}
	f.clock.Advance(time.Minute)
	f.ok(f.Touch(ctx, cursor))
	check("a minute later", store.MillisOf(f.clock.Now()))
	f.ok(f.Touch(ctx, you)) // the person is no client
	check("the person", store.MillisOf(f.clock.Now()))
	f.fails(f.Touch(ctx, store.Author{Kind: store.Agent, Client: "A B"}), store.Invalid)
	// It begins no session: the first save does.
	if m := f.note(cursor, "first"); m.Session != 1 {
		t.Errorf("the first session is %d", m.Session)
	}
}

func testPresence(t *testing.T, f *fixture) {
	a := store.Presence{Client: "claude-code", PID: 11, StartedAt: 2, Version: "1"}
	b := store.Presence{Client: "claude-code", PID: 12, StartedAt: 1, Version: "1"}
	present := func() []store.Presence {
		t.Helper()
		all, err := f.Present(ctx)
		f.ok(err)
		return all
	}
	if all := present(); len(all) != 0 {
		t.Fatalf("present before: %v", all)
	}
	releaseA, err := f.Announce(ctx, a)
	f.ok(err)
	releaseB, err := f.Announce(ctx, b)
	f.ok(err)
	if all := present(); !reflect.DeepEqual(all, []store.Presence{b, a}) {
		t.Errorf("present %v", all)
	}
	releaseB()
	releaseB() // twice is fine
	if all := present(); !reflect.DeepEqual(all, []store.Presence{a}) {
		t.Errorf("present after one release: %v", all)
	}
	releaseA()
	if all := present(); len(all) != 0 {
		t.Errorf("present after both releases: %v", all)
	}
	_, err = f.Announce(ctx, store.Presence{Client: "../x"})
	f.fails(err, store.Invalid)
}

func testNoteRecall(t *testing.T, f *fixture) {
	m, other := f.note(claude, "one"), f.note(claude, "two")
	at := func() store.Millis { f.clock.Advance(time.Minute); return store.MillisOf(f.clock.Now()) }
	note := func(k store.RecallKind) {
		t.Helper()
		f.ok(f.NoteRecall(ctx, store.Recall{Author: cursor, Kind: k, Query: "what", IDs: []int64{m.ID, 999}}))
	}
	at()
	note(store.ListedRecall)
	listed := at()
	note(store.ListedRecall)
	injected := at()
	note(store.InjectedRecall)
	fetched := at()
	note(store.FetchedRecall)
	got := f.get(m.ID)
	if got.Listed != (store.Usage{Count: 2, Last: listed}) || got.Injected != (store.Usage{Count: 1, Last: injected}) ||
		got.Fetched != (store.Usage{Count: 1, Last: fetched}) || got.Revision != 1 {
		t.Errorf("usage %+v", got)
	}
	if got := f.get(other.ID); got.Listed.Count+got.Injected.Count+got.Fetched.Count != 0 {
		t.Errorf("usage of another memory %+v", got)
	}
	f.fails(f.NoteRecall(ctx, store.Recall{Author: cursor, Kind: "seen"}), store.Invalid)
}

func testSettings(t *testing.T, f *fixture) {
	for _, v := range []string{"", "en", "zh-CN", "简体", ""} {
		f.ok(f.SetSetting(ctx, store.SettingLocale, v))
		if got, err := f.Setting(ctx, store.SettingLocale); err != nil || got != v {
			t.Errorf("setting %q reads %q, %v", v, got, err)
		}
	}
	if got, err := f.Setting(ctx, "other"); err != nil || got != "" {
		t.Errorf("an unknown setting reads %q, %v", got, err)
	}
	f.fails(f.SetSetting(ctx, "", "x"), store.Invalid)
}

func testRegistrations(t *testing.T, f *fixture) {
	known := func(want ...store.Registration) {
		t.Helper()
		got, err := f.Registrations(ctx)
		if err != nil || len(got) != len(want) || (len(want) > 0 && !reflect.DeepEqual(got, want)) {
			t.Errorf("registrations %+v, %v, want %+v", got, err, want)
		}
	}
	known()
	server := store.Registration{
		Client: "cursor", Part: "server", File: "/home/me/.cursor/mcp.json", Command: []string{"/opt/memtray-mcp", "--client", "cursor"},
		At: 5, Version: "0.1.0", CreatedFile: true, CreatedDirs: []string{"/home/me/.cursor"}, Around: 1,
		AfterHash: "ab", Offset: 17, Inserted: "\ufeff{\r\n\t\"x\": 1\xff}", Replaced: "",
	}
	hook, elsewhere := server, server
	hook.Part, elsewhere.File = "hook", "/other/mcp.json"
	f.ok(f.PutRegistration(ctx, server))
	f.ok(f.PutRegistration(ctx, hook))
	f.ok(f.PutRegistration(ctx, elsewhere))
	known(server, hook, elsewhere)
	server.Offset, server.CreatedDirs = 3, []string{}
	f.ok(f.PutRegistration(ctx, server))
	known(server, hook, elsewhere)
	f.ok(f.DropRegistration(ctx, "cursor", "server", server.File))
	f.ok(f.DropRegistration(ctx, "cursor", "server", server.File))
	known(hook, elsewhere)
	f.fails(f.PutRegistration(ctx, store.Registration{Client: "A B", Part: "server"}), store.Invalid)
}
