package sqlite

import (
	"context"
	"database/sql"
	"sync"
	"time"

	"memtray/store"
)

// Subjects of the change log.
const (
	subjectMemory       = "memory"
	subjectProject      = "project"
	subjectClient       = "client"
	subjectSetting      = "setting"
	subjectRegistration = "registration"
	subjectToken        = "token"
	subjectProposal     = "proposal"
	subjectDocument     = "document"
	subjectJournal      = "journal"
)

const (
	changesKept  = 30 * 24 * time.Hour
	changesShown = 1000 // more than these and a reader reloads
	pruneStep    = 300
)

func (t *transaction) log(ctx context.Context, subject string, ref int64) error {
	_, err := t.ExecContext(ctx, `insert into changes (at, subject, ref) values (?, ?, ?)`, t.at, subject, ref)
	return err
}

func (t *transaction) logMemory(ctx context.Context, id int64) error {
	return t.log(ctx, subjectMemory, id)
}

// epochStep is what each reopening adds to a place in the change log and to the
// data version, which are only comparable within one file and connection.
const epochStep = 1 << 40

// Changes returns what happened after seq in the change log.
func (s *Store) Changes(ctx context.Context, seq int64) (store.ChangeSet, error) {
	set := store.ChangeSet{Memories: []int64{}, Documents: []string{}, Days: []string{}, Other: []string{}}
	err := s.read(ctx, func(ctx context.Context, q queryer) error {
		var first int64
		err := q.QueryRowContext(ctx, `select
			coalesce((select seq from sqlite_sequence where name = 'changes'), 0),
			coalesce((select min(seq) from changes), 0)`).Scan(&set.Seq, &first)
		base := s.epoch * epochStep
		last := set.Seq
		set.Seq += base
		if err != nil || seq < 0 || seq == set.Seq {
			return err
		}
		if seq -= base; seq < 0 || seq > last || first == 0 || seq < first-1 {
			set.Reload = true
			return nil
		}
		return readChanges(ctx, q, seq, &set)
	})
	return set, err
}

func readChanges(ctx context.Context, q queryer, seq int64, set *store.ChangeSet) error {
	var err error
	set.Memories, err = column[int64](q.QueryContext(ctx, `select distinct ref from changes
		where seq > ? and subject = 'memory' limit ?`, seq, changesShown+1))
	if err != nil {
		return err
	}
	if len(set.Memories) > changesShown {
		set.Memories, set.Reload = []int64{}, true
		return nil
	}
	set.Other, err = column[string](q.QueryContext(ctx, `select distinct subject from changes
		where seq > ? and subject <> 'memory'`, seq))
	if err != nil {
		return err
	}
	set.Documents, err = column[string](q.QueryContext(ctx, `select document from writings where id in
		(select ref from changes where seq > ? and subject = 'document') order by document`, seq))
	if err != nil {
		return err
	}
	set.Days, err = column[string](q.QueryContext(ctx, `select distinct day from writings where id in
		(select ref from changes where seq > ? and subject = 'journal') order by day`, seq))
	return err
}

// pruneChanges removes a step of what is too old. That it fails is no reason
// not to open: the next process tries again.
func (s *Store) pruneChanges(ctx context.Context) {
	horizon := s.millis() - store.Millis(changesKept.Milliseconds())
	var oldest int64
	err := s.readers.QueryRowContext(ctx, `select at from changes order by seq limit 1`).Scan(&oldest)
	if err != nil || store.Millis(oldest) >= horizon {
		return
	}
	_ = s.writeIfFree(ctx, func(ctx context.Context, t *transaction) error {
		_, err := t.cutChanges(ctx)
		return err
	})
}

// cutChanges removes a step of what is too old, and returns how many.
func (t *transaction) cutChanges(ctx context.Context) (int64, error) {
	res, err := t.ExecContext(ctx, `delete from changes where seq in
		(select seq from (select seq, at from changes order by seq limit ?) where at < ?)`,
		pruneStep, t.at-store.Millis(changesKept.Milliseconds()))
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

// watch is the connection that is asked for the data version: the number is
// only comparable with earlier ones of the same connection.
type watch struct {
	mu   sync.Mutex
	conn *sql.Conn
}

func (w *watch) close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.conn != nil {
		w.conn.Close()
		w.conn = nil
	}
}

// DataVersion returns a number that differs from the last one it returned if
// anything was written since.
func (s *Store) DataVersion(ctx context.Context) (int64, error) {
	end, err := s.begin(ctx)
	if err != nil {
		return 0, err
	}
	defer end()
	s.watch.mu.Lock()
	defer s.watch.mu.Unlock()
	if s.watch.conn == nil {
		if s.watch.conn, err = s.readers.Conn(ctx); err != nil {
			return 0, s.explain(err)
		}
	}
	var version int64
	// Not interrupted: a broken connection would begin to count anew.
	err = s.watch.conn.QueryRowContext(context.WithoutCancel(ctx), `pragma data_version`).Scan(&version)
	return s.epoch*epochStep + version, s.explain(err)
}
