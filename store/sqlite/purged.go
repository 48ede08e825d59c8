package sqlite

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"memtray/store"
)

// purgedFile lists what was deleted for good, a uid and its time on each line. It
// is the table purged once more, beside the file: when that is lost, a backup
// made before must not bring back what the person deleted.
const purgedFile = "purged.txt"

// listPurged adds to the list what the table has and the list has not. A list
// that cannot be written now is completed by the next purge or upkeep, so
// nothing fails for it.
func (s *Store) listPurged(ctx context.Context) {
	listed := map[string]bool{}
	whole := readPurged(s.home, func(uid string, _ store.Millis) { listed[uid] = true })
	var add strings.Builder
	if !whole {
		add.WriteByte('\n') // what a process that was killed left of its last line
	}
	missing := false
	err := s.read(ctx, func(ctx context.Context, q queryer) error {
		rows, err := q.QueryContext(ctx, `select uid, at from purged order by at, uid`)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var uid string
			var at store.Millis
			if err := rows.Scan(&uid, &at); err != nil {
				return err
			}
			if !listed[uid] {
				missing = true
				fmt.Fprintf(&add, "%s %d\n", uid, at)
			}
		}
		return rows.Err()
	})
	if err != nil || !missing {
		return
	}
	f, err := os.OpenFile(filepath.Join(s.home, purgedFile), os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return
	}
	defer f.Close()
	if _, err := f.WriteString(add.String()); err == nil {
		_ = f.Sync()
	}
}

// readPurged calls each with what is listed, and reports whether the last line
// is whole.
func readPurged(home string, each func(uid string, at store.Millis)) (whole bool) {
	f, err := os.Open(filepath.Join(home, purgedFile))
	if err != nil {
		return true // there is none
	}
	defer f.Close()
	r := bufio.NewReader(f)
	for {
		line, err := r.ReadString('\n')
		uid, text, _ := strings.Cut(strings.TrimSpace(line), " ")
		if at, e := strconv.ParseInt(text, 10, 64); e == nil && len(uid) == uidLength {
			each(uid, store.Millis(at))
		}
		if err != nil {
			return line == ""
		}
	}
}

const uidLength = 36

// takePurged adds to the table what the list has.
func (t *transaction) takePurged(ctx context.Context, home string) error {
	var failed error
	readPurged(home, func(uid string, at store.Millis) {
		if failed == nil {
			_, failed = t.ExecContext(ctx, `insert or ignore into purged (uid, at)
				select ?1, ?2 where not exists (select 1 from memories where uid = ?1)`, uid, at)
		}
	})
	return failed
}
