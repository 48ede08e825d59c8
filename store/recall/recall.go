// Package recall is the one way in and out of a store: everything outside the
// folder store saves, edits, undoes and searches through it.
//
// On the way in it cleans every text (package guard), derives a title for a
// memory that has none, estimates what the memory costs a model, and refuses
// clients while the person has paused saving. On the way out it turns what
// someone typed into a query, and leaves out what a client may not see. The
// rules of what a memory may be are the store's ([store.Draft], [store.Patch]);
// their errors are passed on as they are.
//
//	r := recall.New(s)
//	defer r.Close()
//	saved, err := r.Save(ctx, by, recall.Input{Body: "Use pgx for the pool"})
//	found, err := r.Search(ctx, recall.Request{Query: "pool", Limit: 20})
//
// Reads that do not depend on the reader (projects, counts, settings, versions)
// are asked of the store itself, see [Recall.Store].
package recall

import (
	"context"
	"time"

	"memtray/store"
	"memtray/store/embed"
	"memtray/store/guard"
)

// Recall is the way into one store. It is safe for concurrent use.
type Recall struct {
	store store.Store
	now   func() time.Time
	notes *notes

	activity   activity
	embeddings *embed.Embeddings
	calls      calls
}

// Option changes how a [Recall] works.
type Option func(*Recall)

// WithClock makes now the source of time; the default is [time.Now].
func WithClock(now func() time.Time) Option {
	return func(r *Recall) { r.now = now }
}

// New returns the way into s. [Recall.Close] ends it; s stays open.
func New(s store.Store, options ...Option) *Recall {
	r := &Recall{store: s, now: time.Now, notes: startNotes(s), activity: activity{last: time.Now()}}
	for _, o := range options {
		o(r)
	}
	r.embeddings = embed.New(s, embed.WithClock(r.now))
	return r
}

// Store returns the store itself, for what needs no cleaning and no terms.
func (r *Recall) Store() store.Store { return r.store }

// Embeddings returns what searches by meaning, which is off until the person
// switches it on.
func (r *Recall) Embeddings() *embed.Embeddings { return r.embeddings }

// Index makes vectors that are missing, see [embed.Embeddings.Index].
func (r *Recall) Index(ctx context.Context) error { return r.embeddings.Index(ctx) }

// Close writes the notes that wait, for at most one second, and drops the rest.
// Call it before the store is closed. Closing again does nothing.
func (r *Recall) Close() {
	r.writeCalls()
	r.embeddings.Close()
	r.notes.close()
}

// Note adds to the recall log and the usage counts what was given to someone. It
// returns at once: the note is written in the background, and dropped when too
// many are waiting or the store is busy or closed. A lost note loses nothing
// that anybody saved, and giving an answer must not wait for a writer.
// The query and the project's name are cleaned like any text.
func (r *Recall) Note(rec store.Recall) {
	rec.Query, _ = guard.Clean(rec.Query)
	ref, err := cleanRef(rec.Project)
	if err != nil {
		ref = store.ProjectRef{} // a name that is nobody's
	}
	rec.Project = ref
	r.notes.add(func(ctx context.Context, s store.Store) error { return s.NoteRecall(ctx, rec) })
}

// Touch notes that a client called, in the same way as [Recall.Note].
func (r *Recall) Touch(by store.Author) {
	r.notes.add(func(ctx context.Context, s store.Store) error { return s.Touch(ctx, by) })
}
