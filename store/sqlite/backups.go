package sqlite

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"memtray/store"
)

// BackupsDir is the folder of the backups within the data folder.
const BackupsDir = "backups"

const (
	backupPrefix = "memtray-"
	backupSuffix = ".db"
	stampLayout  = "20060102-150405" // of names, in UTC
)

// BackupName returns the file name of a backup made at a time.
func BackupName(at time.Time) string {
	return backupPrefix + at.UTC().Format(stampLayout) + backupSuffix
}

// Backups returns the backups of a data folder, newest first, with path and
// time alone. Files of other names are none.
func Backups(home string) []store.Backup {
	var all []store.Backup
	names, _ := os.ReadDir(filepath.Join(home, BackupsDir)) // none can be read: there are none
	for _, name := range names {
		stamp := strings.TrimSuffix(strings.TrimPrefix(name.Name(), backupPrefix), backupSuffix)
		at, err := time.Parse(stampLayout, stamp)
		if err == nil && name.Name() == BackupName(at) && name.Type().IsRegular() {
			all = append(all, store.Backup{File: filepath.Join(home, BackupsDir, name.Name()), At: store.MillisOf(at)})
		}
	}
	slices.Reverse(all) // names sort by time
	return all
}

// Inspect opens a copy of a store, which is not changed, and returns how many
// memories it holds. Returns [store.Newer] and [store.Damaged] like [Open].
func Inspect(ctx context.Context, path string) (memories int, err error) {
	c, err := openCopy(ctx, path)
	if err != nil {
		return 0, err
	}
	defer c.Close()
	err = c.QueryRowContext(ctx, `select count(*) from memories where state <> 'trashed'`).Scan(&memories)
	return memories, explainCopy(path, err)
}

// openCopy opens a copy of a store for reading: with the log beside it, unless
// that is another file's or cannot be read.
func openCopy(ctx context.Context, path string) (*sql.DB, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	f, err := openRegular(path)
	if err != nil {
		return nil, store.Errorf(store.NotFound, "%s cannot be read; check its name and permissions", path)
	}
	f.Close()
	real := follow(path)
	if hasFrames(real+sides[1]) && !foreignLog(real) {
		db, err := tryCopy(ctx, real, false)
		if err == nil || !isDamage(err) {
			return db, err
		}
	}
	db, err := tryCopy(ctx, real, true)
	return db, explainCopy(path, err)
}

// tryCopy opens a file that nobody writes, without side files if it is alone.
func tryCopy(ctx context.Context, path string, alone bool) (*sql.DB, error) {
	// SQLite deletes the log of an empty file, even where it may only read.
	if info, err := os.Stat(path); err != nil || info.Size() == 0 {
		return nil, fmt.Errorf("%w: it is empty", errUnreadable)
	}
	if _, err := checkHeader(path); err != nil {
		return nil, err
	}
	q := url.Values{"mode": {"ro"}, "_pragma": {"query_only(1)", "cache_size(-4000)"}}
	if alone {
		q.Set("immutable", "1")
	}
	db, err := sql.Open("sqlite", fileURI(path, q))
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	fresh, err := (&Store{path: path}).checkVersion(ctx, db)
	if err == nil && fresh {
		err = notAStore(path)
	}
	if err == nil && !alone { // does the log lead to anything?
		_, err = column[int64](db.QueryContext(ctx, `select seq from sqlite_sequence where name = 'memories'`))
	}
	if err != nil {
		db.Close()
		return nil, err
	}
	return db, nil
}

func explainCopy(path string, err error) error {
	if isDamage(err) {
		return &store.Error{Code: store.Damaged, Message: path + " is damaged; choose another backup", Err: err}
	}
	return err
}

// Copy writes a consistent copy of the store to path, readable by the person
// alone. Others write on meanwhile. The file appears whole or not at all; one
// that is there is refused.
func (s *Store) Copy(ctx context.Context, path string) error {
	end, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer end()
	if _, err := os.Lstat(path); err == nil {
		return store.Errorf(store.Conflict, "%s exists already; choose another name", path)
	}
	temp, err := os.CreateTemp(filepath.Dir(path), ".memtray-*.tmp") // mode 0600; VACUUM takes an empty file
	if err != nil {
		return store.Errorf(store.Internal, "no backup can be written in %s; check the folder and its permissions", filepath.Dir(path))
	}
	defer os.Remove(temp.Name())
	defer temp.Close()
	if err := s.vacuumInto(ctx, temp.Name()); err != nil {
		return s.explain(err)
	}
	number := binary.BigEndian.AppendUint32(nil, fileNumber()|Version)
	if _, err := temp.WriteAt(number, versionAt); err != nil {
		return fmt.Errorf("write the backup: %w", err)
	}
	if _, err := Inspect(ctx, temp.Name()); err != nil {
		return fmt.Errorf("check the backup: %w", err)
	}
	if err := errors.Join(temp.Sync(), temp.Close()); err != nil {
		return fmt.Errorf("write the backup: %w", err)
	}
	return os.Rename(temp.Name(), path)
}

// vacuumInto uses a connection of its own: it may take long.
func (s *Store) vacuumInto(ctx context.Context, path string) error {
	db, err := sql.Open("sqlite", dsn(s.real, "deferred", "cache_size(-2000)", fmt.Sprintf("busy_timeout(%d)", busyTimeout.Milliseconds())))
	if err != nil {
		return err
	}
	defer db.Close()
	_, err = db.ExecContext(ctx, `vacuum into ?`, path)
	return err
}
