package clients

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"memtray/store"
)

// backupsKept is how many backups of one file are kept.
const backupsKept = 5

// The names of a backup: what was in the file, and what was done to it then.
const (
	contentSuffix = ".before"
	recordSuffix  = ".json"
)

// change is a change that was made to a file.
type change struct {
	Client    string              `json:"client"`
	Part      Part                `json:"part"`
	Action    Action              `json:"action"`
	File      string              `json:"file"`
	Existed   bool                `json:"existed"`    // if not, there is no content
	AfterHash string              `json:"after_hash"` // of the file as it was written; "" if it was removed
	Known     *store.Registration `json:"known"`      // what was remembered before; null: nothing
}

// backup is one that has been begun: its names without the suffix, and its change.
type backup struct {
	path   string
	change change
}

// backup keeps what is in a file before a plan changes it, readable by the
// person alone.
func (r *Registrar) backup(p plan) (backup, error) {
	sum := sha256.Sum256([]byte(p.file.target))
	dir := filepath.Join(r.backups(), filepath.Base(p.file.target)+"-"+hex.EncodeToString(sum[:4]))
	b := backup{
		path:   filepath.Join(dir, time.Now().UTC().Format("20060102T150405.000000000")),
		change: change{Client: p.client.ID, Part: p.part.name, Action: p.action, File: p.path, Existed: p.file.exists},
	}
	if !p.delete {
		b.change.AfterHash = hash(p.after)
	}
	if p.known.Client != "" {
		b.change.Known = &p.known
	}
	err := os.MkdirAll(dir, 0o700)
	if err == nil && p.file.exists {
		err = os.WriteFile(b.path+contentSuffix, p.file.data, 0o600)
	}
	if err != nil {
		return b, store.Errorf(store.Internal, "%s cannot be backed up into %s (%s); nothing was changed", p.path, dir, reason(err))
	}
	return b, nil
}

func (r *Registrar) backups() string { return filepath.Join(r.store.Home(), "backups", "clients") }

// discard removes the backup of a change that did not happen.
func (b backup) discard() {
	_ = os.Remove(b.path + contentSuffix) // one that stays goes with the older ones
	_ = os.Remove(filepath.Dir(b.path))   // if it is empty
}

// done notes that the change was made, and removes the oldest backups of the
// file.
func (b backup) done() error {
	text, err := json.MarshalIndent(b.change, "", "  ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(b.path+recordSuffix, append(text, '\n'), 0o600); err != nil {
		return err
	}
	dir := filepath.Dir(b.path)
	names, err := backupNames(dir)
	if err != nil {
		return err
	}
	if len(names) <= backupsKept {
		return nil
	}
	return removeBefore(dir, names[len(names)-backupsKept])
}

// removeBefore removes all backups older than the one with a name, also those of
// changes that did not happen.
func removeBefore(dir, oldest string) error {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if e.Name() < oldest {
			err = errors.Join(err, os.Remove(filepath.Join(dir, e.Name())))
		}
	}
	return err
}

// backupNames are those of the changes that were made, the oldest first.
func backupNames(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	var names []string
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), recordSuffix); ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, err
}
