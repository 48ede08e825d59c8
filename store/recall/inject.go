package recall

import (
	"context"

	"memtray/store"
	"memtray/store/rank"
	"memtray/store/text"
)

// Strong returns the memories that say enough about a prompt to be told a client
// that did not ask, best first, at most [store.MaxPage] (see [rank.Strong]). Of a
// long prompt the beginning counts. Only active memories of the filter are told;
// Filter.Reader must be set.
func (r *Recall) Strong(ctx context.Context, prompt string, f store.Filter) ([]Hit, error) {
	r.activity.used()
	f.States = []store.State{store.Active}
	q, err := queryOf(Request{Query: text.Cut(prompt, MaxQuery-1), Filter: f, Limit: store.MaxPage})
	if err != nil || len(q.Terms) == 0 {
		return nil, err
	}
	if some, err := r.narrow(ctx, &q.Filter); err != nil || !some {
		return nil, err
	}
	pool, err := r.store.Candidates(ctx, q, store.MaxCandidates)
	if err != nil {
		return nil, err
	}
	now := r.now()
	hits := rank.Strong(pool, Question(q.Literal, q.Terms, now), store.MillisOf(now))
	return r.rows(ctx, q, hits)
}

// Inject notes what is about to be given to a client that did not ask, and says
// what of it to give; see [store.Store.Inject]. A context is given though it
// cannot be noted, as on a full disk or while another process writes.
func (r *Recall) Inject(ctx context.Context, in store.Injection) (store.Injected, error) {
	var err error
	if in.Session.Project, err = cleanRef(in.Session.Project); err != nil {
		return store.Injected{}, err
	}
	out, err := r.store.Inject(ctx, in)
	if err != nil && in.Context && ctx.Err() == nil && store.ErrorCode(err) != store.Invalid {
		return store.Injected{Give: true, IDs: in.IDs}, nil
	}
	return out, err
}

// EndSession ends a session; see [store.Store.EndSession].
func (r *Recall) EndSession(ctx context.Context, ref store.SessionRef) error {
	var err error
	if ref.Project, err = cleanRef(ref.Project); err != nil {
		return err
	}
	return r.store.EndSession(ctx, ref)
}
