package sqlite

import (
	"context"

	"memtray/store"
)

// acceptWriting writes what was proposed for a document or the journal.
func (t *transaction) acceptWriting(ctx context.Context, by store.Author, p proposal, d store.Ruling, out *store.Decided) error {
	text := p.Writing.Text
	if d.Text != nil {
		text = *d.Text
	}
	reason := d.Reason
	if reason == "" {
		reason = p.Reason
	}
	if p.Kind == store.NoteProposal {
		return t.acceptNote(ctx, by, p, text, reason, out)
	}
	w := store.DocumentWrite{Name: p.Writing.Document, Mode: p.Writing.Mode, Text: text, Revision: p.BaseRevision, Reason: reason}
	if d.Revision != 0 {
		w.Revision = d.Revision
	}
	if err := w.Validate(); err != nil {
		return err
	}
	done, err := t.writeDocument(ctx, by, w)
	out.Act = done.Act
	return err
}

// acceptNote adds a note, which stays that of the client that wrote it.
func (t *transaction) acceptNote(ctx context.Context, by store.Author, p proposal, text, reason string, out *store.Decided) error {
	n := store.NoteDraft{Day: p.Writing.Day, Text: text}
	if err := n.Validate(); err != nil {
		return err
	}
	w := writing{day: n.Day, body: n.Text}
	var err error
	if out.Act, err = t.addWriting(ctx, by, &w, reason); err != nil {
		return err
	}
	_, err = t.ExecContext(ctx, `update writings set client = ? where id = ?`, p.Client, w.id)
	return err
}

// staleDocument reports whether the document of a proposal is not what it was
// made from.
func staleDocument(ctx context.Context, q queryer, p *proposal) (bool, error) {
	if p.Kind != store.DocumentProposal || p.BaseRevision == 0 {
		return false, nil
	}
	now, err := documentNamed(ctx, q, p.Writing.Document)
	if now.body == "" {
		return p.BaseRevision != store.NewDocument, err
	}
	return now.revision != p.BaseRevision, err
}
