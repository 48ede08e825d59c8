package clients

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"

	"memtray/store"
)

// Undo takes back the last change that was made to a file of a client: the file
// and what is remembered of it are as before. An undo is a change too, so that
// undoing it brings the first one back. It returns the client's new state.
//
// It is a [store.Conflict] error if anybody changed the file since, which then
// stays as it is, and [store.NotFound] if there is no change to take back.
func (r *Registrar) Undo(ctx context.Context, id string) (State, error) {
	c, err := Find(id)
	if err != nil {
		return State{}, err
	}
	if _, err := r.edit(ctx, func() (plan, error) { return r.planUndo(ctx, c) }, ""); err != nil {
		return State{}, err
	}
	return r.state(ctx, c)
}

func (r *Registrar) planUndo(ctx context.Context, c Client) (plan, error) {
	last, content, err := r.lastChange(c)
	if err != nil {
		return plan{}, err
	}
	v, err := r.look(ctx, c, last.Part, last.File)
	if err != nil {
		return plan{}, err
	}
	if v.fault != nil {
		return plan{}, v.fault
	}
	now := ""
	if v.file.exists {
		now = hash(v.file.data)
	}
	if now != last.AfterHash {
		return plan{}, store.Errorf(store.Conflict, "%s was changed since by another program, so that only parts of it could be taken back; remove or add %s instead",
			last.File, c.Name)
	}
	p := plan{target: v.target, action: undo, file: v.file, known: v.known, keep: last.Known, delete: !last.Existed}
	if !last.Existed {
		return p, nil
	}
	p.after, err = os.ReadFile(content)
	return p, err
}

// lastChange finds the last change to a file of a client, and the path of what
// was in the file before.
func (r *Registrar) lastChange(c Client) (last change, content string, err error) {
	dirs, err := os.ReadDir(r.backups())
	if err != nil && !os.IsNotExist(err) {
		return last, "", err
	}
	newest := ""
	for _, d := range dirs {
		names, err := backupNames(filepath.Join(r.backups(), d.Name()))
		if err != nil {
			return last, "", err
		}
		for _, name := range names {
			path := filepath.Join(r.backups(), d.Name(), name)
			one, err := readChange(path + recordSuffix)
			if err != nil {
				return last, "", err
			}
			if one.Client == c.ID && name > newest {
				newest, last, content = name, one, path+contentSuffix
			}
		}
	}
	if newest == "" {
		return last, "", store.Errorf(store.NotFound, "no change to a file of %s is known", c.Name)
	}
	return last, content, nil
}

func readChange(path string) (c change, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return c, err
	}
	return c, json.Unmarshal(text, &c)
}
