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
	IDs       []int64 `json:"ids"`
	MaxTokens int     `json:"max_tokens"`
	From      int     `json:"from"`
}

const (
	maxGet        = 20
	minTokens     = 200
	maxTokens     = 20000
	defaultTokens = 6000
)

func getTool() tool {
	fields := []field{
		idsArgument("Ids from memory_search."),
		{name: "max_tokens", kind: intField, min: minTokens, max: maxTokens, initial: defaultTokens, about: "Bound of the whole answer."},
		{name: "from", kind: intField, max: store.MaxBody, about: "Character to go on from, for one id; an answer that cuts a text names it."},
	}
	return tool{
		name: "memory_get", title: "Read memories",
		about:    "Read memories in full, with project, tags, files, age, who saved them and the revision.",
		readOnly: true, repeat: true,
		fields: fields,
		handle: handler(fields, get),
	}
}

// idsArgument is the same in several tools.
func idsArgument(about string) field {
	return field{name: "ids", kind: idsField, required: true, min: 1, max: maxGet, about: about}
}

func get(ctx context.Context, c *call, in getInput) (string, error) {
	if in.From > 0 && len(in.IDs) > 1 {
		return "", faultf("from can be given for one id only")
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
	if len(r.shown) > 0 {
		c.note(ctx, store.Recall{Kind: store.FetchedRecall, IDs: r.shown})
	}
	var parts []string
	if len(r.texts) > 0 {
		parts = append(parts, frame(c.mark, r.texts...))
	}
	if len(r.left) > 0 {
		r.notes = append(r.notes, fmt.Sprintf("%s did not fit into %d tokens; ask for fewer ids or set a higher max_tokens.", idList(r.left), room))
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
			note, err := c.gone(ctx, m)
			if err != nil {
				return s, err
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
	}
	return s, nil
}

// gone says where a memory of the trash is found now.
func (c *call) gone(ctx context.Context, m store.Memory) (string, error) {
	if slices.ContainsFunc(m.Links, func(l store.Link) bool { return l.Relation == store.MergedInto }) {
		newer, err := c.newer(ctx, []store.Memory{m})
		if err != nil {
			return "", err
		}
		if id := newer[m.ID]; id != 0 {
			return fmt.Sprintf("#%d was merged into #%d.", m.ID, id), nil
		}
	}
	return fmt.Sprintf("#%d is in the trash.", m.ID), nil
}

// newer returns the ids of what is given instead of memories that another one
// supersedes or was merged with.
func (c *call) newer(ctx context.Context, memories []store.Memory) (map[int64]int64, error) {
	if len(memories) == 0 {
		return nil, nil
	}
	f := store.Filter{Reader: c.by.Client, States: []store.State{store.Active, store.Pending, store.Archived, store.Trashed}}
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
	if text.Count(s) <= room {
		return s, utf8.RuneCountInString(s)
	}
	low, high := 0, utf8.RuneCountInString(s)
	for low+1 < high { // low characters fit, high do not
		middle := (low + high) / 2
		if text.Count(start(s, middle)) <= room {
			low = middle
		} else {
			high = middle
		}
	}
	cut := start(s, low)
	return cut, utf8.RuneCountInString(cut)
}

// start returns at most n characters of s, in whole graphemes where that leaves
// anything.
func start(s string, n int) string {
	cut, whole := text.Cut(s, n), s
	if cut != whole {
		cut = strings.TrimSuffix(cut, "…")
	}
	if cut == "" && n > 0 {
		return string([]rune(s)[:n]) // one grapheme is longer than n: reading must go on somehow
	}
	return cut
}
