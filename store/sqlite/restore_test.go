package sqlite_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"memtray/store"
	"memtray/store/sqlite"
	"memtray/store/storetest"
)

var you = store.Author{Kind: store.Person, Process: "test"}

// everything returns all memories, trash too, by id.
func everything(t *testing.T, s store.Store) []store.Memory {
	t.Helper()
	var all []store.Memory
	for offset := 0; ; offset += 200 {
		l, err := s.Find(context.Background(), store.Query{Sort: store.Oldest, Offset: offset, Limit: 200, Filter: store.Filter{States: store.States()}})
		if err != nil {
			t.Fatal(err)
		}
		if len(l.Rows) == 0 {
			slices.SortFunc(all, func(a, b store.Memory) int { return int(a.ID - b.ID) })
			return all
		}
		ids := []int64{}
		for _, r := range l.Rows {
			ids = append(ids, r.ID)
		}
		found, err := s.Memories(context.Background(), ids)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, found...)
	}
}

// plain leaves out what is the store's own: numbers of projects and sessions.
func plain(all []store.Memory) []store.Memory {
	for i := range all {
		all[i].ProjectID, all[i].Session = 0, 0
	}
	return all
}

func copyTo(t *testing.T, s *sqlite.Store) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "备份 100%?#.db")
	if err := s.Copy(context.Background(), path); err != nil {
		t.Fatal(err)
	}
	return path
}

func restore(t *testing.T, s *sqlite.Store, path string, want sqlite.Restored) {
	t.Helper()
	got, err := s.Restore(context.Background(), you, path)
	if err != nil {
		t.Fatal(err)
	}
	if got != want {
		t.Errorf("restored %+v, want %+v", got, want)
	}
}

// TestRestore_Empty: into an empty store everything comes back as it was, with
// numbers, sources, history and links, and is found; a second time changes nothing.
func TestRestore_Empty(t *testing.T) {
	ctx := context.Background()
	from := openIn(t, t.TempDir(), storetest.NewClock().Now)
	storetest.Seed(t, from, 120)
	links := []store.Link{{Relation: store.Supersedes, Target: 3}, {Relation: store.Related, Target: 119}}
	if _, err := from.Change(ctx, you, store.Change{IDs: []int64{10}, Patch: store.Patch{Links: &links}}); err != nil {
		t.Fatal(err)
	}
	if err := from.SetSetting(ctx, store.SettingTheme, "dark"); err != nil {
		t.Fatal(err)
	}
	want := plain(everything(t, from))
	path := copyTo(t, from)

	dir := t.TempDir()
	s := openIn(t, dir, nil)
	restore(t, s, path, sqlite.Restored{Added: len(want)})
	if got := plain(everything(t, s)); !reflect.DeepEqual(got, want) {
		t.Errorf("%d memories, want %d; the first that differs: %s", len(got), len(want), firstDifference(got, want))
	}
	restore(t, s, path, sqlite.Restored{Same: len(want)})
	for _, id := range []int64{1, 10, 50} {
		before, err := from.Versions(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		after, err := s.Versions(ctx, id)
		if err != nil || len(after) != len(before) {
			t.Fatalf("#%d has %d versions, %v; want %d", id, len(after), err, len(before))
		}
		for i := range after {
			a, b := after[i], before[i]
			if a.Act.At != b.Act.At || a.Act.Kind != b.Act.Kind || a.Act.Author.Client != b.Act.Author.Client || a.Image.Body != b.Image.Body || a.Image.Project != b.Image.Project {
				t.Errorf("#%d version %d is %+v, want %+v", id, a.Revision, a, b)
			}
		}
	}
	if v, err := s.Setting(ctx, store.SettingTheme); err != nil || v != "dark" {
		t.Errorf("theme %q, %v", v, err)
	}
	if c, err := s.Check(ctx); err != nil || !c.Sound() || !c.Searchable() || c.Memories != len(want) {
		t.Errorf("check %+v, %v", c, err)
	}
	checkIntegrity(t, dir)
}

func firstDifference(got, want []store.Memory) string {
	for i := range min(len(got), len(want)) {
		if !reflect.DeepEqual(got[i], want[i]) {
			return got[i].UID + " " + want[i].UID
		}
	}
	return "the number"
}

// TestRestore_Meanwhile: what was saved since stays, what was changed or trashed
// is again what it was, as one act that can be undone.
func TestRestore_Meanwhile(t *testing.T) {
	ctx := context.Background()
	s := openIn(t, t.TempDir(), nil)
	for _, body := range []string{"one", "two", "three"} {
		saveText(t, s, body)
	}
	path := copyTo(t, s)
	trashed, edited := store.Trashed, "two, edited"
	if _, err := s.Change(ctx, you, store.Change{IDs: []int64{1}, Patch: store.Patch{State: &trashed}}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Change(ctx, you, store.Change{IDs: []int64{2}, Patch: store.Patch{Body: &edited}}); err != nil {
		t.Fatal(err)
	}
	saveText(t, s, "four")
	restore(t, s, path, sqlite.Restored{Changed: 2, Same: 1})
	all := everything(t, s)
	if len(all) != 4 || all[0].State != store.Active || all[1].Body != "two" || all[3].Body != "four" {
		t.Fatalf("after the restore: %+v", all)
	}
	versions, err := s.Versions(ctx, 2)
	if err != nil || versions[0].Act.Count != 2 {
		t.Fatalf("versions %+v, %v", versions, err)
	}
	if _, err := s.Undo(ctx, you, versions[0].Act.ID); err != nil {
		t.Fatal(err)
	}
	if all := everything(t, s); all[0].State != store.Trashed || all[1].Body != edited {
		t.Errorf("after the undo: %+v", all)
	}
}

// TestRestore_Collisions: a number that another memory has meanwhile is not
// taken from it, and an equal text is not stored twice.
func TestRestore_Collisions(t *testing.T) {
	from := openIn(t, t.TempDir(), nil)
	for _, body := range []string{"one", "two", "three"} {
		saveText(t, from, body)
	}
	links := []store.Link{{Relation: store.Related, Target: 2}}
	if _, err := from.Change(context.Background(), you, store.Change{IDs: []int64{1}, Patch: store.Patch{Links: &links}}); err != nil {
		t.Fatal(err)
	}
	path := copyTo(t, from)
	s := openIn(t, t.TempDir(), nil)
	saveText(t, s, "mine")
	saveText(t, s, "TWO")
	restore(t, s, path, sqlite.Restored{Added: 2, Equal: 1})
	all := everything(t, s)
	got := map[string]store.Memory{}
	for _, m := range all {
		got[m.Body] = m
	}
	if len(all) != 4 || got["mine"].ID != 1 || got["TWO"].ID != 2 || got["three"].ID != 3 || got["one"].ID < 3 {
		t.Errorf("after the restore: %+v", all)
	}
	if l := got["one"].Links; len(l) != 1 || l[0].Target != 2 {
		t.Errorf("links %v, want one to #2", l)
	}
}

func TestRestore_Refuses(t *testing.T) {
	dir := t.TempDir()
	other := filepath.Join(dir, "other.db")
	text := filepath.Join(dir, "text.db")
	newer := t.TempDir()
	openIn(t, newer, nil).Close()
	execute(t, newer, "pragma user_version = 7")
	s := openIn(t, t.TempDir(), nil)
	if err := errors.Join(os.WriteFile(text, []byte("plain text"), 0o600), os.WriteFile(other, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	for path, code := range map[string]store.Code{
		filepath.Join(dir, "none.db"): store.NotFound, text: store.Damaged, other: store.Damaged,
	} {
		if _, err := s.Restore(context.Background(), you, path); store.ErrorCode(err) != code || !strings.Contains(store.ErrorMessage(err), path) {
			t.Errorf("%s: %v", path, err)
		}
	}
	if _, err := s.Restore(context.Background(), you, mainFile(newer)); store.ErrorCode(err) != store.Newer {
		t.Errorf("of a newer version: %v", err)
	}
}

// TestRestore_Damaged: of a damaged file comes back what can still be read.
func TestRestore_Damaged(t *testing.T) {
	dir := t.TempDir()
	fillFile(t, dir, 200)
	info, err := os.Stat(mainFile(dir))
	if err != nil {
		t.Fatal(err)
	}
	scramble(t, mainFile(dir), info.Size()*3/4, 4*4096) // behind the schema
	s := openIn(t, t.TempDir(), nil)
	r, err := s.Restore(context.Background(), you, mainFile(dir))
	if err != nil {
		t.Fatal(err)
	}
	if r.Added < 20 || r.Added+r.Unreadable > 200 || r.Unreadable == 0 {
		t.Errorf("restored %+v of 200", r)
	}
}

// TestRestore_Tables holds that every table is either restored or left out for a
// reason.
func TestRestore_Tables(t *testing.T) {
	const restored = "memories tags files links revisions acts sessions projects project_keys project_aliases " +
		"clients settings registrations client_projects saved_views purged memory_tokens search writings writing_revisions writing_search"
	leftOut := map[string]string{
		"presence": "of running programs", "vector_models": "made again", "vector_codes": "made again", "vectors": "made again", "changes": "of this file", "upkeep": "of this file", "project_revisions": "its acts are of the copy and cannot be undone here",
		"tokens":     "one that was taken back must not be valid again",
		"recall_log": "not what anybody saved", "recall_days": "not what anybody saved", "call_counts": "not what anybody saved",
		"proposals": "what is held is proposed anew; all others are of texts of the copy",
	}
	dir := t.TempDir()
	openIn(t, dir, nil)
	rows, err := raw(t, dir).Query(`select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' and name not like '%search_%'`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(strings.Fields(restored), name) && leftOut[name] == "" {
			t.Errorf("a restore knows nothing of the table %s", name)
		}
	}
}

// TestRestore_Order: a text that another has taken is restored once that one is
// what it was, and links that come back are undone with the rest.
func TestRestore_Order(t *testing.T) {
	ctx := context.Background()
	s := openIn(t, t.TempDir(), nil)
	for _, body := range []string{"x", "y", "z"} {
		if _, err := s.Save(ctx, you, store.Draft{Body: body}); err != nil {
			t.Fatal(err)
		}
	}
	change := func(id int64, p store.Patch) {
		t.Helper()
		if _, err := s.Change(ctx, you, store.Change{IDs: []int64{id}, Patch: p}); err != nil {
			t.Fatal(err)
		}
	}
	state := func() string {
		all, err := s.Memories(ctx, []int64{1, 2, 3})
		if err != nil {
			t.Fatal(err)
		}
		out := ""
		for _, m := range all {
			out += fmt.Sprintf("%s %v;", m.Body, m.Links)
		}
		return out
	}
	change(3, store.Patch{Links: &[]store.Link{{Relation: store.Related, Target: 1}}})
	file, want := filepath.Join(t.TempDir(), "copy.db"), state()
	if err := s.Copy(ctx, file); err != nil {
		t.Fatal(err)
	}
	change(3, store.Patch{Links: &[]store.Link{}})
	change(1, store.Patch{Body: ptr("other")})
	change(2, store.Patch{Body: ptr("x")})
	before := state()
	r, err := s.Restore(ctx, you, file)
	if err != nil || r != (sqlite.Restored{Changed: 3}) || state() != want {
		t.Fatalf("restored %+v to %s, %v; want %s", r, state(), err, want)
	}
	versions, err := s.Versions(ctx, 3)
	if err != nil {
		t.Fatal(err)
	}
	if u, err := s.Undo(ctx, you, versions[0].Act.ID); err != nil || len(u.Restored) != 3 || state() != before {
		t.Errorf("undone %+v to %s, %v; want %s", u, state(), err, before)
	}
}

// TestRestore_Name: a project that was only created anew from its folder gets back
// the name it was given; one that was renamed since keeps its own.
func TestRestore_Name(t *testing.T) {
	ctx := context.Background()
	ref := store.ProjectRef{Label: "web", Create: true, Keys: []store.ProjectKey{{Kind: store.KeyPath, Value: "/src/web"}}}
	save := func(s *sqlite.Store, body string) store.Memory {
		t.Helper()
		p, err := s.Project(ctx, ref)
		if err != nil {
			t.Fatal(err)
		}
		saved, err := s.Save(ctx, you, store.Draft{Body: body, ProjectID: p.ID})
		if err != nil {
			t.Fatal(err)
		}
		return saved.Memory
	}
	rename := func(s *sqlite.Store, id int64, name string) {
		t.Helper()
		if _, err := s.RenameProject(ctx, you, id, name); err != nil {
			t.Fatal(err)
		}
	}
	from := openIn(t, t.TempDir(), nil)
	m := save(from, "one")
	rename(from, m.ProjectID, "api")
	rename(from, m.ProjectID, "web-api")
	path := copyTo(t, from)
	for given, want := range map[string]string{"": "web-api", "mine": "mine"} {
		s := openIn(t, t.TempDir(), nil)
		id := save(s, "two").ProjectID
		if given != "" {
			rename(s, id, given)
		}
		restore(t, s, path, sqlite.Restored{Added: 1})
		for _, m := range everything(t, s) {
			if m.Project != want || m.ProjectID != id {
				t.Errorf("renamed %q: %s is in %s, want %s", given, m.Body, m.Project, want)
			}
		}
		for _, name := range []string{"web", "api"} {
			if p, err := s.Project(ctx, store.ProjectRef{Name: name}); err != nil || p.ID != id {
				t.Errorf("%s leads to %+v, %v", name, p, err)
			}
		}
	}
}
