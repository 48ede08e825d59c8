package recall

import (
	"context"
	"strings"

	"memtray/store"
	"memtray/store/guard"
	"memtray/store/text"
)

// DocumentInput is a change of a document as someone wrote it; see
// [store.DocumentWrite]. Name may be that of a search's row (doc:profile), in any case and width.
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

	// Proposed says that the write waits for the person: nothing was stored yet.
	// Declined says that the person declined the same before.
	Proposed, Declined bool
}

// WriteDocument changes or makes a document, cleaning its text like
// [Recall.Save]; see [store.Store]. Only the person can delete one, by replacing
// it with nothing: a client has to give a text.
//
// A client's write always becomes a proposal. Returns [store.Paused] for a client
// that may not store anything, [store.Conflict] for a stale revision and [store.Invalid] for what breaks a rule, also if
// nothing is left of the text.
func (r *Recall) WriteDocument(ctx context.Context, by store.Author, in DocumentInput) (DocumentWritten, error) {
	r.activity.used()
	g, err := r.gateToWrite(ctx, by, "stored")
	if err != nil {
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
	if by.Kind == store.Agent {
		out, err := r.proposeDocument(ctx, g, in, w)
		out.Removed = c.removed
		return out, err
	}
	done, err := r.store.WriteDocument(ctx, by, w)
	if err != nil {
		return DocumentWritten{}, err
	}
	return DocumentWritten{DocumentWritten: done, Removed: c.removed}, nil
}

// proposeDocument leaves a client's write to the person. What could not be
// accepted is refused at once.
func (r *Recall) proposeDocument(ctx context.Context, g *gate, in DocumentInput, w store.DocumentWrite) (DocumentWritten, error) {
	if _, err := g.writes("stored"); err != nil {
		return DocumentWritten{}, err
	}
	now, err := r.store.Document(ctx, w.Name)
	there := err == nil
	if err != nil && store.ErrorCode(err) != store.NotFound {
		return DocumentWritten{}, err
	}
	switch {
	case w.Revision > 0 && w.Revision != now.Revision, w.Revision == store.NewDocument && there:
		now.Name = w.Name
		return DocumentWritten{}, &store.Error{Code: store.Conflict, CurrentDocument: &now,
			Message: "the document was changed since it was read; look at it again"}
	case w.Mode == store.Replace && there:
		w.Revision = now.Revision
	case w.Mode == store.Replace:
		w.Revision = store.NewDocument
	}
	if err := store.CheckDocument(w.After(now.Text)); err != nil {
		return DocumentWritten{}, err
	}
	holds := append([]store.Hold{{Code: store.HoldDocument}}, g.suspected(
		guard.Field{Name: "document", Text: in.Text}, guard.Field{Name: "name", Text: nameWords.Replace(in.Name)},
		guard.Field{Name: "reason", Text: in.Reason})...)
	filed, err := r.store.Propose(ctx, g.by, store.ProposalDraft{
		Kind: store.DocumentProposal, Revision: w.Revision, Reason: w.Reason, Holds: holds,
		Writing: &store.Writing{Document: w.Name, Mode: w.Mode, Text: w.Text},
	})
	return DocumentWritten{DocumentWritten: store.DocumentWritten{Document: now}, Proposed: !filed.Declined, Declined: filed.Declined}, err
}

// nameWords makes words of a name, so that what they say is seen.
var nameWords = strings.NewReplacer("-", " ", "_", " ")

// document cleans a change of a document and checks its rules.
func (c *cleaner) document(in DocumentInput) (store.DocumentWrite, error) {
	w := store.DocumentWrite{
		Name: text.Name(strings.TrimPrefix(c.line(in.Name), store.DocumentPrefix)),
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
