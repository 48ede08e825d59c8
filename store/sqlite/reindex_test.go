package sqlite_test

import (
	"context"
	"testing"
	"time"

	"memtray/store"
	"memtray/store/sqlite"
	"memtray/store/text"
)

// olderIndex makes the tokens and the index of all memories those of a program
// that knew no stems.
func olderIndex(t *testing.T, dir string) {
	t.Helper()
	execute(t, dir, `update memory_tokens set version = 1, body = 'connections'`)
	execute(t, dir, `insert or replace into search (rowid, body) select memory_id, body from memory_tokens`)
}

// TestUpkeepReindexes: after an update all is found again without anybody asking
// for it, and what a newer program made stays as it is.
func TestUpkeepReindexes(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	fillFile(t, dir, 250)
	olderIndex(t, dir)
	execute(t, dir, `update memory_tokens set version = version + 7 where memory_id = 9`)
	s := openIn(t, dir, nil)
	if got := found(t, s, "重试"); got != 0 {
		t.Fatalf("%d found before", got)
	}
	if got, err := s.Check(ctx); err != nil || got.Older != 249 || got.Searchable() {
		t.Errorf("check before %+v, %v", got, err)
	}
	if err := s.Upkeep(ctx); err != nil {
		t.Fatal(err)
	}
	if got := found(t, s, "重试"); got != 249 {
		t.Errorf("%d found after, want 249", got)
	}
	var newer int
	if err := raw(t, dir).QueryRow(`select count(*) from memory_tokens where version > ?`, text.Version).Scan(&newer); err != nil || newer != 1 {
		t.Errorf("%d of a newer version, %v; want 1", newer, err)
	}
	if got, err := s.Check(ctx); err != nil || !got.Searchable() {
		t.Errorf("check after %+v, %v", got, err)
	}
	checkIntegrity(t, dir)
}

// TestUpkeepReindexes_GivesWay: while another program writes it does nothing and
// is not lost.
func TestUpkeepReindexes_GivesWay(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	fillFile(t, dir, 150)
	olderIndex(t, dir)
	s := openIn(t, dir, nil)
	sqlite.SetPatience(s, 100*time.Millisecond)
	conn, err := raw(t, dir).Conn(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, `begin immediate`); err != nil {
		t.Fatal(err)
	}
	if err := s.Upkeep(ctx); store.ErrorCode(err) != store.Busy {
		t.Errorf("while another writes: %v", err)
	}
	if _, err := conn.ExecContext(ctx, `rollback`); err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if err := s.Upkeep(ended); err == nil {
		t.Error("it went on though it was stopped")
	}
	if err := s.Upkeep(ctx); err != nil {
		t.Fatal(err)
	}
	if got := found(t, s, "重试"); got != 150 {
		t.Errorf("%d found after, want 150", got)
	}
}

func found(t *testing.T, s *sqlite.Store, query string) int {
	t.Helper()
	l, err := s.Find(context.Background(), store.Query{Limit: 1, Terms: text.Terms(query, false)})
	if err != nil {
		t.Fatal(err)
	}
	return l.Total
}
