package sqlite

import (
	"cmp"
	"context"
	"slices"

	"memtray/store"
)

func (w *writing) toDocument() store.Document {
	return store.Document{
		Name: w.document, Text: w.body, Tokens: w.tokens, Revision: w.revision,
		CreatedAt: w.createdAt, UpdatedAt: w.updatedAt, By: w.by,
	}
}

// Documents returns the documents that are not deleted, or those that are. See
// [store.Store].
func (s *Store) Documents(ctx context.Context, deleted bool) ([]store.DocumentHead, error) {
	out := []store.DocumentHead{}
	err := s.read(ctx, func(ctx context.Context, q queryer) error {
		rows, err := q.QueryContext(ctx, `select w.document, w.tokens, w.revision, w.updated_at,
			a.author_kind, a.client, coalesce(a.session_id, 0), a.process`+fromWritings+`
			where w.document is not null and (w.tokens = 0) = ? order by w.document`, deleted)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var d store.DocumentHead
			err := rows.Scan(&d.Name, &d.Tokens, &d.Revision, &d.UpdatedAt, &d.By.Kind, &d.By.Client, &d.By.Session, &d.By.Process)
			if err != nil {
				return err
			}
			out = append(out, d)
		}
		return rows.Err()
	})
	if err != nil {
		return nil, err
	}
	known := store.WellKnownDocuments()
	place := func(name string) int {
		if i := slices.Index(known, name); i >= 0 {
			return i
		}
		return len(known)
	}
	slices.SortStableFunc(out, func(a, b store.DocumentHead) int { return cmp.Compare(place(a.Name), place(b.Name)) })
	return out, nil
}

// Document returns a document. See [store.Store].
func (s *Store) Document(ctx context.Context, name string) (store.Document, error) {
	w, err := s.document(ctx, name)
	if err != nil {
		return store.Document{}, err
	}
	if w.body == "" {
		return store.Document{}, noDocument(name)
	}
	return w.toDocument(), nil
}

// document returns a document, deleted or not.
func (s *Store) document(ctx context.Context, name string) (w writing, err error) {
	if err := store.CheckDocumentName(name); err != nil {
		return w, err
	}
	err = s.read(ctx, func(ctx context.Context, q queryer) error {
		w, err = documentNamed(ctx, q, name)
		return err
	})
	if err == nil && w.id == 0 {
		err = noDocument(name)
	}
	return w, err
}

func noDocument(name string) error {
	return store.Errorf(store.NotFound, "there is no document %s", name)
}

// WriteDocument changes or makes a document. See [store.Store].
func (s *Store) WriteDocument(ctx context.Context, by store.Author, w store.DocumentWrite) (store.DocumentWritten, error) {
	if err := checkAuthor(by); err != nil {
		return store.DocumentWritten{}, err
	}
	if err := w.Validate(); err != nil {
		return store.DocumentWritten{}, err
	}
	var out store.DocumentWritten
	err := s.write(ctx, func(ctx context.Context, t *transaction) (err error) {
		out, err = t.writeDocument(ctx, by, w)
		return err
	})
	if err != nil {
		return store.DocumentWritten{}, err
	}
	return out, nil
}

func (t *transaction) writeDocument(ctx context.Context, by store.Author, w store.DocumentWrite) (store.DocumentWritten, error) {
	var out store.DocumentWritten
	now, err := documentNamed(ctx, t, w.Name)
	if err != nil {
		return out, err
	}
	if err := checkRevision(&now, w); err != nil {
		return out, err
	}
	body := w.After(now.body)
	if err := store.CheckDocument(body); err != nil {
		return out, err
	}
	if err := t.touchClient(ctx, by); err != nil {
		return out, err
	}
	switch {
	case body == "" && now.body == "":
		return out, noDocument(w.Name) // that could be deleted
	case body == now.body:
	case now.id == 0:
		now.document, now.body = w.Name, body
		out.Act, err = t.addWriting(ctx, by, &now, w.Reason)
	default:
		out.Act, err = t.changeWriting(ctx, by, &now, body, w.Reason)
	}
	out.Document = now.toDocument()
	return out, err
}

// checkRevision fails if a document is not the one that a write was made from.
func checkRevision(now *writing, w store.DocumentWrite) error {
	there := now.body != ""
	if w.Revision == 0 || w.Revision == store.NewDocument && !there || w.Revision == now.revision && there {
		return nil
	}
	current := now.toDocument()
	current.Name = w.Name
	message := "the document was changed since it was read; look at it again"
	if !there {
		message = "the document was deleted since it was read; look at it again"
	} else if w.Revision == store.NewDocument {
		message = "there is a document of that name already; give its revision to replace it"
	}
	return &store.Error{Code: store.Conflict, CurrentDocument: &current, Message: message}
}

// DocumentVersions returns all versions of a document. See [store.Store].
func (s *Store) DocumentVersions(ctx context.Context, name string) ([]store.DocumentVersion, error) {
	if err := store.CheckDocumentName(name); err != nil {
		return nil, err
	}
	out := []store.DocumentVersion{}
	err := s.read(ctx, func(ctx context.Context, q queryer) error {
		w, err := documentNamed(ctx, q, name)
		if err != nil {
			return err
		}
		rows, err := q.QueryContext(ctx, `select r.revision, coalesce(r.before, ''), `+actColumns+`
			from writing_revisions r join acts a on a.id = r.act_id
			where r.writing_id = ? order by r.revision desc`, w.id)
		if err != nil {
			return err
		}
		defer rows.Close()
		// A revision keeps what was before it, so each text comes from the one after.
		for next := w.body; rows.Next(); {
			v := store.DocumentVersion{Text: next}
			if err := rows.Scan(append([]any{&v.Revision, &next}, actFields(&v.Act)...)...); err != nil {
				return err
			}
			out = append(out, v)
		}
		return rows.Err()
	})
	if err == nil && len(out) == 0 {
		err = noDocument(name)
	}
	return out, err
}
