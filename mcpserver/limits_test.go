package mcpserver

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// arguments is a call's arguments as JSON.
func arguments(t *testing.T, args map[string]any) string {
	t.Helper()
	data, err := json.Marshal(args)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func texts(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf("no %d", i)
	}
	return out
}

func numbers(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i + 1
	}
	return out
}

// TestLimits: an argument at its limit is taken, one above is refused in one
// sentence that names the limit.
func TestLimits(t *testing.T) {
	wide := func(n int) string { return strings.Repeat("忆", n) }
	text := func(n int) any { return wide(n) }
	list := func(n int) any { return texts(n) }
	one := func(n int) any { return []string{wide(n)} }
	ids := func(n int) any { return numbers(n) }
	number := func(n int) any { return n }
	for _, c := range []struct {
		tool, argument string
		value          func(n int) any
		at             int
		message        string
	}{
		{"memory_save", "body", func(n int) any { return strings.Repeat("x", n) }, 65536,
			"body is 65537 bytes long; at most 65536 are allowed: split it into several memories"},
		{"memory_save", "body", func(n int) any { return wide(21845) + strings.Repeat("x", n) }, 1,
			"body is 65537 bytes long; at most 65536 are allowed: split it into several memories"},
		{"memory_save", "body", func(n int) any { return wide(n * 15000) }, 1,
			"body is 90000 bytes long; at most 65536 are allowed: split it into several memories"},
		{"memory_save", "body", func(n int) any { return wide(n*60000 + 20000) }, 0,
			"body is 240000 bytes long; at most 65536 are allowed: split it into several memories"},
		{"memory_save", "title", text, 200, "title is 201 characters long; at most 200 are allowed"},
		{"memory_save", "tags", list, 32, "33 tags were given; at most 32 are allowed"},
		{"memory_save", "tags", one, 64, "a tag is 65 characters long; at most 64 are allowed"},
		{"memory_save", "files", list, 64, "65 files were given; at most 64 are allowed"},
		{"memory_save", "files", one, 1024, "a file's path is 1025 characters long; at most 1024 are allowed"},
		{"memory_save", "project", text, 200, "a project's name must have at most 200 characters"},
		{"memory_update", "title", text, 200, "title is 201 characters long; at most 200 are allowed"},
		{"memory_update", "body", func(n int) any { return strings.Repeat("x", n) }, 65536,
			"body is 65537 bytes long; at most 65536 are allowed: split it into several memories"},
		{"memory_update", "tags", list, 32, "33 tags were given; at most 32 are allowed"},
		{"memory_update", "files", list, 64, "65 files were given; at most 64 are allowed"},
		{"memory_update", "project", text, 200, "a project's name must have at most 200 characters"},
		{"memory_update", "reason", text, 500, "reason is 501 characters long; at most 500 are allowed"},
		{"memory_delete", "reason", text, 500, "reason is 501 characters long; at most 500 are allowed"},
		{"memory_delete", "ids", ids, 20, "ids must hold 1 to 20 ids"},
		{"memory_get", "ids", ids, 20, "ids must hold 1 to 20 ids"},
		{"memory_get", "max_tokens", number, 20000, "max_tokens must be 200 to 20000"},
		{"memory_search", "query", text, 2000, "query must be at most 2000 characters long"},
		{"memory_search", "limit", number, 20, "limit must be 1 to 20"},
		{"memory_search", "files", list, 64, "65 files were given; at most 64 are allowed"},
		{"memory_search", "files", one, 1024, "a file's path is 1025 characters long; at most 1024 are allowed"},
		{"memory_timeline", "before", number, 20, "before must be 0 to 20"},
		{"memory_timeline", "after", number, 20, "after must be 0 to 20"},
	} {
		t.Run(c.tool+" "+c.argument, func(t *testing.T) {
			s := newSession(t)
			s.call("memory_save", `{"body":"the first"}`)
			call := func(n int) string {
				args := map[string]any{}
				switch c.tool {
				case "memory_save":
					args["body"] = "the second"
				case "memory_update":
					args["id"], args["kind"] = 1, "fact"
				case "memory_delete":
					args["ids"] = 1
				case "memory_search":
					args["query"] = "the"
				case "memory_get":
					args["ids"] = 1
				case "memory_timeline":
					args["id"] = 1
				}
				args[c.argument] = c.value(n)
				return s.call(c.tool, arguments(t, args))
			}
			if got, want := call(c.at+1), "error: "+c.message; got != want {
				t.Errorf("above: %.200q, want %q", got, want)
			}
			if got := call(c.at); strings.HasPrefix(got, "error: ") {
				t.Errorf("at the limit: %.200q", got)
			}
		})
	}
}

// TestLimits_AfterCleaning: what is taken out of a text, and letters of two parts
// that become one, do not count.
func TestLimits_AfterCleaning(t *testing.T) {
	private := "<private>" + strings.Repeat("z", 70_000) + "</private>"
	parts := func(n int) string { return strings.Repeat("e\u0301", n) }
	for argument, value := range map[string]any{
		"body":   private + parts(32767) + "ok",
		"title":  parts(200) + private,
		"tags":   append(slices.Repeat([]string{parts(64), strings.ToUpper(parts(64)), private}, 40), texts(31)...),
		"files":  append(slices.Repeat([]string{parts(1024), private}, 70), texts(63)...),
		"reason": parts(500) + private,
	} {
		t.Run(argument, func(t *testing.T) {
			s := newSession(t)
			args := map[string]any{"body": "the first"}
			if argument != "reason" {
				args[argument] = value
			}
			if got := s.call("memory_save", arguments(t, args)); !strings.HasPrefix(got, "saved #1") {
				t.Fatalf("a save is answered %.200q", got)
			}
			args = map[string]any{"id": 1, "kind": "fact", argument: value}
			if got := s.call("memory_update", arguments(t, args)); !strings.HasPrefix(got, "updated #1") {
				t.Errorf("an update is answered %.200q", got)
			}
		})
	}
	s := newSession(t)
	if got := s.call("memory_search", arguments(t, map[string]any{"tags": texts(257)})); got != "error: 257 tags were given; at most 32 are allowed" {
		t.Errorf("a search for too many tags is answered %.200q", got)
	}
	if got := s.call("memory_search", arguments(t, map[string]any{"tags": texts(256)})); strings.HasPrefix(got, "error: ") {
		t.Errorf("a search for many tags is answered %.200q", got)
	}
}
