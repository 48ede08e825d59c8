package recall_test

import (
	"context"
	"testing"

	"memtray/store"
	"memtray/store/recall"
)

func (f *fixture) trash(ids ...int64) {
	f.t.Helper()
	f.change(person, recall.Change{IDs: ids, State: ptr(store.Trashed)})
}

func TestPurge_IsThePersonsOwn(t *testing.T) {
	f := open(t)
	a := f.save(claude, recall.Input{Body: "a"}).ID
	f.trash(a)
	_, err := f.Purge(f.ctx, claude, []int64{a})
	wantError(t, err, store.Invalid, "only the person can delete for good")
	_, err = f.EmptyTrash(f.ctx, claude, 1)
	wantError(t, err, store.Invalid, "only the person can delete for good")
	_, err = f.EmptyTrash(f.ctx, person, 2)
	wantError(t, err, store.Conflict, "the trash holds 1 now, not 2; look at it again")
	f.get(a)

	done, err := f.EmptyTrash(f.ctx, person, 1)
	if err != nil || !done.Compacted {
		t.Errorf("%+v, %v", done, err)
	}
	wantIDs(t, "purged", done.IDs, a)
	got, err := f.Get(f.ctx, person, []int64{a})
	if err != nil {
		t.Fatal(err)
	}
	wantIDs(t, "missing", got.Missing, a)
	if again := f.save(claude, recall.Input{Body: "a"}); again.ID == a {
		t.Error("the same text came back under its old id")
	}
}

// busyFile is a store whose file others use.
type busyFile struct{ store.Store }

func (busyFile) Compact(context.Context) error { return store.Errorf(store.Busy, "in use") }

func TestPurge_SaysThatTheBytesAreStillThere(t *testing.T) {
	f := open(t)
	a := f.save(claude, recall.Input{Body: "a"}).ID
	f.trash(a)
	r := recall.New(busyFile{f.Store()})
	t.Cleanup(r.Close)
	if done, err := r.Purge(f.ctx, person, []int64{a}); err != nil || done.Compacted || len(done.IDs) != 1 {
		t.Errorf("%+v, %v", done, err)
	}
}

func TestSave_RefusedMakesNoProject(t *testing.T) {
	f := open(t)
	m := f.save(claude, recall.Input{Body: "there"})
	ref := store.ProjectRef{Name: "new"}
	saves := map[string]recall.Input{
		"empty":           {},
		"private":         {Body: "<private>x</private>"},
		"long body":       {Body: longText(store.MaxBody + 1)},
		"long title":      {Body: "x", Title: longText(store.MaxTitle + 1)},
		"blank tag":       {Body: "x", Tags: []string{" "}},
		"kind":            {Body: "x", Kind: "idea"},
		"too many files":  {Body: "x", Files: many(store.MaxFiles + 1)},
		"project's name ": {Body: "x", Project: store.ProjectRef{Name: longText(store.MaxProject + 1)}},
	}
	for name, in := range saves {
		if in.Project.Name == "" {
			in.Project = ref
		}
		if _, err := f.Save(f.ctx, claude, in); store.ErrorCode(err) != store.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
	changes := map[string]recall.Change{
		"no such memory": {IDs: []int64{99}},
		"stale":          {IDs: []int64{m.ID}, Revision: 9},
		"private":        {IDs: []int64{m.ID}, Body: ptr("<private>x</private>")},
		"long reason":    {IDs: []int64{m.ID}, Reason: longText(store.MaxReason + 1)},
		"no ids":         {},
	}
	for _, by := range []store.Author{person, claude} {
		for name, ch := range changes {
			ch.Project = &ref
			if _, err := f.Change(f.ctx, by, ch); err == nil {
				t.Errorf("%s: no error", name)
			}
		}
	}
	if err := f.Pause(f.ctx, 0); err != nil {
		t.Fatal(err)
	}
	_, err := f.Save(f.ctx, claude, recall.Input{Body: "x", Project: ref})
	wantError(t, err, store.Paused, "saving is paused; nothing was stored")
	_, err = f.Change(f.ctx, claude, recall.Change{IDs: []int64{m.ID}, Project: &ref})
	wantError(t, err, store.Paused, "saving is paused; nothing was changed")
	_, err = f.Project(f.ctx, ref)
	wantError(t, err, store.NotFound, `there is no project named "new", nor one with a name like it`)

	saved := f.save(person, recall.Input{Body: "x", Project: ref})
	f.change(person, recall.Change{IDs: []int64{m.ID}, Project: &store.ProjectRef{Name: "newer"}})
	if got := f.get(m.ID).Project; saved.Project != "new" || got != "newer" {
		t.Errorf("saved in %q, moved to %q", saved.Project, got)
	}
}
