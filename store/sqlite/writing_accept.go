package sqlite

import (
	"context"

	"memtray/store"
)

// acceptWriting writes what was proposed for a document or the journal.
func (t *transaction) acceptWriting(context.Context, store.Author, proposal, store.Ruling, *store.Decided) error {
	return store.Errorf(store.Internal, "documents are not written yet")
}
