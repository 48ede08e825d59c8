package mcpserver

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"memtray/store"
	"memtray/store/recall"
	"memtray/store/text"
)

type getInput struct {
	IDs       []int64  `json:"ids"`
	Names     []string `json:"names"`
	MaxTokens int      `json:"max_tokens"`
	From      int      `json:"from"`
}

const (
	maxGet        = 20
	minTokens     = 200
	maxTokens     = 20000
	defaultTokens = 6000
	maxName       = 400 // characters; of a skill's file
)

func getTool() tool {
	fields := []field{
		{name: "ids", kind: idsField, min: 1, max: maxGet, quiet: true},
		{name: "names", kind: textsField, max: maxGet, each: maxName, quiet: true, about: "Such as [\"doc:profile\", \"day:2026-11-30\", \"skill:NAME\"]."},
		{name: "max_tokens", kind: intField, min: minTokens, max: maxTokens, initial: defaultTokens, about: "Bound of the whole answer."},
		{name: "from", kind: intField, max: store.MaxDocument, quiet: true, about: "Character to go on from, where a text was cut."},
	}
	return tool{
		name: "memory_get", title: "Read memories",
		about:    "Read in full: memories by ids; documents, days of the journal and skills by names.",
		readOnly: true, destructive: false, repeat: true, openWorld: false,
		fields: fields,
		handle: handler(fields, get),
	}
}

func get(ctx context.Context, c *call, in getInput) (string, error) {
	switch n := len(in.IDs) + len(in.Names); {
	case n == 0:
		return "", faultf("ids is required, or names of documents and days")
	case n > maxGet:
		return "", faultf("ids and names must hold at most %d together", maxGet)
	case in.From > 0 && n > 1:
		return "", faultf("from can be given for one text only")
	}
	found, err := c.visible(ctx, in.IDs)
	if err != nil {
		return "", err
	}
	room := in.MaxTokens
	if room == 0 {
		room = defaultTokens
	}
	r := reading{now: c.opts.Now(), room: room}
	if r.newer, err = c.newer(ctx, found.memories); err != nil {
		return "", err
	}
	for _, m := range found.memories {
		if in.From > 0 && in.From >= utf8.RuneCountInString(m.Body) {
			return "", faultf("from must be less than %d, the length of #%d", utf8.RuneCountInString(m.Body), m.ID)
		}
		r.add(m, in.From)
	}
	wrong := 0
	for _, name := range in.Names {
		err := c.addNamed(ctx, &r, name, in.From)
		switch {
		case store.ErrorCode(err) == store.Invalid: // it is no reason to give nothing of the others
			wrong++
			r.notes = append(r.notes, fmt.Sprintf("%s: %s", clip(oneLine(name), 100), store.ErrorMessage(err)))
		case err != nil:
			return "", err
		}
	}
	if wrong > 0 && len(r.texts)+len(r.left) == 0 {
		return "", faultf("%s", strings.Join(slices.Concat(r.notes, found.notes), "\n"))
	}
	if len(r.shown) > 0 {
		c.note(ctx, store.Recall{Kind: store.FetchedRecall, IDs: r.shown})
	}
	var parts []string
	if len(r.texts) > 0 {
		parts = append(parts, frameParts(c.mark, r.texts))
	}
	if len(r.left) > 0 {
		r.notes = append(r.notes, fmt.Sprintf("%s did not fit into %d tokens; ask for fewer or set a higher max_tokens.", strings.Join(r.left, ", "), room))
	}
	return strings.Join(slices.Concat(parts, r.notes, found.notes), "\n"), nil
}

// note adds to the recall log what the call gives, in the session of the project
// that it comes from.
func (c *call) note(ctx context.Context, given store.Recall) {
	given.Author = c.by
	// A place that cannot be found is none: it is no reason to give nothing.
	given.Project, _ = c.place(ctx, "")
	c.recall.Note(given)
}

// sight is what a client may see of the memories that it asked for, and a
// sentence about each of the others.
type sight struct {
	memories []store.Memory
	notes    []string
	absent   int // of these, in the trash or not there at all
}

// visible sorts ids by whether the client may work with them. That a private
// memory exists is not told.
func (c *call) visible(ctx context.Context, ids []int64) (sight, error) {
	var s sight
	got, err := c.recall.Get(ctx, c.by, ids)
	if err != nil {
		return s, err
	}
	for _, m := range got.Memories {
		if m.State == store.Trashed {
			note, err := c.merged(ctx, m)
			if err != nil {
				return s, err
			}
			if note == "" {
				note = fmt.Sprintf("#%d is in the trash.", m.ID)
				s.absent++
			}
			s.notes = append(s.notes, note)
			continue
		}
		s.memories = append(s.memories, m)
	}
	for _, id := range got.Held {
		s.notes = append(s.notes, fmt.Sprintf("#%d is held for review.", id))
	}
	for _, id := range got.Missing {
		s.notes = append(s.notes, fmt.Sprintf("#%d does not exist.", id))
		s.absent++
	}
	return s, nil
}

// merged says into which memory one of the trash was merged, or "".
func (c *call) merged(ctx context.Context, m store.Memory) (string, error) {
	if slices.ContainsFunc(m.Links, func(l store.Link) bool { return l.Relation == store.MergedInto }) {
		newer, err := c.newer(ctx, []store.Memory{m})
		if err != nil {
			return "", err
		}
		if id := newer[m.ID]; id != 0 {
			return fmt.Sprintf("#%d was merged into #%d.", m.ID, id), nil
		}
	}
	return "", nil
}

// newer returns the ids of what is given instead of memories that another one
// supersedes or was merged with.
func (c *call) newer(ctx context.Context, memories []store.Memory) (map[int64]int64, error) {
	if len(memories) == 0 {
		return nil, nil
	}
	f := store.Filter{Reader: c.by.Client, Token: c.by.Token, States: []store.State{store.Active, store.Pending, store.Archived, store.Trashed}}
	for _, m := range memories {
		f.IDs = append(f.IDs, m.ID)
	}
	found, err := c.recall.Search(ctx, recall.Request{Filter: f, Limit: len(f.IDs)})
	newer := map[int64]int64{}
	for _, r := range found.Rows {
		if r.Newer != 0 {
			newer[r.ID] = r.Newer
		}
	}
	return newer, err
}

// cutTokens returns the longest start of s, in whole graphemes, that costs at
// most room tokens, and its length in characters.
func cutTokens(s string, room int) (string, int) {
	cut := text.Fit(s, room)
	if cut == "" {
		cut = fitRunes(s, room) // one grapheme costs more than that: reading must go on somehow
	}
	return cut, utf8.RuneCountInString(cut)
}

func fitRunes(s string, room int) string {
	end := 0
	for i := range s {
		if text.Count(s[:i]) > room {
			break
		}
		end = i
	}
	return s[:end]
}
