package mcpserver

import (
	"context"
	"fmt"
	"math"
	"strings"

	"memtray/store"
	"memtray/store/brief"
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
	r.add(seen.memories[0], 0)
	c.note(ctx, store.Recall{Kind: store.FetchedRecall, IDs: r.shown})
	return frame(c.mark, r.texts...), nil
}

// readWriting returns a document or a day of the journal in full. Today has a
// page before anything is noted, so that it can be waited for.
func (c *call) readWriting(ctx context.Context, a address) (string, error) {
	var head, body string
	var err error
	if a.kind == documentResource {
		head, body, err = c.document(ctx, a.name)
	} else {
		head, body, err = c.day(ctx, a.name)
	}
	switch {
	case err != nil:
		return "", err
	case body == "" && a.kind == journalResource && a.name == c.recall.Today():
		return "Nothing is noted on " + a.name + " yet.", nil
	case body == "":
		return "", store.Errorf(store.NotFound, "there is no such page")
	}
	if a.kind == journalResource {
		return c.framedDay(a.name, head, body, dayRoom), nil
	}
	label := ""
	if a.name == string(brief.Persona) || a.name == string(brief.Instructions) {
		label = ownLabel
	}
	return frameParts(c.mark, []framed{{label, head + "\n" + body}}), nil
}

// framedDay returns a day of the journal in a frame, and where it is cut how to
// go on.
func (c *call) framedDay(day, head, body string, room int) string {
	r := reading{now: c.opts.Now(), room: room}
	name := store.DayPrefix + day
	r.put(name, fmt.Sprintf("names [%q]", name), head, body, 0)
	return strings.Join(append([]string{frame(c.mark, r.texts...)}, r.notes...), "\n")
}

// context returns what to know at the start, as memory_context gives it.
func (c *call) context(ctx context.Context, project string) (string, error) {
	return giveContext(ctx, c, contextInput{Project: project})
}
