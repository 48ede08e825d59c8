package api_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"
)

func jsonOf(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestLimits: what is at a limit is taken, what is one above is refused with a
// message that names the limit; nothing is cut.
func TestLimits(t *testing.T) {
	wide := func(n int) string { return strings.Repeat("忆", n) }
	many := func(n int) any {
		out := make([]string, n)
		for i := range out {
			out[i] = fmt.Sprintf("no %d", i)
		}
		return out
	}
	text := func(n int) any { return wide(n) }
	one := func(n int) any { return []string{wide(n)} }
	for _, c := range []struct {
		field   string
		value   func(n int) any
		at      int
		message string
	}{
		{"title", text, 200, "title is 201 characters long; at most 200 are allowed"},
		{"body", func(n int) any { return strings.Repeat("x", n) }, 65536,
			"body is 65537 bytes long; at most 65536 are allowed: split it into several memories"},
		{"tags", many, 32, "33 tags were given; at most 32 are allowed"},
		{"tags", one, 64, "a tag is 65 characters long; at most 64 are allowed"},
		{"files", many, 64, "65 files were given; at most 64 are allowed"},
		{"files", one, 1024, "a file's path is 1025 characters long; at most 1024 are allowed"},
		{"reason", text, 500, "reason is 501 characters long; at most 500 are allowed"},
	} {
		t.Run(c.field, func(t *testing.T) {
			s := newSite(t)
			if c.field != "reason" {
				save := func(n int) reply {
					return s.do("POST", "/api/memories", jsonOf(t, map[string]any{"body": "x", c.field: c.value(n)}))
				}
				save(c.at+1).wants(400, "error.code", "invalid", "error.message", c.message)
				saved := save(c.at).wants(201)
				if got, want := saved.at("memory."+c.field), c.value(c.at); got != want && got != jsonOf(t, want) {
					t.Errorf("not stored whole: %.80s", got)
				}
			}
			id := s.save(`{"body":"to be changed"}`)
			change := func(n int) reply {
				return s.do("PATCH", "/api/memories/"+id, jsonOf(t, map[string]any{"revision": 1, "private": true, c.field: c.value(n)}))
			}
			change(c.at+1).wants(400, "error.message", c.message)
			change(c.at).wants(200)
		})
	}
}

func TestLimits_Others(t *testing.T) {
	s := newSite(t)
	s.save(`{"body":"x"}`)
	ids := func(n int) string {
		all := make([]int, n)
		for i := range all {
			all[i] = i + 1
		}
		return jsonOf(t, all)
	}
	query := func(n int) string { return "/api/memories?q=" + url.QueryEscape(strings.Repeat("忆", n)) }
	s.get(query(2000)).wants(200)
	s.get(query(2001)).wants(400, "error.message", "query is 2001 characters long; at most 2000 are allowed")
	s.get("/api/memories?limit=500").wants(200)
	s.get("/api/memories?limit=501").wants(400, "error.message", "limit must be 1 to 500")
	s.do("POST", "/api/acts", `{"ids":`+ids(10000)+`,"patch":{"pinned":true}}`).wants(200, "ids", "[1]")
	s.do("POST", "/api/acts", `{"ids":`+ids(10001)+`,"patch":{"pinned":true}}`).
		wants(400, "error.message", "1 to 10000 ids are allowed, 10001 were given")
	s.do("POST", "/api/acts", `{"ids":[1],"patch":{"pinned":false},"reason":"`+strings.Repeat("忆", 501)+`"}`).
		wants(400, "error.message", "reason is 501 characters long; at most 500 are allowed")
	s.do("POST", "/api/trash/purge", `{"ids":`+ids(10001)+`}`).
		wants(400, "error.message", "1 to 10000 ids are allowed, 10001 were given")
	s.do("POST", "/api/trash/purge", `{"ids":`+ids(10000)+`}`).wants(200, "ids", "[]")
	s.do("POST", "/api/memories", `{"body":"y"}`, "X-Memtray-Window", strings.Repeat("w", 128)).wants(201)
	s.do("POST", "/api/memories", `{"body":"z"}`, "X-Memtray-Window", strings.Repeat("w", 129)).
		wants(400, "error.message", "X-Memtray-Window is longer than 128 characters")
}
