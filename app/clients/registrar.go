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

// Preview works out an action with a part of a client without doing it. Errors
// are those of Apply.
func (r *Registrar) Preview(ctx context.Context, id string, part Part, action Action) (Preview, error) {
	c, err := Find(id)
	if err != nil {
		return Preview{}, err
	}
	p, err := r.plan(ctx, c, part, "", action)
	if err != nil {
		return Preview{}, err
	}
	out := Preview{File: p.path, Lines: []DiffLine{}, Digest: p.digest(), Restart: c.takesEffect(p.part, action), NoChange: p.noChange()}
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

// Apply does an action with a part of a client and returns the client's new
// state. Doing it twice writes once. digest is that of the preview the person
// saw, or "" if none was asked.
//
// Whenever it returns an error the client's file is untouched, unless another
// program wrote to it at the same moment, which the message then says. Errors
// are [store.Conflict] if the file changed since the preview or what is there is
// not ours, [store.Busy] if the client holds its lock for over 5 seconds,
// [store.Invalid] if the file cannot be understood or written, and
// [store.NotFound] for an unknown client or part.
func (r *Registrar) Apply(ctx context.Context, id string, part Part, action Action, digest string) (State, error) {
	c, err := Find(id)
	if err != nil {
		return State{}, err
	}
	work := func() (plan, error) { return r.plan(ctx, c, part, "", action) }
	if _, err := r.edit(ctx, work, digest); err != nil {
		return State{}, err
	}
	return r.state(ctx, c)
}

// edit does what work plans while it holds our lock, which keeps file and ledger
// together, and the client's, which keeps the file whole. It returns the plan.
func (r *Registrar) edit(ctx context.Context, work func() (plan, error), digest string) (plan, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	// First without the lock, so that a refusal or a no-op leaves no trace.
	p, err := work()
	if err != nil {
		return p, err
	}
	if p.settled() {
		return p, p.expected(digest)
	}
	release, err := r.lock(ctx, p.target)
	if err != nil {
		return p, err
	}
	p, err = r.locked(ctx, work, digest)
	release()
	if err == nil && p.delete { // only now, since a lock lies in the innermost
		err = r.bequeath(ctx, removeDirs(p.known.CreatedDirs))
	}
	return p, err
}

// locked is edit behind the locks.
func (r *Registrar) locked(ctx context.Context, work func() (plan, error), digest string) (plan, error) {
	p, err := work()
	if err != nil {
		return p, err
	}
	if err := p.expected(digest); err != nil || p.settled() {
		return p, err
	}
	return p, r.commit(ctx, p)
}

// expected is an error if a plan is not that of the preview with this digest.
func (p plan) expected(digest string) error {
	if digest != "" && digest != p.digest() {
		return store.Errorf(store.Conflict, "%s changed since the preview; look again", p.path)
	}
	return nil
}

// lock takes our lock and, for the servers of a client that has one, its own.
func (r *Registrar) lock(ctx context.Context, t target) (release func(), err error) {
	ours, err := acquire(ctx, filepath.Join(r.store.Home(), "run", "clients"))
	if err != nil || !t.client.locked || t.part.name != Server {
		return ours, err
	}
	theirs, err := acquire(ctx, t.path)
	if err != nil {
		ours()
		return nil, err
	}
	return func() { theirs(); ours() }, nil
}

// plan reads the client's file, "" being that of this environment, and works out
// the action.
func (r *Registrar) plan(ctx context.Context, c Client, name Part, path string, action Action) (plan, error) {
	if action != Add && action != Remove {
		return plan{}, store.Errorf(store.Invalid, "action must be add or remove")
	}
	v, err := r.look(ctx, c, name, path)
	if err != nil {
		return plan{}, err
	}
	if action == Remove && v.other != "" {
		return r.plan(ctx, c, name, v.other, action)
	}
	if v.fault != nil {
		return plan{}, v.fault
	}
	if action == Add {
		if err := r.lasting(r.program()); err != nil {
			return plan{}, err
		}
	}
	if v.client.ID != c.ID && action == Remove {
		return plan{}, store.Errorf(store.Conflict, "%s: %s reads this file too, and the entry is that of %s; remove it there",
			v.path, c.Name, v.client.Name)
	}
	return makePlan(v.target, action, v.file, v.known, r.shim.Version)
}
