package clients

import (
	"bytes"
	"context"
	"errors"
	"sync"
	"time"

	"memtray/store"
)

// Registrar registers one shim with the clients of one person. It is safe for
// concurrent use, by several processes too.
type Registrar struct {
	store store.Store
	env   Env
	shim  Shim
	mu    sync.Mutex // one edit at a time
}

// New returns a Registrar that keeps what it writes in s.
func New(s store.Store, env Env, shim Shim) *Registrar {
	return &Registrar{store: s, env: env, shim: shim}
}

// Preview is what an action would do to a client's file.
type Preview struct {
	File     string     `json:"file"`
	Lines    []DiffLine `json:"lines"` // the change and three lines around it
	Added    int        `json:"added"`
	Removed  int        `json:"removed"`
	Digest   string     `json:"digest"` // for Apply
	Restart  string     `json:"restart"`
	NoChange bool       `json:"no_change"` // the file already is as wanted
}

// Preview works out an action without doing it. Errors are those of Apply.
func (r *Registrar) Preview(ctx context.Context, id string, action Action) (Preview, error) {
	c, err := Find(id)
	if err != nil {
		return Preview{}, err
	}
	p, err := r.plan(ctx, c, action)
	if err != nil {
		return Preview{}, err
	}
	out := Preview{File: p.file.path, Lines: []DiffLine{}, Digest: p.digest(), Restart: c.RestartHint, NoChange: p.noChange()}
	if out.NoChange {
		return out, nil
	}
	out.Lines = diff(p.file.data, p.after)
	for _, l := range out.Lines {
		switch l.Op {
		case "+":
			out.Added++
		case "-":
			out.Removed++
		}
	}
	return out, nil
}

// Apply does an action and returns the client's new state. Doing it twice writes
// once. digest is that of the preview the person saw, or "" if none was asked.
//
// Whenever it returns an error the client's file is untouched, unless another
// program wrote to it at the same moment, which the message then says. Errors
// are [store.Conflict] if the file changed since the preview or the entry is
// not ours, [store.Busy] if the client holds its lock for over 5 seconds,
// [store.Invalid] if the file cannot be understood or written, and
// [store.NotFound] for an unknown client.
func (r *Registrar) Apply(ctx context.Context, id string, action Action, digest string) (State, error) {
	c, err := Find(id)
	if err != nil {
		return State{}, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	// First without the lock, so that a refusal or a no-op leaves no trace.
	p, err := r.plan(ctx, c, action)
	if err != nil {
		return State{}, err
	}
	if c.locked && !p.noChange() {
		release, err := acquire(ctx, p.file.path)
		if err != nil {
			return State{}, err
		}
		defer release()
		if p, err = r.plan(ctx, c, action); err != nil {
			return State{}, err
		}
	}
	if digest != "" && digest != p.digest() {
		return State{}, store.Errorf(store.Conflict, "%s changed since the preview; look again", p.file.path)
	}
	if action == Add {
		err = r.commitAdd(ctx, c, p)
	} else {
		err = r.commitRemove(ctx, c, p)
	}
	if err != nil {
		return State{}, err
	}
	return r.state(ctx, c)
}

// plan reads the client's file and works out the action.
func (r *Registrar) plan(ctx context.Context, c Client, action Action) (plan, error) {
	switch action {
	case Add:
		if err := r.shim.check(); err != nil {
			return plan{}, err
		}
	case Remove:
	default:
		return plan{}, store.Errorf(store.Invalid, "action must be add or remove")
	}
	path, err := c.file(r.env)
	if err != nil {
		return plan{}, err
	}
	known, err := r.known(ctx, c, path)
	if err != nil {
		return plan{}, err
	}
	f, err := readFile(path)
	if err != nil {
		return plan{}, err
	}
	return makePlan(c, action, r.shim.entry(c), f, known)
}

// known returns what the store remembers of the client's file. What was written
// to another file, under another environment, does not count.
func (r *Registrar) known(ctx context.Context, c Client, path string) (store.Registration, error) {
	reg, err := r.store.Registration(ctx, c.ID)
	if store.ErrorCode(err) == store.NotFound || (err == nil && reg.File != path) {
		return store.Registration{}, nil
	}
	return reg, err
}

// commitAdd remembers, then writes: whatever is in the file can be taken back.
func (r *Registrar) commitAdd(ctx context.Context, c Client, p plan) error {
	want := r.shim.entry(c)
	if p.noChange() && len(p.known.Command) > 0 && want.same(entry{command: p.known.Command[0], args: p.known.Command[1:]}) {
		return nil
	}
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
		Client: c.ID, File: p.file.path, Command: r.shim.entry(c).argv(),
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
			err = p.file.remove(p.known.CreatedDirs)
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
