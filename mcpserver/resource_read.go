package mcpserver

import (
	"context"
	"fmt"
	"math"
	"strings"

	"memtray/store"
)

// Room for texts, in tokens. Memories and documents are never cut, since the
// limits of what is stored bound them; nothing bounds how much is noted on a day.
const (
	whole   = math.MaxInt32
	dayRoom = 60000
)

// readMemory returns a memory in full, or a sentence on why it is not given. One
// of the trash that was merged into another says so.
func (c *call) readMemory(ctx context.Context, id int64) (string, error) {
	seen, err := c.visible(ctx, []int64{id})
	if err != nil {
		return "", err
	}
	if len(seen.memories) == 0 {
		if seen.absent > 0 {
			return "", store.Errorf(store.NotFound, "there is no such memory")
		}
		return strings.Join(seen.notes, "\n"), nil
	}
	r := reading{now: c.opts.Now(), room: whole}
	if r.newer, err = c.newer(ctx, seen.memories); err != nil {
		return "", err
	}
	r.add(seen.memories[0], 0)
	c.note(ctx, store.Recall{Kind: store.FetchedRecall, IDs: r.shown})
	return frameParts(c.mark, r.texts), nil
}

// readWriting returns a document or a day of the journal in full. Today has a
// page before anything is noted, so that it can be waited for.
func (c *call) readWriting(ctx context.Context, a address) (string, error) {
	t, err := c.writing(ctx, a)
	switch {
	case err != nil:
		return "", err
	case t.body == "" && a.kind == journalResource && a.name == c.recall.Today():
		return "Nothing is noted on " + a.name + " yet.", nil
	case t.body == "":
		return "", store.Errorf(store.NotFound, "there is no such page")
	}
	if a.kind == journalResource {
		return c.framedDay(a.name, t, dayRoom), nil
	}
	return frameParts(c.mark, []framed{{t.label, t.head + "\n" + t.body}}), nil
}

// framedDay returns a day of the journal in a frame, and where it is cut how to
// go on.
func (c *call) framedDay(day string, t passage, room int) string {
	r := reading{now: c.opts.Now(), room: room}
	name := store.DayPrefix + day
	r.put(name, fmt.Sprintf("names [%q]", name), t, 0)
	return strings.Join(append([]string{frameParts(c.mark, r.texts)}, r.notes...), "\n")
}

// context returns what to know at the start, as memory_context gives it.
func (c *call) context(ctx context.Context, project string) (string, error) {
	return giveContext(ctx, c, contextInput{Project: project})
}
