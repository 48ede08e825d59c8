package recall

import (
	"context"
	"strings"

	"memtray/store"
	"memtray/store/guard"
)

// DocumentInput is a change of a document as someone wrote it; see
// [store.DocumentWrite]. Name may be that of a search's row (doc:profile).
type DocumentInput struct {
	Name     string
	Mode     store.DocumentMode
	Text     string
	Revision int64
	Reason   string
}

// DocumentWritten is the outcome of [Recall.WriteDocument].
type DocumentWritten struct {
	store.DocumentWritten

	// Removed is what was taken out of the text before it was stored.
	Removed []guard.Removal
}

// WriteDocument changes or makes a document, cleaning its text like
// [Recall.Save]; see [store.Store]. Only the person can delete one, by replacing
// it with nothing: a client has to give a text.
//
// Returns [store.Paused] for a client while saving is paused, [store.Conflict]
// for a stale revision and [store.Invalid] for what breaks a rule, also if
// nothing is left of the text.
func (r *Recall) WriteDocument(ctx context.Context, by store.Author, in DocumentInput) (DocumentWritten, error) {
	r.activity.used()
	if err := r.mayWrite(ctx, by, "stored"); err != nil {
		return DocumentWritten{}, err
	}
	var c cleaner
	w, err := c.document(in)
	if err != nil {
		return DocumentWritten{}, err
	}
	if by.Kind == store.Agent && strings.TrimSpace(w.Text) == "" {
		return DocumentWritten{}, store.Errorf(store.Invalid, "text is required")
	}
	// From here on the write is clean and keeps the rules: whether it is made at
	// once or held for the person is decided here.
	done, err := r.store.WriteDocument(ctx, by, w)
	if err != nil {
		return DocumentWritten{}, err
	}
	return DocumentWritten{done, c.removed}, nil
}

// document cleans a change of a document and checks its rules.
func (c *cleaner) document(in DocumentInput) (store.DocumentWrite, error) {
	w := store.DocumentWrite{
		Name: strings.TrimPrefix(strings.TrimSpace(in.Name), store.DocumentPrefix),
		Mode: in.Mode, Revision: in.Revision, Reason: c.line(in.Reason),
	}
	var err error
	if w.Text, err = c.body(in.Text); err != nil {
		return w, err
	}
	return w, w.Validate()
}

// PurgeDocument deletes a document for good, with all its versions; see
// [store.Store]. Only the person can do that. It reports whether the bytes have
// left the file as well: if not, others were using it, and upkeep does it later.
func (r *Recall) PurgeDocument(ctx context.Context, by store.Author, name string) (compacted bool, err error) {
	return r.purgeWriting(ctx, by, func() error { return r.store.PurgeDocument(ctx, name) })
}

func (r *Recall) purgeWriting(ctx context.Context, by store.Author, do func() error) (bool, error) {
	if by.Kind != store.Person {
		return false, store.Errorf(store.Invalid, "only the person can delete for good")
	}
	r.activity.used()
	if err := do(); err != nil {
		return false, err
	}
	// What the person asked for is done; a failure here only puts off the rest.
	return r.store.Compact(ctx) == nil, nil
}
