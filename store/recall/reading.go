package recall

import (
	"context"
	"slices"

	"memtray/store"
)

// readsWritings reports whether documents, the journal and skills may be read. They
// belong to no project, so the general level counts for them.
func (g *gate) readsWritings() bool { return g.reads(0) }

// ReadsWritings reports whether by may read what belongs to no project: documents,
// the journal and skills. It fails for a client that may not even read.
func (r *Recall) ReadsWritings(ctx context.Context, by store.Author) (bool, error) {
	g, err := r.gate(ctx, by)
	return err == nil && g.readsWritings(), err
}

// ofWritings asks the store for documents or pages of the journal if by may read
// them; for a client that is paused, but for some projects, there are none.
func ofWritings[T any](ctx context.Context, r *Recall, by store.Author, ask func() (T, error), none error) (T, error) {
	var nothing T
	g, err := r.gate(ctx, by)
	if err != nil {
		return nothing, err
	}
	if !g.readsWritings() {
		return nothing, none
	}
	return ask()
}

// Documents returns the documents that are not deleted; see [store.Store].
func (r *Recall) Documents(ctx context.Context, by store.Author) ([]store.DocumentHead, error) {
	return ofWritings(ctx, r, by, func() ([]store.DocumentHead, error) { return r.store.Documents(ctx, false) }, nil)
}

// Document returns a document; see [store.Store].
func (r *Recall) Document(ctx context.Context, by store.Author, name string) (store.Document, error) {
	return ofWritings(ctx, r, by, func() (store.Document, error) { return r.store.Document(ctx, name) },
		store.Errorf(store.NotFound, "there is no document %s", name))
}

// JournalDays returns the days that have notes; see [store.Store].
func (r *Recall) JournalDays(ctx context.Context, by store.Author, from string, limit int) ([]store.JournalDay, error) {
	return ofWritings(ctx, r, by, func() ([]store.JournalDay, error) { return r.store.JournalDays(ctx, from, limit) }, nil)
}

// JournalDay returns the notes of a day; see [store.Store].
func (r *Recall) JournalDay(ctx context.Context, by store.Author, day string) ([]store.JournalNote, error) {
	return ofWritings(ctx, r, by, func() ([]store.JournalNote, error) { return r.store.JournalDay(ctx, day) }, nil)
}

// Projects returns the projects that by may read; see [store.Store].
func (r *Recall) Projects(ctx context.Context, by store.Author) ([]store.Project, error) {
	g, all, err := r.projects(ctx, by)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(all, func(p store.Project) bool { return !g.reads(p.ID) }), nil
}
