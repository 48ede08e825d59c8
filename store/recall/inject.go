package recall

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"memtray/store"
	"memtray/store/guard"
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

// injectPatience is how long a writer is waited for where no other time is set: of
// two hooks that begin at the same moment the second must learn of the first.
const injectPatience = 100 * time.Millisecond

// Inject notes what is about to be given to a client that did not ask, and says
// what of it to give; see [store.Store.Inject]. A context is given though it
// cannot be noted, as on a full disk or while another process writes for long.
func (r *Recall) Inject(ctx context.Context, in store.Injection) (store.Injected, error) {
	var err error
	if in.Session, err = cleanSession(in.Session); err != nil {
		return store.Injected{}, err
	}
	out, err := r.inject(ctx, in)
	if err != nil && in.Context && ctx.Err() == nil && store.ErrorCode(err) != store.Invalid {
		return store.Injected{Give: true, IDs: in.IDs}, nil
	}
	return out, err
}

// inject notes it as soon as nobody else writes, or not at all after half of the
// time that is left: the rest is for giving it all the same.
func (r *Recall) inject(ctx context.Context, in store.Injection) (store.Injected, error) {
	patience := injectPatience
	if end, ok := ctx.Deadline(); ok {
		patience = time.Until(end) / 2
	}
	for until := time.Now().Add(patience); ; {
		out, err := r.store.Inject(ctx, in)
		if store.ErrorCode(err) != store.Busy || time.Now().After(until) {
			return out, err
		}
		select {
		case <-ctx.Done():
			return out, err
		case <-time.After(3 * time.Millisecond):
		}
	}
}

// EndSession ends a session; see [store.Store.EndSession].
func (r *Recall) EndSession(ctx context.Context, ref store.SessionRef) error {
	ref, err := cleanSession(ref)
	if err != nil {
		return err
	}
	return r.store.EndSession(ctx, ref)
}

// cleanSession cleans what a client calls its session and project. The id must
// stay one that no other session has, so one that cannot be stored as it is gives
// way to its hash.
func cleanSession(ref store.SessionRef) (store.SessionRef, error) {
	if cleaned, _ := guard.Clean(ref.External); cleaned != ref.External {
		sum := sha256.Sum256([]byte(ref.External))
		ref.External = hex.EncodeToString(sum[:])
	}
	var err error
	ref.Project, err = cleanRef(ref.Project)
	return ref, err
}
