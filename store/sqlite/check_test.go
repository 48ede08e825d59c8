package sqlite_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"memtray/store"
	"memtray/store/sqlite"
)

// TestCheck: each flaw is found, and those of the search index are repaired.
func TestCheck(t *testing.T) {
	ctx := context.Background()
	for name, c := range map[string]struct {
		queries  []string
		repaired bool
		found    func(c sqlite.Check) bool
	}{
		"nothing":         {nil, true, func(c sqlite.Check) bool { return c.Sound() && c.Searchable() && c.Memories == 20 }},
		"lost":            {[]string{`delete from search where rowid in (3, 4)`}, true, func(c sqlite.Check) bool { return c.Lost == 2 && c.Stale == 0 }},
		"extra":           {[]string{`insert into search (rowid, body) values (99, 'x')`}, true, func(c sqlite.Check) bool { return c.Extra == 1 }},
		"text":            {[]string{`update memories set body = 'changed past the index' where id = 5`}, true, func(c sqlite.Check) bool { return c.Stale == 1 }},
		"tokeniser":       {[]string{`update memory_tokens set version = version - 1`}, true, func(c sqlite.Check) bool { return c.Older == 20 && c.Stale == 0 }},
		"newer tokeniser": {[]string{`update memory_tokens set version = version + 1`}, true, func(c sqlite.Check) bool { return c.Searchable() }},
		"hash":            {[]string{`update memory_tokens set hash = zeroblob(16) where memory_id = 7`}, true, func(c sqlite.Check) bool { return c.Stale == 1 }},
		"trash":           {[]string{`update memories set state = 'trashed' where id = 6`, `update memories set state = 'active' where id = 6`, `delete from search where rowid = 6`, `delete from memory_tokens where memory_id = 6`}, true, func(c sqlite.Check) bool { return c.Stale == 1 && c.Lost == 1 }},
		"no tokens":       {[]string{`delete from memory_tokens where memory_id = 2`}, true, func(c sqlite.Check) bool { return c.Stale == 1 }},
		"other words":     {[]string{`insert or replace into search (rowid, body, meta, scope) values (4, '', 'webhook', '：p1')`}, true, func(c sqlite.Check) bool { return c.Wrong == 1 && len(c.Index) == 0 }},
		"words added":     {[]string{`insert into search (rowid, body, scope) values (4, 'webhook', '：p1')`}, true, func(c sqlite.Check) bool { return c.Wrong == 1 }},
		"scope":           {[]string{`insert or replace into search (rowid, body, scope) select memory_id, body, '：p7' from memory_tokens where memory_id = 8`}, true, func(c sqlite.Check) bool { return c.Wrong == 1 }},
		"order":           {[]string{`insert or replace into search (rowid, body, scope) select memory_id, 'word ' || body, '：p1 ：knote ：c' from memory_tokens where memory_id = 8`}, true, func(c sqlite.Check) bool { return c.Wrong == 1 }},
		"all words":       {[]string{`insert or replace into search (rowid, body) select memory_id, 'webhook' from memory_tokens`}, true, func(c sqlite.Check) bool { return c.Wrong == 20 }},
		"nothing held":    {[]string{`update search_data set block = zeroblob(length(block)) where id = 10`}, true, func(c sqlite.Check) bool { return len(c.Index) > 0 && c.Sound() }},
		"no structure":    {[]string{`delete from search_data where id = 10`}, true, func(c sqlite.Check) bool { return len(c.Index) > 0 && c.Sound() }},
		"emptied":         {[]string{`delete from search_data where id > 10`, `delete from search_idx`}, true, func(c sqlite.Check) bool { return len(c.Index) > 0 && c.Sound() }},
		"sizes gone":      {[]string{`delete from search_docsize where id = 3`}, true, func(c sqlite.Check) bool { return c.Lost == 1 && len(c.Index) > 0 }},
		"index data":      {[]string{`update search_data set block = x'00010203' where id > 10`}, true, func(c sqlite.Check) bool { return len(c.Index) > 0 && c.Sound() }},
		"foreign keys":    {[]string{`pragma foreign_keys = 0`, `update memories set project_id = 77 where id = 1`}, false, func(c sqlite.Check) bool { return c.Foreign == 1 }},
		"texts gone": {[]string{`pragma writable_schema = 1`, `update sqlite_schema set sql = replace(sql, 'title          text not null', 'title text') where name = 'memories'`,
			`pragma writable_schema = reset`, `update memories set title = null where id in (3, 4)`, `pragma writable_schema = 1`,
			`update sqlite_schema set sql = replace(sql, 'title text', 'title text not null') where name = 'memories'`}, false, func(c sqlite.Check) bool { return len(c.File) > 0 }},
		"index of table": {[]string{`pragma writable_schema = 1`, `update sqlite_schema set rootpage = (select rootpage from sqlite_schema where name = 'tags_tag_key') where name = 'memories_created'`}, false, func(c sqlite.Check) bool { return len(c.File) > 0 }},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			fillFile(t, dir, 20)
			db := raw(t, dir)
			db.SetMaxOpenConns(1)
			for _, query := range c.queries {
				if _, err := db.Exec(query); err != nil {
					t.Fatal(err)
				}
			}
			db.Close()
			s := openIn(t, dir, nil)
			if got, err := s.Check(ctx); err != nil || !c.found(got) {
				t.Errorf("check %+v, %v", got, err)
			}
			if !c.repaired {
				if err := s.Repair(ctx); name != "foreign keys" && store.ErrorCode(err) != store.Damaged {
					t.Errorf("repair: %v", err)
				}
				return
			}
			if err := s.Repair(ctx); err != nil {
				t.Fatal(err)
			}
			if got, err := s.Check(ctx); err != nil || !got.Sound() || !got.Searchable() {
				t.Errorf("check after the repair %+v, %v", got, err)
			}
			saveText(t, s, "a later one: 重试")
			l, err := s.Find(ctx, store.Query{Limit: 1, Terms: []store.Term{{Token: "重试"}}})
			if want := 21; err != nil || name != "text" && l.Total != want {
				t.Errorf("%d found after the repair, %v; want %d", l.Total, err, want)
			}
			checkIntegrity(t, dir)
		})
	}
}

// TestIndexDamage_Notice: a search that meets damage says what to do, and the
// memories can still be read.
func TestIndexDamage_Notice(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	fillFile(t, dir, 20)
	execute(t, dir, `update search_data set block = x'00010203' where id > 10`)
	s := openIn(t, dir, nil)
	_, err := s.Find(ctx, store.Query{Limit: 1, Terms: []store.Term{{Token: "重试"}}})
	if store.ErrorCode(err) != store.Damaged || store.ErrorMessage(err) != "damage was met in the search index; run memtray-mcp doctor --repair" {
		t.Errorf("search: %v", err)
	}
	if n, err := sqlite.Notices(dir); err != nil || len(n) != 1 || n[0].Code != store.NoticeIndex {
		t.Errorf("notices %+v, %v", n, err)
	}
	if all, err := s.Memories(ctx, []int64{1}); err != nil || len(all) != 1 {
		t.Errorf("memories %v, %v", all, err)
	}
	if err := s.Repair(ctx); err != nil {
		t.Fatal(err)
	}
	if n, err := sqlite.Notices(dir); err != nil || len(n) != 0 {
		t.Errorf("notices after the repair %+v, %v", n, err)
	}
}

// TestIndexDamage_ClaimsNothing: an index that has forgotten what it holds is no
// answer, neither to a search nor to a save.
func TestIndexDamage_ClaimsNothing(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	fillFile(t, dir, 20)
	execute(t, dir, `update search_data set block = zeroblob(length(block)) where id = 10`)
	s := openIn(t, dir, nil)
	q := store.Query{Limit: 1, Terms: []store.Term{{Token: "重试"}}}
	_, find := s.Find(ctx, q)
	_, candidates := s.Candidates(ctx, q, 10)
	_, saved := s.Save(ctx, you, store.Draft{Body: "one more"})
	for what, err := range map[string]error{"find": find, "candidates": candidates, "save": saved} {
		if store.ErrorCode(err) != store.Damaged || store.ErrorMessage(err) != "damage was met in the search index; run memtray-mcp doctor --repair" {
			t.Errorf("%s: %v", what, err)
		}
	}
	if err := s.Repair(ctx); err != nil {
		t.Fatal(err)
	}
	saveText(t, s, "one more: 重试")
	if got := found(t, s, "重试"); got != 21 {
		t.Errorf("%d found after the repair, want 21", got)
	}
}

// TestIndexDamage_Former: an index whose structure is a former one, as of a page
// that was lost, is seen and filled again.
func TestIndexDamage_Former(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	fillFile(t, dir, 17)
	var former []byte
	db := raw(t, dir)
	if err := db.QueryRow(`select block from search_data where id = 10`).Scan(&former); err != nil {
		t.Fatal(err)
	}
	s := openIn(t, dir, nil)
	for _, body := range []string{"a later one: 重试", "another: 重试", "the last: 重试"} {
		saveText(t, s, body)
	}
	if _, err := db.Exec(`update search_data set block = ? where id = 10`, former); err != nil {
		t.Fatal(err)
	}
	if c, err := s.Check(ctx); err != nil || c.Searchable() || !c.Sound() {
		t.Errorf("check %+v, %v", c, err)
	}
	if err := s.Repair(ctx); err != nil {
		t.Fatal(err)
	}
	saveText(t, s, "one more: 重试")
	if c, err := s.Check(ctx); err != nil || !c.Searchable() {
		t.Errorf("check after the repair %+v, %v", c, err)
	}
	if got := found(t, s, "重试"); got != 21 {
		t.Errorf("%d found after the repair, want 21", got)
	}
	checkIntegrity(t, dir)
}

// TestCopy: a copy is whole, private to the person, and leaves nothing beside it.
func TestCopy(t *testing.T) {
	ctx, dir := context.Background(), filepath.Join(t.TempDir(), "a?b#c %25 记忆")
	fillFile(t, dir, 20)
	s := openIn(t, dir, nil)
	path := filepath.Join(dir, "copy?#%20 备份.db")
	if err := s.Copy(ctx, path); err != nil {
		t.Fatal(err)
	}
	checkMode(t, path, 0o600)
	if n, err := sqlite.Inspect(ctx, path); err != nil || n != 20 {
		t.Errorf("%d memories in the copy, %v", n, err)
	}
	if err := s.Copy(ctx, path); store.ErrorCode(err) != store.Conflict {
		t.Errorf("over a file that is there: %v", err)
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if err := s.Copy(ended, path+"2"); err == nil {
		t.Error("a copy was made though nobody waits")
	}
	names, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		switch name.Name() {
		case "memtray.db", "memtray.db-wal", "memtray.db-shm", "run", filepath.Base(path):
		default:
			t.Errorf("left behind: %s", name.Name())
		}
	}
}
