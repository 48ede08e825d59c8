package recall_test

import (
	"fmt"
	"strings"
	"testing"

	"memtray/store"
	"memtray/store/recall"
)

// longText is a text of n characters, in one byte each.
func longText(n int) string { return strings.Repeat("x", n) }

// wide is a text of n characters, in three bytes each.
func wide(n int) string { return strings.Repeat("忆", n) }

// many is a list of n different texts.
func many(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf("no %d", i)
	}
	return out
}

// TestLimits: what is at a limit is stored whole, what is one above is refused
// with a message that names the limit. Nothing is ever cut.
func TestLimits(t *testing.T) {
	for _, c := range []struct {
		name    string
		at      recall.Input
		above   recall.Input
		message string
	}{
		{"title", recall.Input{Title: wide(200)}, recall.Input{Title: wide(201)},
			"title is 201 characters long; at most 200 are allowed"},
		{"body", recall.Input{Body: longText(65536)}, recall.Input{Body: longText(65537)},
			"body is 65537 bytes long; at most 65536 are allowed: split it into several memories"},
		{"body in Chinese", recall.Input{Body: wide(21845) + "x"}, recall.Input{Body: wide(21845) + "xx"},
			"body is 65537 bytes long; at most 65536 are allowed: split it into several memories"},
		{"tags", recall.Input{Tags: many(32)}, recall.Input{Tags: many(33)},
			"33 tags were given; at most 32 are allowed"},
		{"a tag", recall.Input{Tags: []string{wide(64)}}, recall.Input{Tags: []string{wide(65)}},
			"a tag is 65 characters long; at most 64 are allowed"},
		{"files", recall.Input{Files: many(64)}, recall.Input{Files: many(65)},
			"65 files were given; at most 64 are allowed"},
		{"a file", recall.Input{Files: []string{wide(1024)}}, recall.Input{Files: []string{wide(1025)}},
			"a file's path is 1025 characters long; at most 1024 are allowed"},
		{"a project's name", recall.Input{Project: store.ProjectRef{Name: wide(200)}}, recall.Input{Project: store.ProjectRef{Name: wide(201)}},
			"a project's name must have at most 200 characters"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := open(t)
			for _, in := range []*recall.Input{&c.at, &c.above} {
				if in.Body == "" {
					in.Body = "x"
				}
			}
			_, err := f.Save(f.ctx, claude, c.above)
			wantError(t, err, store.Invalid, c.message)
			f.whole(f.save(claude, c.at), c.at)
			if c.at.Project.Name != "" {
				return
			}
			// An edit has the same limits, and the same text at one is no edit.
			m := f.save(claude, recall.Input{Body: "to be edited", Project: store.ProjectRef{Name: "other"}})
			_, err = f.Change(f.ctx, claude, edit(m.ID, c.above))
			wantError(t, err, store.Invalid, c.message)
			f.change(claude, edit(m.ID, c.at))
			f.whole(f.get(m.ID), c.at)
		})
	}
}

// whole checks that nothing of in was cut.
func (f *fixture) whole(m store.Memory, in recall.Input) {
	f.t.Helper()
	if m.Body != in.Body || in.Title != "" && m.Title != in.Title || len(m.Tags) != len(in.Tags) || len(m.Files) != len(in.Files) ||
		strings.Join(m.Tags, "\n") != strings.Join(in.Tags, "\n") || strings.Join(m.Files, "\n") != strings.Join(in.Files, "\n") {
		f.t.Errorf("not stored whole: #%d", m.ID)
	}
}

func edit(id int64, in recall.Input) recall.Change {
	ch := recall.Change{IDs: []int64{id}, Body: &in.Body, Tags: &in.Tags, Files: &in.Files}
	if in.Title != "" {
		ch.Title = &in.Title
	}
	return ch
}

func TestLimits_Others(t *testing.T) {
	f := open(t)
	m := f.save(claude, recall.Input{Body: "x"})
	reason := func(n int) error {
		_, err := f.Change(f.ctx, claude, recall.Change{IDs: []int64{m.ID}, Pinned: ptr(n%2 == 0), Reason: wide(n)})
		return err
	}
	query := func(n int) error { _, err := f.Search(f.ctx, recall.Request{Query: wide(n), Limit: 1}); return err }
	limit := func(n int) error { _, err := f.Search(f.ctx, recall.Request{Limit: n}); return err }
	ids := func(n int) error {
		all := make([]int64, n)
		for i := range all {
			all[i] = int64(i + 1)
		}
		_, err := f.Change(f.ctx, person, recall.Change{IDs: all, Reviewed: ptr(true)})
		return err
	}
	client := func(n int) error {
		by := store.Author{Kind: store.Agent, Client: longText(n)}
		_, err := f.Save(f.ctx, by, recall.Input{Body: fmt.Sprint("by ", n)})
		return err
	}
	process := func(n int) error {
		by := store.Author{Kind: store.Person, Process: wide(n)}
		_, err := f.Save(f.ctx, by, recall.Input{Body: fmt.Sprint("in ", n)})
		return err
	}
	for _, c := range []struct {
		name    string
		do      func(n int) error
		at      int
		message string
	}{
		{"reason", reason, 500, "reason is 501 characters long; at most 500 are allowed"},
		{"query", query, 2000, "query is 2001 characters long; at most 2000 are allowed"},
		{"limit", limit, 500, "limit must be 1 to 500"},
		{"ids", ids, 10000, "1 to 10000 ids are allowed, 10001 were given"},
		{"client", client, 64, "a client's id must be 1 to 64 of a-z, 0-9, - and _"},
		{"process", process, 128, "a process name must have at most 128 characters"},
	} {
		if err := c.do(c.at); err != nil {
			t.Errorf("%s of %d: %v", c.name, c.at, err)
		}
		wantError(t, c.do(c.at+1), store.Invalid, c.message)
	}
	wantError(t, client(0), store.Invalid, "a client's id must be 1 to 64 of a-z, 0-9, - and _")
}
