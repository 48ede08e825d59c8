package e2e

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var indexRow = regexp.MustCompile(`(?m)^(?:> )?#(\d+) `)

// indexed returns the ids of the rows of an answer, in order.
func indexed(answer string) []int64 {
	var ids []int64
	for _, m := range indexRow.FindAllStringSubmatch(answer, -1) {
		id, _ := strconv.ParseInt(m[1], 10, 64)
		ids = append(ids, id)
	}
	return ids
}

// A client pages through a search while another one saves, edits, archives,
// deletes and moves memories: each is shown once or, if it is gone, not at all.
func TestAgent_PagesThroughWritesOfAnother(t *testing.T) {
	slow(t)
	p := newPerson(t)
	reader, writer := newAgent(t, p, "claude-code"), newAgent(t, p, "cursor")
	var all []int64
	for i := range 20 {
		all = append(all, reader.save(t, map[string]any{"body": fmt.Sprintf("owl number %d", i), "project": "zoo"}))
	}
	answer := reader.must(t, "memory_search", map[string]any{"query": "owl", "project": "zoo", "limit": 5})
	seen := indexed(answer)
	var rest []int64
	for _, id := range all {
		if !slices.Contains(seen, id) {
			rest = append(rest, id)
		}
	}
	writer.must(t, "memory_update", map[string]any{"id": rest[0], "state": "archived"})
	writer.must(t, "memory_delete", map[string]any{"ids": rest[1]})
	writer.must(t, "memory_update", map[string]any{"id": rest[2], "project": "aviary"})
	writer.must(t, "memory_update", map[string]any{"id": rest[3], "body": "edited meanwhile"})
	for page := 0; ; page++ {
		writer.save(t, map[string]any{"body": fmt.Sprintf("owl saved meanwhile %d", page), "project": "zoo"})
		_, after, more := strings.Cut(answer, "; cursor ")
		if !more {
			break
		}
		cursor, _, _ := strings.Cut(after, " ")
		answer = reader.must(t, "memory_search", map[string]any{"cursor": cursor, "limit": 5})
		seen = append(seen, indexed(answer)...)
	}
	slices.Sort(seen)
	want := slices.DeleteFunc(slices.Clone(all), func(id int64) bool { return slices.Contains(rest[:3], id) })
	if !slices.Equal(seen, want) || !strings.Contains(answer, "17 of 17.") {
		t.Errorf("seen %v, want %v; the end is %s", seen, want, answer)
	}
	text, isError := writer.call(t, "memory_search", map[string]any{"cursor": "ABCDEFGHIJ"})
	if !isError || text != "cursor is unknown or too old; search again without it" {
		t.Errorf("a foreign cursor: %s", text)
	}
}

// What was saved around a memory is told with the sessions of all clients.
func TestAgent_TimelineShowsSessions(t *testing.T) {
	slow(t)
	p := newPerson(t)
	claude, cursor := newAgent(t, p, "claude-code"), newAgent(t, p, "cursor")
	first := claude.save(t, map[string]any{"body": "the webhook fires twice", "project": "zoo"})
	second := cursor.save(t, map[string]any{"body": "去重表保留三十天", "project": "zoo"})
	p.must(t, "--project", "zoo", "save", "ask Ada first")
	answer := claude.must(t, "memory_timeline", map[string]any{"query": "去重", "project": "zoo"})
	if got := indexed(answer); !slices.Equal(got, []int64{first, second, second + 1}) {
		t.Errorf("rows %v: %s", got, answer)
	}
	for _, line := range []string{"— session: claude-code, ", "— session: cursor, ", "— by the user —", fmt.Sprintf("\n> #%d · ", second), "0 earlier, 0 later."} {
		if !strings.Contains(answer, line) {
			t.Errorf("no %q in %s", line, answer)
		}
	}
	if out := p.memtray(t, "search", "--all", "--since", "昨天", "--json"); !strings.Contains(out.stdout, `"total":3`) {
		t.Errorf("saved since yesterday: %s%s", out.stdout, out.stderr)
	}
}
