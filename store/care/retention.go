package care

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"memtray/store"
	"memtray/store/sqlite"
)

// What is kept of the backups: all of the last day, and the last one of each of
// the newest days and weeks that have any. What cannot be read, or is dated in
// the future, counts for nothing and is left alone: a wrong clock or a stray file
// must not push out what is good.
const (
	daysKept   = 7
	weeksKept  = 4
	beforeKept = 30 * 24 * time.Hour // of what was there before a restore
)

// beforeSuffix ends the name of the copy that is made before a restore. It is
// no backup among the others, or "the latest" would undo a restore.
const beforeSuffix = "-before-restore.db"

// prune removes the backups that are no longer kept. While the person has not
// said what to do about a damaged file all are kept: the good ones are the old.
func (k *Keeper) prune(ctx context.Context) {
	home := k.store.Home()
	if _, waiting := unanswered(home); waiting {
		return
	}
	now := k.now()
	good := slices.DeleteFunc(sqlite.Backups(home), func(b store.Backup) bool {
		_, err := sqlite.Inspect(ctx, b.File)
		return err != nil || sqlite.Ahead(b, now)
	})
	for _, b := range unkept(good, now) {
		_ = os.Remove(b.File) // or next time
	}
	dir := filepath.Join(home, sqlite.BackupsDir)
	names, _ := os.ReadDir(dir)
	for _, name := range names {
		info, err := name.Info()
		if err == nil && strings.HasSuffix(name.Name(), beforeSuffix) && k.now().Sub(info.ModTime()) > beforeKept {
			_ = os.Remove(filepath.Join(dir, name.Name()))
		}
	}
}

// unkept returns which of all, newest first, are not kept at a time.
func unkept(all []store.Backup, now time.Time) []store.Backup {
	days, weeks := map[string]bool{}, map[[2]int]bool{}
	var out []store.Backup
	for _, b := range all {
		at := b.At.Time().In(now.Location())
		day := at.Format(time.DateOnly)
		year, number := at.ISOWeek()
		week := [2]int{year, number}
		keep := now.Sub(at) < 24*time.Hour || !days[day] && len(days) < daysKept || !weeks[week] && len(weeks) < weeksKept
		if !keep {
			out = append(out, b)
			continue
		}
		if len(days) < daysKept {
			days[day] = true
		}
		if len(weeks) < weeksKept {
			weeks[week] = true
		}
	}
	return out
}

// unanswered returns the notice of a damaged or missing file, if one waits.
func unanswered(home string) (store.Notice, bool) {
	all, _ := sqlite.Notices(home) // none can be read: none waits
	for _, n := range all {
		if n.Code == store.NoticeDamaged || n.Code == store.NoticeMissing {
			return n, true
		}
	}
	return store.Notice{}, false
}
