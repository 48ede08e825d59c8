package recall

import (
	"context"
	"errors"

	"memtray/store"
	"memtray/store/guard"
)

// Change asks for the same change of one or more memories, as one act. Only
// fields that are not nil are set. Title and body can be set on one memory at a
// time.
type Change struct {
	IDs      []int64
	Revision int64 // if not 0, the change fails unless this is the memory's revision
	Reason   string

	Title     *string // "" derives it from the body again
	Body      *string
	Kind      *store.Kind
	Tags      *[]string
	Files     *[]string
	ProjectID *int64
	Pinned    *bool
	Private   *bool
	State     *store.State
	Reviewed  *bool // whether the person has seen it and keeps it
	ExpiresAt *store.Millis
	Related   *[]int64 // memories that it is related to; one memory at a time

	// SupersededBy or MergeInto, if not 0, takes the place of the memory, of which
	// nothing else can then be changed. What is merged goes to the trash.
	SupersededBy int64
	MergeInto    int64

	// Propose leaves it to the person whether this is done.
	Propose bool

	// Project, if not nil, is where to move it instead of ProjectID. A new one is
	// made once everything else is known to be right.
	Project *store.ProjectRef
}

// Changed is the outcome of [Recall.Change].
type Changed struct {
	store.Changed

	// Removed is what was taken out of the texts before they were stored.
	Removed []guard.Removal

	// NewProject says that the project was made for this change because it was
	// asked for by name; see [Saved].
	NewProject bool

	// Proposed are the memories whose change waits for the person, Declined those
	// for which the person declined the same before: nothing was done.
	Proposed []int64
	Declined []int64
}

// Change changes memories as one act, cleaning texts like [Recall.Save]. A title
// that was derived from the body follows the body.
//
// For a client, memories that it may not see count as missing. What it may not do
// by itself becomes a proposal, memory by memory: all that its trust holds,
// changes of pinned memories and of the person's own, and suspicious texts
// (package guard). Only the person releases a held memory, reviews one or makes
// it private.
//
// Returns [store.Paused] for a client that may not change anything here,
// [store.NotFound] if none of the memories is there, [store.Conflict] for a stale
// revision or if the text would equal another memory's, and [store.Invalid] for
// what breaks a rule.
func (r *Recall) Change(ctx context.Context, by store.Author, ch Change) (Changed, error) {
	r.activity.used()
	g, err := r.gateToWrite(ctx, by, "changed")
	if err != nil {
		return Changed{}, err
	}
	if ch.SupersededBy != 0 || ch.MergeInto != 0 {
		return r.lead(ctx, by, g, ch)
	}
	var c cleaner
	want, err := c.change(ch, store.MillisOf(r.now()))
	if err != nil {
		return Changed{}, err
	}
	found, hidden, err := r.hide(ctx, by, &want)
	if err != nil {
		return Changed{}, err
	}
	out := Changed{Removed: c.removed}
	if ch.Related != nil {
		if err := r.relate(ctx, by, &want, *ch.Related); err != nil {
			return Changed{}, err
		}
	}
	if ch.Project != nil {
		if err := r.mayMove(ctx, g, ch, found); err != nil {
			return Changed{}, err
		}
		p, err := r.projectToMove(ctx, by, want, *ch.Project)
		if err != nil {
			return Changed{}, err
		}
		want.Patch.ProjectID, out.NewProject = &p.ID, p.Created && ch.Project.Name != ""
	}
	if by.Kind == store.Agent {
		if err := r.proposeHeld(ctx, g, ch, &want, found, &out); err != nil {
			return Changed{}, unseen(by, err)
		}
	}
	if err := r.apply(ctx, by, want, &out); err != nil {
		return Changed{}, unseen(by, err)
	}
	out.Missing = append(out.Missing, hidden...)
	return out, nil
}

// apply does what is left to be done at once.
func (r *Recall) apply(ctx context.Context, by store.Author, want store.Change, out *Changed) (err error) {
	switch {
	case len(want.IDs) == 0 && len(out.Proposed)+len(out.Declined) > 0:
	case want.Patch.Title == nil && want.Patch.Body == nil:
		out.Changed, err = r.store.Change(ctx, by, want)
	default:
		out.Changed, err = r.rewrite(ctx, by, want)
	}
	return err
}

// Undo takes back an act; see [store.Store]. Only the person can do that.
func (r *Recall) Undo(ctx context.Context, by store.Author, act int64) (store.Undone, error) {
	r.activity.used()
	if err := onlyPerson(by, "undoes"); err != nil {
		return store.Undone{}, err
	}
	return r.store.Undo(ctx, by, act)
}

// change cleans what a change asks for.
func (c *cleaner) change(ch Change, now store.Millis) (store.Change, error) {
	out := store.Change{IDs: ch.IDs, Revision: ch.Revision, Reason: c.line(ch.Reason), Patch: store.Patch{
		Kind: ch.Kind, ProjectID: ch.ProjectID, Pinned: ch.Pinned, Private: ch.Private, State: ch.State, ExpiresAt: ch.ExpiresAt,
	}}
	p := &out.Patch
	if ch.Tags != nil {
		tags := c.tags(*ch.Tags)
		p.Tags = &tags
	}
	if ch.Files != nil {
		files := c.files(*ch.Files)
		p.Files = &files
	}
	if ch.Title != nil {
		title := c.line(*ch.Title)
		p.Title = &title
	}
	if ch.Body != nil {
		body, err := c.body(*ch.Body)
		if err != nil {
			return out, err
		}
		p.Body = &body
	}
	if ch.Reviewed != nil {
		var at store.Millis
		if *ch.Reviewed {
			at = now
		}
		p.ReviewedAt = &at
	}
	return out, nil
}

// projectToMove returns the project that a change moves memories to. A change
// that would be refused anyway must not leave a new project behind, so all that
// can be checked is checked before one is made.
func (r *Recall) projectToMove(ctx context.Context, by store.Author, want store.Change, ref store.ProjectRef) (store.Project, error) {
	unfiled := store.Unfiled
	want.Patch.ProjectID = &unfiled // stands for the one that is to be made
	if err := want.Validate(); err != nil {
		return store.Project{}, err
	}
	found, err := r.store.Memories(ctx, want.IDs)
	if err != nil {
		return store.Project{}, err
	}
	if len(found) == 0 {
		return store.Project{}, noMemory(want.IDs[0])
	}
	if m := found[0]; want.Revision != 0 && want.Revision != m.Revision {
		return store.Project{}, unseen(by, &store.Error{Code: store.Conflict, Current: &m, Message: store.StaleMessage})
	}
	return r.projectToSave(ctx, ref)
}

// hide takes the memories that by may not see out of a change, and returns those
// that are left, and the ids of the others. It fails if none is left. The person
// sees all: nothing is returned.
func (r *Recall) hide(ctx context.Context, by store.Author, want *store.Change) ([]store.Memory, []int64, error) {
	if by.Kind != store.Agent || len(want.IDs) == 0 || len(want.IDs) > store.MaxSelected {
		return nil, nil, nil // the store refuses a wrong number
	}
	got, err := r.Get(ctx, by, want.IDs)
	if err != nil {
		return nil, nil, err
	}
	if len(got.Memories) == 0 {
		return nil, nil, noMemory(want.IDs[0])
	}
	want.IDs = make([]int64, len(got.Memories))
	for i, m := range got.Memories {
		want.IDs[i] = m.ID
	}
	return got.Memories, append(got.Missing, got.Held...), nil
}

// unseen takes out of an error the memory as it is now if by may no longer see
// it: it may have become private since [Recall.hide] looked.
func unseen(by store.Author, err error) error {
	e, ok := errors.AsType[*store.Error](err)
	if !ok || e.Current == nil || sees(by, *e.Current) {
		return err
	}
	return noMemory(e.Current.ID)
}

func noMemory(id int64) error {
	return store.Errorf(store.NotFound, "there is no memory #%d", id)
}

// maxTries bounds how often a change of a text is made again because the memory
// was changed between reading and writing it.
const maxTries = 5

// rewrite changes title or body of one memory. Both decide over the title and
// the cost, so the memory is read first and must still be the same when it is
// changed; if the caller named no revision, reading is tried again.
func (r *Recall) rewrite(ctx context.Context, by store.Author, want store.Change) (store.Changed, error) {
	if len(want.IDs) != 1 {
		return store.Changed{}, store.Errorf(store.Invalid, "title and body can be changed on one memory at a time")
	}
	for try := 1; ; try++ {
		found, err := r.store.Memories(ctx, want.IDs)
		if err != nil {
			return store.Changed{}, err
		}
		if len(found) == 0 {
			return store.Changed{}, noMemory(want.IDs[0])
		}
		now := want
		now.Patch = retitled(found[0], want.Patch)
		if want.Revision == 0 {
			now.Revision = found[0].Revision
		}
		now.Similar = r.similarTo(ctx, by, found[0], now.Patch)
		out, err := r.store.Change(ctx, by, now)
		if want.Revision == 0 && stale(err) && try < maxTries {
			continue
		}
		return out, err
	}
}

// similarTo returns what m says the same as or contradicts once it has been
// changed, if its text changes.
func (r *Recall) similarTo(ctx context.Context, by store.Author, m store.Memory, p store.Patch) []store.Near {
	w := written{id: m.ID, kind: m.Kind, body: m.Body, projectID: m.ProjectID}
	setTo(&w.body, p.Body)
	setTo(&w.kind, p.Kind)
	setTo(&w.projectID, p.ProjectID)
	if !*p.TitleDerived {
		w.title = *p.Title
	}
	if m.Private || w.body == m.Body && *p.Title == m.Title {
		return nil
	}
	return r.similar(ctx, by, w)
}

func setTo[T any](field, value *T) {
	if value != nil {
		*field = *value
	}
}

// retitled completes a patch of title or body of m.
func retitled(m store.Memory, p store.Patch) store.Patch {
	title, body := "", m.Body
	if p.Title != nil {
		title = *p.Title
	} else if !m.TitleDerived {
		title = m.Title
	}
	if p.Body != nil {
		body = *p.Body
	}
	title, derived, tokens := titled(title, body)
	p.Title, p.TitleDerived, p.Tokens = &title, &derived, &tokens
	return p
}

// stale reports whether a change failed because the memory was changed meanwhile.
func stale(err error) bool {
	e, ok := errors.AsType[*store.Error](err)
	return ok && e.Code == store.Conflict && e.Current != nil
}
