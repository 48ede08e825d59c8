package mcpserver

import (
	"context"
	"fmt"
	"strings"
	"time"

	"memtray/store"
	"memtray/store/recall"
)

// maxMatch is how much of a text [Matches] shows, in tokens.
const maxMatch = 200

// Matches returns the start of each of some memories, as it is given to a client
// that did not ask: in a frame that no record can close. "" if it may see none.
func Matches(ctx context.Context, r *recall.Recall, by store.Author, ids []int64, now time.Time) (string, error) {
	found, err := r.Get(ctx, by, ids)
	if err != nil || len(found.Memories) == 0 {
		return "", err
	}
	var texts []string
	for _, m := range found.Memories {
		texts = append(texts, matchText(m, now))
	}
	return "Memtray remembers this, which may matter here.\n" + frame(randomMark, texts...), nil
}

func matchText(m store.Memory, now time.Time) string {
	head := []string{fmt.Sprintf("#%d", m.ID), string(m.Kind)}
	if !m.TitleDerived {
		head = append(head, shortLine(m.Title, maxRowTitle))
	}
	if age := Age(m.CreatedAt, now); age != "now" {
		head = append(head, age+" ago")
	}
	body, _ := cutTokens(m.Body, maxMatch)
	if body != m.Body {
		body = strings.TrimSpace(body) + fmt.Sprintf("… (%d tok in all: memory_get #%d)", m.Tokens, m.ID)
	}
	return strings.Join(head, " · ") + "\n" + body
}
