package sqlite

import (
	"context"
	"embed"
	"encoding/binary"
	"fmt"
	"io/fs"
	"math/rand/v2"

	"memtray/store"
)

const applicationID = 0x4d747279 // "Mtry"

// Version is the version of the file's schema.
const Version = 1

// versionBits of user_version are the version. Those above them are a number that
// is drawn for each file, so that a write-ahead log which another file left behind
// is known. A backup gets a number of its own.
const versionBits = 8

// fileNumber draws the number of a new file, as part of its user_version.
func fileNumber() uint32 { return (1 + rand.Uint32N(1<<23-1)) << versionBits }

//go:embed schema/*.sql
var schemaFiles embed.FS

// checkHeader refuses a file that cannot be a store before SQLite touches it:
// opening it for writing would already change another program's file. It reports
// doubtful for a file whose header is damaged, but whose log has a newer one.
func checkHeader(path string) (doubtful bool, err error) {
	main, n, err := mainHeader(path)
	if err != nil || n == 0 { // 0 is a new file
		return false, err
	}
	if !main.sound() || n < len(main) {
		if inLog, ok := logHeader(path + "-wal"); ok && n == len(main) && inLog.app() == applicationID {
			return true, nil
		}
		return false, fmt.Errorf("%w: it has no header", errUnreadable)
	}
	// Without an application it may be a new file whose first transaction is
	// still in the write-ahead log. Ours have that log before they have tables.
	pages, log := binary.BigEndian.Uint32(main[pagesAt:]), main[18] == 2
	if main.app() != applicationID && (main.app() != 0 || pages > 1 && !log) {
		return false, notAStore(path)
	}
	return false, nil
}

func notAStore(path string) error {
	return store.Errorf(store.Damaged, "%s is another program's database, not a Memtray store; move it away or choose another data folder", path)
}

// migrate brings a new file to the present schema and refuses others' files and
// newer ones. On a file that is up to date it only reads.
func (s *Store) migrate(ctx context.Context, w *writer) error {
	fresh, err := s.checkVersion(ctx, w.conn)
	if err != nil || !fresh {
		return err
	}
	tx, err := w.conn.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	// Another process may have been first.
	if fresh, err = s.checkVersion(ctx, tx); err != nil || !fresh {
		return err
	}
	if err := createSchema(ctx, tx); err != nil {
		return fmt.Errorf("create the schema: %w", err)
	}
	if err := s.leaveIDs(ctx, tx); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	// So that the file has its number from the beginning. If it fails, as when
	// the file is busy, that comes with the first checkpoint.
	_, _ = w.conn.ExecContext(ctx, `pragma wal_checkpoint(truncate)`)
	return nil
}

// checkVersion reports whether the file is new; it fails for a file that this
// program must not touch.
func (s *Store) checkVersion(ctx context.Context, q queryer) (fresh bool, err error) {
	var app, version, tables int
	err = q.QueryRowContext(ctx, `select
		(select application_id from pragma_application_id),
		(select user_version from pragma_user_version),
		(select count(*) from sqlite_schema)`).Scan(&app, &version, &tables)
	if err != nil {
		return false, err
	}
	if app == 0 && version == 0 && tables == 0 {
		return true, nil
	}
	if app != applicationID {
		return false, notAStore(s.path)
	}
	return false, refuseOther(version)
}

// refuseOther fails for the user_version of a file of another version.
func refuseOther(userVersion int) error {
	version := userVersion & (1<<versionBits - 1)
	switch {
	case version > Version:
		return store.Errorf(store.Newer,
			"the memory file has version %d, this program knows up to %d; restart the client, or update Memtray",
			version, Version)
	case version < Version:
		return store.Errorf(store.Damaged,
			"the memory file has version %d, this program needs %d; open it with the Memtray that wrote it",
			version, Version)
	}
	return nil
}

func createSchema(ctx context.Context, tx execer) error {
	names, err := fs.Glob(schemaFiles, "schema/*.sql")
	if err != nil {
		return err
	}
	for _, name := range names {
		text, err := schemaFiles.ReadFile(name)
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, string(text)); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	_, err = tx.ExecContext(ctx, fmt.Sprintf("pragma application_id = %d; pragma user_version = %d", applicationID, fileNumber()|Version))
	return err
}
