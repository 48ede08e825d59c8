package skills

import (
	"context"
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/gofrs/flock"

	"memtray/store"
	"memtray/store/text"
)

// Put writes the SKILL.md of a skill. Revision is that of the [Document] which
// was edited, and "" for a new skill. What it replaces is moved to skills/.trash/.
//
// Returns [store.Invalid] for a name or text that would make a bad skill,
// [store.Conflict] if the file is not at that revision, or a new one's name is
// taken, in other letters too, and [store.Busy] if another change takes too long.
// After an error the skill is as it was.
func (f *Folder) Put(name, given, revision string) (Document, error) {
	if !ValidName(name) {
		return Document{}, store.Errorf(store.Invalid, "the name of a skill must be %s", nameRule)
	}
	if len(given) > MaxFile {
		return Document{}, store.Errorf(store.Invalid, "the text has %d bytes; at most %d are allowed", len(given), MaxFile)
	}
	skill, body, err := parse(name, normal(given))
	if err != nil {
		return Document{}, err
	}
	if err := os.MkdirAll(f.dir, 0o700); err != nil {
		if _, known := f.openAll(err); known != nil {
			err = known
		}
		return Document{}, err
	}
	unlock, err := f.lock()
	if err != nil {
		return Document{}, err
	}
	defer unlock()
	if err := f.free(skill, revision == ""); err != nil {
		return Document{}, err
	}
	all, err := os.OpenRoot(f.dir)
	if err != nil {
		return Document{}, err
	}
	defer all.Close()
	if revision == "" {
		err = create(all, name, normal(given))
	} else {
		err = replace(all, name, normal(given), revision)
	}
	if err != nil {
		return Document{}, err
	}
	d := Document{Skill: skill, Text: normal(given), Instructions: body, Revision: revisionOf(normal(given))}
	if one, err := all.OpenRoot(folderOf(all, name)); err == nil {
		d.Files = filesOf(one)
		one.Close()
	}
	return d, nil
}

// patience is how long a change waits for another one.
const patience = 5 * time.Second

// lock keeps other changes away, of other processes too: between looking at a
// revision and replacing the file nothing may come.
func (f *Folder) lock() (unlock func(), err error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	l := flock.New(filepath.Join(f.dir, ".lock"))
	if ok, err := l.TryLockContext(ctx, 20*time.Millisecond); !ok || err != nil {
		return nil, &store.Error{Code: store.Busy, Message: "another program is changing the skills; try again", Err: err}
	}
	return func() { _ = l.Unlock() }, nil // the file stays: others may wait on it
}

// free checks that a skill goes with the others: its prompts' names, and for a
// new one also its own.
func (f *Folder) free(skill Skill, isNew bool) error {
	others, err := f.List()
	if err != nil {
		return err
	}
	if isNew && len(others) >= MaxSkills {
		return store.Errorf(store.Invalid, "there are %d skills; at most %d are allowed", len(others), MaxSkills)
	}
	for _, o := range others {
		if isNew && text.Fold(o.Name) == text.Fold(skill.Name) {
			return store.Errorf(store.Conflict, "there is a skill of that name already")
		}
		if o.Name == skill.Name || o.Error != "" {
			continue
		}
		pair := []Skill{o, skill}
		if apart(pair); pair[1].Error != "" {
			return store.Errorf(store.Conflict, "%s", pair[1].Error)
		}
	}
	return nil
}

// create makes the folder of a skill beside the others and gives it its name
// when it is complete.
func create(all *os.Root, name, content string) error {
	temp := ".new-" + rand.Text()
	if err := all.Mkdir(temp, 0o700); err != nil {
		return err
	}
	err := writeFile(all, temp+"/"+Main, content)
	if err == nil {
		if _, taken := all.Lstat(name); taken == nil {
			err = fs.ErrExist
		} else {
			err = all.Rename(temp, name)
		}
	}
	if err != nil {
		_ = all.RemoveAll(temp) // of no use to anybody
	}
	if errors.Is(err, fs.ErrExist) {
		return store.Errorf(store.Conflict, "there is a skill of that name already")
	}
	return err
}

// replace exchanges SKILL.md for another one and keeps the former in the trash.
func replace(all *os.Root, name, content, revision string) error {
	folder := folderOf(all, name)
	one, err := all.OpenRoot(folder)
	if err != nil {
		return noSkill()
	}
	defer one.Close()
	raw, err := readFile(one, Main)
	if err != nil {
		return err
	}
	if revisionOf(raw) != revision {
		return store.Errorf(store.Conflict, "the skill was changed since it was read; look at it again")
	}
	kept, err := place(all, name)
	if err != nil {
		return err
	}
	if err := all.Mkdir(kept, 0o700); err != nil {
		return err
	}
	if err := writeFile(all, kept+"/"+Main, raw); err != nil {
		return err
	}
	temp := "." + Main + "-" + rand.Text()
	if err := writeFile(one, temp, content); err != nil {
		return err
	}
	if err := one.Rename(temp, Main); err != nil {
		_ = one.Remove(temp) // of no use to anybody
		return err
	}
	return nil
}

// writeFile writes a new file that is on the disk when it returns.
func writeFile(root *os.Root, file, content string) error {
	out, err := root.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = out.WriteString(content)
	if err == nil {
		err = out.Sync()
	}
	if cerr := out.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		_ = root.Remove(file) // half-written
	}
	return err
}

// Delete moves a skill with all its files to skills/.trash/ and returns the path
// of where it is now. It deletes bad ones too, by their name as listed. Returns
// [store.NotFound] if there is none.
func (f *Folder) Delete(name string) (string, error) {
	if name == "" || !utf8.ValidString(name) || strings.HasPrefix(name, ".") || strings.ContainsAny(name, "/\\\x00") {
		return "", noSkill()
	}
	all, err := f.openAll(noSkill())
	if all == nil {
		return "", err
	}
	defer all.Close()
	unlock, err := f.lock()
	if err != nil {
		return "", err
	}
	defer unlock()
	folder := folderOf(all, name)
	if info, err := all.Lstat(folder); err != nil || !info.IsDir() && info.Mode()&fs.ModeSymlink == 0 {
		return "", noSkill()
	}
	kept, err := place(all, name)
	if err != nil {
		return "", err
	}
	if err := all.Rename(folder, kept); err != nil {
		return "", missing(err, noSkill())
	}
	return filepath.Join(f.dir, filepath.FromSlash(kept)), nil
}

// place returns a path in the trash that nothing has.
func place(all *os.Root, name string) (string, error) {
	if err := all.MkdirAll(trash, 0o700); err != nil {
		return "", err
	}
	return trash + "/" + name + "-" + time.Now().UTC().Format("20060102-150405.000") + "-" + rand.Text()[:6], nil
}
