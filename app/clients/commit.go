package clients

import (
	"bytes"
	"context"
	"errors"
	"time"

	"memtray/store"
)

// commitAdd remembers, then writes: whatever is in the file can be taken back.
func (r *Registrar) commitAdd(ctx context.Context, c Client, p plan) error {
	if err := r.store.PutRegistration(ctx, r.registration(c, p)); err != nil {
		return err
	}
	if p.noChange() {
		return nil
	}
	if err := p.file.replace(p.after); err != nil {
		return r.forget(ctx, c, p.known, err)
	}
	return p.written()
}

// registration is what is to be remembered of an Add.
func (r *Registrar) registration(c Client, p plan) store.Registration {
	reg := store.Registration{
		Client: c.ID, File: p.file.path, Command: r.program().entry(c).argv(),
		At: store.Millis(time.Now().UnixMilli()), Version: r.shim.Version,
		CreatedFile: !p.file.exists || p.known.CreatedFile,
		CreatedDirs: p.file.missing,
		AfterHash:   hash(p.after), Offset: int64(p.undo.at), Inserted: p.undo.old, Replaced: p.undo.new,
	}
	if len(reg.CreatedDirs) == 0 {
		reg.CreatedDirs = p.known.CreatedDirs
	}
	return reg
}

// forget puts back what was remembered before an Add that did not happen.
func (r *Registrar) forget(ctx context.Context, c Client, before store.Registration, cause error) error {
	ctx = context.WithoutCancel(ctx)
	if before.Client == "" {
		return errors.Join(cause, r.store.DropRegistration(ctx, c.ID))
	}
	return errors.Join(cause, r.store.PutRegistration(ctx, before))
}

// commitRemove writes, then forgets: until then the way back is known.
func (r *Registrar) commitRemove(ctx context.Context, c Client, p plan) error {
	if !p.noChange() {
		var err error
		if p.delete {
			err = p.file.remove()
		} else {
			err = p.file.replace(p.after)
		}
		if err != nil {
			return err
		}
		if err := p.written(); err != nil {
			return err
		}
	}
	return r.store.DropRegistration(ctx, c.ID)
}

// written reads the file back. Another program that does not lock may have
// written at the same moment.
func (p plan) written() error {
	now, err := readFile(p.file.path)
	if err != nil {
		return err
	}
	if now.exists == p.delete || !bytes.Equal(now.data, p.after) {
		return store.Errorf(store.Conflict, "%s was written by another program at the same moment; look again", p.file.path)
	}
	return nil
}
