package sqlite

import (
	"context"
	"time"

	"memtray/store"
)

// clockSlack is how far ahead the date of a backup may be before it is taken for
// that of a wrong clock.
const clockSlack = time.Minute

// Ahead reports whether a backup is dated in the future: the clock is or was
// wrong, or somebody gave the file its name. Its date then says nothing.
func Ahead(b store.Backup, now time.Time) bool { return b.At.Time().Sub(now) > clockSlack }

// Newest returns the newest backup of a data folder that can be read, with its
// number of memories. One that is dated in the future is returned only if there
// is no other.
func Newest(ctx context.Context, home string, now time.Time) (store.Backup, bool) {
	all := Backups(home)
	for _, ahead := range []bool{false, true} {
		for _, b := range all {
			if Ahead(b, now) != ahead {
				continue
			}
			var err error
			if b.Memories, err = Inspect(ctx, b.File); err == nil {
				return b, true
			}
		}
	}
	return store.Backup{}, false
}
