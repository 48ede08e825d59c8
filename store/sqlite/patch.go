package sqlite

import (
	"cmp"
	"slices"

	"memtray/store"
)

// patch sets the given fields of m.
func patch(m *store.Memory, p store.Patch) {
	set(&m.Kind, p.Kind)
	set(&m.Title, p.Title)
	set(&m.TitleDerived, p.TitleDerived)
	set(&m.Body, p.Body)
	set(&m.ProjectID, p.ProjectID)
	set(&m.Pinned, p.Pinned)
	set(&m.Private, p.Private)
	set(&m.State, p.State)
	set(&m.Tokens, p.Tokens)
	set(&m.ExpiresAt, p.ExpiresAt)
	if p.Tags != nil {
		m.Tags = distinct(*p.Tags)
	}
	if p.Files != nil {
		m.Files = distinct(*p.Files)
	}
	if p.Links != nil {
		m.Links = distinct(*p.Links)
		slices.SortFunc(m.Links, func(a, b store.Link) int {
			return cmp.Or(cmp.Compare(a.Relation, b.Relation), cmp.Compare(a.Target, b.Target))
		})
	}
	// A review that was given keeps its time, so that keeping a selection
	// changes only what was not kept before.
	if p.ReviewedAt != nil && (*p.ReviewedAt == 0) != (m.ReviewedAt == 0) {
		m.ReviewedAt = *p.ReviewedAt
	}
}

func set[T any](field, value *T) {
	if value != nil {
		*field = *value
	}
}

// actKind names what a patch does to a memory in the state was.
func actKind(p store.Patch, was store.State) string {
	rest := p
	rest.State, rest.ReviewedAt = nil, nil
	switch {
	case p.State != nil && rest.Empty():
		return stateAct(*p.State, was)
	case p.ReviewedAt != nil && rest.Empty():
		return either(*p.ReviewedAt != 0, "keep", "unkeep")
	case p == store.Patch{Pinned: p.Pinned}:
		return either(*p.Pinned, "pin", "unpin")
	case p == store.Patch{Private: p.Private}:
		return either(*p.Private, "hide", "unhide")
	case p == store.Patch{ProjectID: p.ProjectID}:
		return "move"
	}
	return "edit"
}

func stateAct(to, was store.State) string {
	switch {
	case to == store.Trashed:
		return "trash"
	case to == store.Archived:
		return "archive"
	case to == store.Pending:
		return "hold"
	case was == store.Trashed:
		return "restore"
	case was == store.Archived:
		return "unarchive"
	}
	return "accept"
}

func either(yes bool, a, b string) string {
	if yes {
		return a
	}
	return b
}
