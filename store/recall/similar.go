package recall

import (
	"cmp"
	"context"
	"log/slog"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"memtray/store"
	"memtray/store/rank"
	"memtray/store/text"
)

// How much is done before a save to find what says the same or contradicts it.
const (
	similarTerms = 5    // that are looked for
	similarRead  = 2048 // bytes of a body from which they are chosen
	similarTexts = 8    // memories that are read and compared

	similarPatience = 150 * time.Millisecond // then the save goes on without
)

// written is a text that is about to be stored.
type written struct {
	id        int64 // of the memory; 0 for a new one
	kind      store.Kind
	title     string // "" if it is derived
	body      string
	projectID int64
}

// similar returns what a text says the same as or contradicts, in its project and
// among what holds everywhere: conflicts first, at most [store.MaxNear]. It never
// fails: that a proposal is missing is no reason not to save.
func (r *Recall) similar(ctx context.Context, by store.Author, w written) []store.Near {
	limited, cancel := context.WithTimeout(ctx, similarPatience)
	defer cancel()
	near, err := r.findSimilar(limited, by, w)
	if err != nil && ctx.Err() == nil {
		slog.Warn("saved without looking for similar memories", "error", err)
	}
	return near
}

func (r *Recall) findSimilar(ctx context.Context, by store.Author, w written) ([]store.Near, error) {
	terms := rareTerms(w)
	if len(terms) == 0 {
		return nil, nil
	}
	f := store.Filter{Projects: distinctIDs(w.projectID, store.Global), Reader: by.Client, Token: by.Token}
	if some, err := r.narrow(ctx, &f); err != nil || !some {
		return nil, err
	}
	found, err := r.store.Sharing(ctx, store.Query{Terms: terms, Filter: f}, similarTexts)
	if err != nil {
		return nil, err
	}
	return compare(w, found), nil
}

func distinctIDs(a, b int64) []int64 {
	if a == b {
		return []int64{a}
	}
	return []int64{a, b}
}

// rareTerms chooses the terms of a text that few others are likely to hold: long
// words and identifiers first, no plain numbers, which are what may differ.
func rareTerms(w written) []store.Term {
	body := w.body
	if len(body) > similarRead {
		body = text.Cut(body, similarRead)
	}
	terms := slices.DeleteFunc(text.Terms(w.title+"\n"+body, false), func(t store.Term) bool {
		return strings.Trim(t.Token, "0123456789") == ""
	})
	slices.SortStableFunc(terms, func(a, b store.Term) int { return cmp.Compare(rarity(b), rarity(a)) })
	return terms[:min(len(terms), similarTerms)]
}

// rarity guesses how rare a term is. A pair of Han characters is about as rare as
// an English word of seven letters.
func rarity(t store.Term) int {
	n := utf8.RuneCountInString(t.Token)
	if r, _ := utf8.DecodeRuneInString(t.Token); r >= utf8.RuneSelf && unicode.IsLetter(r) && n > 1 {
		return 7
	}
	return min(n, 12)
}

// compare returns what a text is near to among some memories.
func compare(w written, all []store.Memory) []store.Near {
	now := rank.Read(w.title, w.body)
	var near []store.Near
	for _, m := range all {
		if m.ID == w.id || m.Private || m.State != store.Active && m.State != store.Pending {
			continue
		}
		title := m.Title
		if m.TitleDerived {
			title = ""
		}
		s := rank.Compare(now, rank.Read(title, m.Body))
		if s.Kind == "" || !w.mayBe(s, m) {
			continue
		}
		near = append(near, store.Near{ID: m.ID, Title: m.Title, Kind: s.Kind, Reason: s.Reason, Revision: m.Revision, KeepNew: s.KeepNew})
	}
	near = rank.WithoutSeries(near)
	slices.SortStableFunc(near, func(a, b store.Near) int {
		return cmp.Compare(b.Kind, a.Kind) // supersede before merge
	})
	return near[:min(len(near), store.MaxNear)]
}

// mayBe reports whether a similarity means something for these two. A project
// may add to what holds everywhere, and a summary tells of the past.
func (w written) mayBe(s rank.Similarity, m store.Memory) bool {
	if s.Kind == store.MergeProposal {
		return !s.KeepNew || m.ProjectID == w.projectID
	}
	return w.kind != store.Summary && m.Kind != store.Summary
}
