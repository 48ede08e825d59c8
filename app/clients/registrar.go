package clients

import (
	"context"
	"path/filepath"
	"sync"

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
	p, err := r.edit(ctx, c, action, digest)
	if err != nil {
		return State{}, err
	}
	if p.delete {
		removeDirs(p.known.CreatedDirs) // only now, since a lock lies in the innermost
	}
	return r.state(ctx, c)
}

// edit does an action while it holds our lock, which keeps file and ledger
// together, and the client's, which keeps the file whole.
func (r *Registrar) edit(ctx context.Context, c Client, action Action, digest string) (plan, error) {
	// First without the lock, so that a refusal or a no-op leaves no trace.
	p, err := r.plan(ctx, c, action)
	if err != nil {
		return p, err
	}
	if !p.settled(r.program().entry(c)) {
		release, err := r.lock(ctx, c, p.file.path)
		if err != nil {
			return p, err
		}
		defer release()
		if p, err = r.plan(ctx, c, action); err != nil {
			return p, err
		}
	}
	if digest != "" && digest != p.digest() {
		return p, store.Errorf(store.Conflict, "%s changed since the preview; look again", p.file.path)
	}
	switch {
	case p.settled(r.program().entry(c)):
		return p, nil
	case action == Add:
		return p, r.commitAdd(ctx, c, p)
	}
	return p, r.commitRemove(ctx, c, p)
}

// lock takes our lock and, for a client that has one, its own.
func (r *Registrar) lock(ctx context.Context, c Client, path string) (release func(), err error) {
	ours, err := acquire(ctx, filepath.Join(r.store.Home(), "run", "clients"))
	if err != nil || !c.locked {
		return ours, err
	}
	theirs, err := acquire(ctx, path)
	if err != nil {
		ours()
		return nil, err
	}
	return func() { theirs(); ours() }, nil
}

// plan reads the client's file and works out the action.
func (r *Registrar) plan(ctx context.Context, c Client, action Action) (plan, error) {
	switch action {
	case Add:
		if err := r.lasting(r.program()); err != nil {
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
	// The file first: whatever is in it was remembered before it was written.
	f, err := readFile(path)
	if err != nil {
		return plan{}, err
	}
	known, err := r.known(ctx, c, path)
	if err != nil {
		return plan{}, err
	}
	return makePlan(c, action, r.program().entry(c), f, known)
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
