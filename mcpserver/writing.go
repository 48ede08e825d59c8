package mcpserver

import (
	"context"
	"fmt"
	"strings"
	"time"

	"memtray/store"
	"memtray/store/recall"
)

// shownBeside returns the documents and days whose place is among the first n rows,
// or behind the last one if these are all.
func shownBeside(all []recall.Writing, n, of int) []recall.Writing {
	for i, w := range all {
		if w.Before >= n && n < of {
			return all[:i]
		}
	}
	return all
}

// writingLines returns the rows of the documents and days that come before a row
// of a memory.
func writingLines(all []recall.Writing, before int, now time.Time) []string {
	var lines []string
	for _, w := range all {
		if w.Before != before {
			continue
		}
		parts := []string{w.Name, "journal"}
		if strings.HasPrefix(w.Name, store.DocumentPrefix) {
			parts = []string{w.Name, Age(w.UpdatedAt, now), "document"}
		}
		lines = append(lines, strings.Join(append(parts, shortLine(w.Line, maxRowTitle), fmt.Sprintf("%d tok", w.Tokens)), " · "))
	}
	return lines
}

// document returns a document, below what is to be known of it.
func (c *call) document(ctx context.Context, name string) (head, body string, err error) {
	d, err := c.recall.Document(ctx, c.by, name)
	if err != nil {
		return "", "", err
	}
	head = fmt.Sprintf("%s%s · document\nchanged %s · revision %d", store.DocumentPrefix, d.Name, ago(d.UpdatedAt, d.By.Client, c.opts.Now()), d.Revision)
	return head, d.Text, nil
}

// day returns the page of a day, each note below the time at which it was
// written and by whom.
func (c *call) day(ctx context.Context, day string) (head, body string, err error) {
	notes, err := c.recall.JournalDay(ctx, c.by, day)
	if err != nil || len(notes) == 0 {
		return "", "", err
	}
	parts := make([]string, len(notes))
	for i, n := range notes {
		at := n.CreatedAt.Time().In(c.opts.Now().Location()).Format("15:04")
		parts[i] = fmt.Sprintf("%s %s: %s", at, author(n.Client), strings.TrimSpace(n.Text))
	}
	return fmt.Sprintf("%s%s · journal · %s", store.DayPrefix, day, plural(len(notes), "note", "notes")), strings.Join(parts, "\n\n"), nil
}
