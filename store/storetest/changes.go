package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"memtray/store"
)

func testChanges(t *testing.T, f *fixture) {
	since := func(seq int64) store.ChangeSet {
		t.Helper()
		c, err := f.Changes(ctx, seq)
		f.ok(err)
		return c
	}
	end := since(-1)
	if len(end.Memories)+len(end.Other) != 0 || end.Reload {
		t.Errorf("the end of the log: %+v", end)
	}
	a, b := f.note(you, "a"), f.note(you, "b")
	f.change(you, store.Patch{Pinned: ptr(true)}, a.ID)
	c := since(end.Seq)
	slices.Sort(c.Memories)
	if !slices.Equal(c.Memories, []int64{a.ID, b.ID}) || len(c.Other) != 0 || c.Reload || c.Seq <= end.Seq {
		t.Errorf("after two saves: %+v", c)
	}
	for _, x := range []struct {
		subject string
		do      func()
	}{
		{"setting", func() { f.ok(f.SetSetting(ctx, store.SettingTheme, "dark")) }},
		{"project", func() { f.project("api") }},
		{"registration", func() { f.ok(f.PutRegistration(ctx, store.Registration{Client: "cursor", Part: "server"})) }},
		{"client", func() {
			release, err := f.Announce(ctx, store.Presence{Client: "cursor", PID: 1})
			f.ok(err)
			release()
		}},
	} {
		before := since(-1).Seq
		x.do()
		if c := since(before); !slices.Equal(c.Other, []string{x.subject}) || len(c.Memories) != 0 {
			t.Errorf("after a change of a %s: %+v", x.subject, c)
		}
	}
	last := since(-1).Seq
	if c := since(last); c.Seq != last || len(c.Memories)+len(c.Other) != 0 || c.Reload {
		t.Errorf("nothing happened: %+v", c)
	}
	// A change that changes nothing leaves no trace.
	f.change(you, store.Patch{Pinned: ptr(true)}, a.ID)
	if c := since(last); c.Seq != last {
		t.Errorf("after nothing: %+v", c)
	}
}

func testChangesReload(t *testing.T, f *fixture) {
	if c, err := f.Changes(ctx, 1_000_000); err != nil || !c.Reload {
		t.Errorf("after the end: %+v, %v", c, err)
	}
	for i := range 1001 {
		f.note(you, fmt.Sprintf("memory %d", i))
	}
	c, err := f.Changes(ctx, 0)
	if err != nil || !c.Reload || len(c.Memories) > 1000 {
		t.Errorf("1001 changes: reload %v, %d ids, %v", c.Reload, len(c.Memories), err)
	}
	if c, err := f.Changes(ctx, 1); err != nil || c.Reload || len(c.Memories) != 1000 {
		t.Errorf("1000 changes: reload %v, %d ids, %v", c.Reload, len(c.Memories), err)
	}
}

func testDataVersion(t *testing.T, f *fixture) {
	last, err := f.DataVersion(ctx)
	f.ok(err)
	for name, do := range map[string]func(){
		"save":    func() { f.note(you, "x") },
		"setting": func() { f.ok(f.SetSetting(ctx, "a", "b")) },
	} {
		do()
		got, err := f.DataVersion(ctx)
		f.ok(err)
		if got == last {
			t.Errorf("the version is the same after a %s", name)
		}
		if again, err := f.DataVersion(ctx); err != nil || again != got {
			t.Errorf("the version changed from %d to %d with nothing written, %v", got, again, err)
		}
		last = got
	}
}

func testContext(t *testing.T, f *fixture) {
	ended, cancel := context.WithCancel(ctx)
	cancel()
	for name, do := range map[string]func() error{
		"Save":     func() error { _, err := f.Save(ended, you, complete(store.Draft{Body: "x"})); return err },
		"Find":     func() error { _, err := f.Find(ended, store.Query{Limit: 1}); return err },
		"Memories": func() error { _, err := f.Memories(ended, []int64{1}); return err },
	} {
		if err := do(); !errors.Is(err, context.Canceled) {
			t.Errorf("%s with an ended context: %v", name, err)
		}
	}
	if ids := f.find(store.Query{}); len(ids) != 0 {
		t.Errorf("a save that failed left %v", ids)
	}
}

func testClose(t *testing.T, f *fixture) {
	f.note(you, "x")
	f.ok(f.Close())
	f.ok(f.Close())
	if _, err := f.Save(ctx, you, complete(store.Draft{Body: "y"})); err == nil {
		t.Error("a closed store saves")
	}
	if _, err := f.Find(ctx, store.Query{Limit: 1}); err == nil {
		t.Error("a closed store finds")
	}
}
