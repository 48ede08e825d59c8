package clients

import (
	"bytes"
	"context"
	"errors"

	"memtray/store"
)

// commit does what is planned, behind the locks. It remembers before it writes and forgets after:
// whatever is in the file can be taken back.
func (r *Registrar) commit(ctx context.Context, p plan) error {
	p.file.sweep()
	if p.keep != nil {
		if err := r.store.PutRegistration(ctx, *p.keep); err != nil {
			return err
		}
	}
	if !p.noChange() {
		if err := r.write(ctx, p); err != nil {
			return err
		}
	}
	if p.keep == nil {
		return r.drop(ctx, p)
	}
	return nil
}

// drop forgets a part that was taken out, and what stood in it.
func (r *Registrar) drop(ctx context.Context, p plan) error {
	err := r.store.DropRegistration(ctx, p.client.ID, string(p.part.name), p.path)
	for _, other := range p.client.parts() {
		if err == nil && p.part.name == Server && other.inEntry {
			err = r.store.DropRegistration(ctx, p.client.ID, string(other.name), p.path)
		}
	}
	return err
}

// write changes the file, after a backup.
func (r *Registrar) write(ctx context.Context, p plan) error {
	before, err := r.backup(p)
	if err == nil && p.delete {
		err = p.file.remove()
	} else if err == nil {
		err = p.file.replace(p.after)
	}
	if err != nil {
		before.discard()
		return r.restoreLedger(ctx, p, err)
	}
	if err := p.written(); err != nil {
		return err
	}
	return errors.Join(before.done(), r.carry(ctx, p))
}

// restoreLedger puts back what was remembered before an edit that did not happen.
func (r *Registrar) restoreLedger(ctx context.Context, p plan, cause error) error {
	if p.known.Client == "" {
		return errors.Join(cause, r.store.DropRegistration(ctx, p.client.ID, string(p.part.name), p.path))
	}
	return errors.Join(cause, r.store.PutRegistration(ctx, p.known))
}

// written reads the file back. Another program that does not lock may have
// written at the same moment.
func (p plan) written() error {
	now, err := readFile(p.path)
	if err != nil {
		return err
	}
	if now.exists == p.delete || !bytes.Equal(now.data, p.after) {
		return store.Errorf(store.Conflict, "%s was written by another program at the same moment; look again", p.path)
	}
	return nil
}
