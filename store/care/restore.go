package care

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"memtray/store"
	"memtray/store/sqlite"
)

// Latest is the name of the newest backup that can be read, see [sqlite.Newest].
// While a notice of a damaged file waits it is the one that the notice offers.
const Latest = "latest"

// Restore restores a backup ([Latest], or the path of a copy), see
// [sqlite.Store.Restore], and answers the notice of a damaged file. What the store
// holds is first copied beside the backups; before is that copy, "" if the store
// was empty.
func (k *Keeper) Restore(ctx context.Context, by store.Author, which string) (from store.Backup, before string, out sqlite.Restored, err error) {
	if from, err = k.find(ctx, which); err != nil {
		return from, "", out, err
	}
	if before, err = k.keepPresent(ctx); err != nil {
		return from, "", out, err
	}
	if out, err = k.store.Restore(ctx, by, from.File); err != nil {
		return from, before, out, err
	}
	if n, waiting := unanswered(k.store.Home()); waiting {
		err = sqlite.Clear(k.store.Home(), n.Code)
	}
	return from, before, out, err
}

func (k *Keeper) find(ctx context.Context, which string) (store.Backup, error) {
	if which != Latest {
		path, err := filepath.Abs(which)
		if err != nil {
			return store.Backup{}, err
		}
		b := store.Backup{File: path}
		if info, err := os.Stat(path); err == nil {
			b.At = store.MillisOf(info.ModTime())
			if same, err := os.Stat(filepath.Join(k.store.Home(), sqlite.FileName)); err == nil && os.SameFile(info, same) {
				return b, store.Errorf(store.Invalid, "%s is the memory file itself; name a backup, or latest", path)
			}
		}
		b.Memories, err = sqlite.Inspect(ctx, path)
		if store.ErrorCode(err) == store.Damaged && !strings.Contains(filepath.Base(path), sqlite.FileName+".damaged-") {
			return b, err
		}
		if store.ErrorCode(err) == store.Damaged {
			err = nil // what can still be read of it is wanted
		}
		return b, err
	}
	if n, waiting := unanswered(k.store.Home()); waiting && n.Backup != nil && exists(n.Backup.File) {
		return *n.Backup, nil
	}
	if b, ok := sqlite.Newest(ctx, k.store.Home(), k.now()); ok {
		return b, nil
	}
	return store.Backup{}, store.Errorf(store.NotFound, "there is no backup in %s", filepath.Join(k.store.Home(), sqlite.BackupsDir))
}

// keepPresent copies what is there, unless that is nothing.
func (k *Keeper) keepPresent(ctx context.Context) (string, error) {
	empty, err := k.empty(ctx)
	if err != nil || empty {
		return "", err
	}
	dir := filepath.Join(k.store.Home(), sqlite.BackupsDir)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", store.Errorf(store.Internal, "%s cannot be made; check its permissions", dir)
	}
	at := k.now()
	name := func() string {
		return filepath.Join(dir, strings.TrimSuffix(sqlite.BackupName(at), ".db")+beforeSuffix)
	}
	for exists(name()) {
		at = at.Add(1e9)
	}
	return name(), k.store.Copy(ctx, name())
}

// empty reports whether the store holds nothing that anybody wrote.
func (k *Keeper) empty(ctx context.Context) (bool, error) {
	found, err := k.store.Find(ctx, store.Query{Limit: 1, Filter: store.Filter{States: store.States()}})
	if err != nil || found.Total > 0 {
		return false, err
	}
	documents, err := k.store.Documents(ctx, false)
	if err != nil || len(documents) > 0 {
		return false, err
	}
	days, err := k.store.JournalDays(ctx, "", 1)
	return err == nil && len(days) == 0, err
}
