package recall

import (
	"context"
	"strconv"
	"time"

	"memtray/store"
	"memtray/store/guard"
)

// NoteWritten is the outcome of writing or changing a note.
type NoteWritten struct {
	store.NoteWritten

	// Removed is what was taken out of the text before it was stored.
	Removed []guard.Removal

	// Proposed and Declined are as in [DocumentWritten].
	Proposed, Declined bool
}

// Today returns the day of the journal that it is for the person: that of their
// time zone.
func (r *Recall) Today() string { return r.now().Format(time.DateOnly) }

// WriteNote adds a note to the journal, cleaning its text like [Recall.Save]; see
// [store.Store]. Its day is today's, or for the person the one given.
//
// For a client the outcome says once a day that the page has become long. Returns
// [store.Paused] for a client while saving is paused, and [store.Invalid] for
// what breaks a rule, also if nothing is left of the text.
func (r *Recall) WriteNote(ctx context.Context, by store.Author, day, text string) (NoteWritten, error) {
	r.activity.used()
	g, err := r.gateToWrite(ctx, by, "stored")
	if err != nil {
		return NoteWritten{}, err
	}
	n := store.NoteDraft{Day: day}
	if day == "" || by.Kind == store.Agent {
		n.Day = r.Today()
	}
	var c cleaner
	if n.Text, err = c.body(text); err != nil {
		return NoteWritten{}, err
	}
	if by.Kind == store.Agent { // who else would be told?
		if n.LongAt, err = r.JournalLong(ctx); err != nil {
			return NoteWritten{}, err
		}
	}
	if err := n.Validate(); err != nil {
		return NoteWritten{}, err
	}
	if by.Kind == store.Agent {
		held, err := r.proposeNote(ctx, g, n, text)
		if err != nil || held.Proposed || held.Declined {
			held.Removed = c.removed
			return held, err
		}
	}
	done, err := r.store.WriteNote(ctx, by, n)
	if err != nil {
		return NoteWritten{}, err
	}
	return NoteWritten{NoteWritten: done, Removed: c.removed}, nil
}

// proposeNote leaves a client's note to the person where its trust, its limit or
// the text says so; given is the text before it was cleaned.
func (r *Recall) proposeNote(ctx context.Context, g *gate, n store.NoteDraft, given string) (NoteWritten, error) {
	level, err := g.writes("stored")
	if err != nil {
		return NoteWritten{}, err
	}
	holds := g.suspected(guard.Field{Name: "note", Text: given})
	if level == store.ReviewTrust {
		holds = append(holds, store.Hold{Code: store.HoldReview})
	}
	if g.access.Saved >= g.access.Limit {
		holds = append(holds, store.Hold{Code: store.HoldHourly})
	}
	if len(holds) == 0 {
		return NoteWritten{}, nil
	}
	filed, err := r.store.Propose(ctx, g.by, store.ProposalDraft{
		Kind: store.NoteProposal, Holds: holds, Writing: &store.Writing{Day: n.Day, Text: n.Text},
	})
	return NoteWritten{NoteWritten: store.NoteWritten{Note: store.JournalNote{Day: n.Day}}, Proposed: !filed.Declined, Declined: filed.Declined}, err
}

// ChangeNote gives a note another text, or deletes it if that is blank; see
// [store.Store]. Only the person can do that.
func (r *Recall) ChangeNote(ctx context.Context, by store.Author, change store.NoteChange) (NoteWritten, error) {
	if by.Kind != store.Person {
		return NoteWritten{}, store.Errorf(store.Invalid, "only the person can change the journal")
	}
	r.activity.used()
	var c cleaner
	var err error
	if change.Text, err = c.body(change.Text); err != nil {
		return NoteWritten{}, err
	}
	done, err := r.store.ChangeNote(ctx, by, change)
	if err != nil {
		return NoteWritten{}, err
	}
	return NoteWritten{NoteWritten: done, Removed: c.removed}, nil
}

// PurgeNote deletes a note for good; see [Recall.PurgeDocument].
func (r *Recall) PurgeNote(ctx context.Context, by store.Author, id int64) (compacted bool, err error) {
	return r.purgeWriting(ctx, by, func() error { return r.store.PurgeNote(ctx, id) })
}

// JournalLong returns how many tokens make a day's page of the journal long; 0
// is never.
func (r *Recall) JournalLong(ctx context.Context) (int, error) {
	value, err := r.store.Setting(ctx, store.SettingJournalLong)
	if err != nil {
		return 0, err
	}
	n, err := strconv.Atoi(value)
	if err != nil || n < 0 {
		return store.JournalLong, nil // not set, or by another version
	}
	return n, nil
}
