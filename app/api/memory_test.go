package api_test

import (
	"net/http"
	"strings"
	"testing"
)

func TestMemory_SaveReadChangeUndo(t *testing.T) {
	s := newSite(t)
	saved := s.do("POST", "/api/memories", `{"kind":"fact","body":"the port is 8080 <private>key</private>","tags":["net"],"pinned":true}`,
		"X-Memtray-Window", "w1")
	saved.wants(201, "memory.kind", "fact", "memory.pinned", "true", "memory.tags", `["net"]`, "memory.files", "[]",
		"memory.client", "", "known", "false", "removed.0.what", "private span", "removed.0.count", "1")
	id, revision := saved.at("memory.id"), saved.at("memory.revision")
	if strings.Contains(saved.at("memory.body"), "key") {
		t.Error("the private span was stored")
	}

	changed := s.do("PATCH", "/api/memories/"+id, `{"revision":`+revision+`,"body":"the port is 9090","reason":"moved"}`)
	changed.wants(200, "memory.body", "the port is 9090", "memory.title", "~9090", "known", "(absent)", "removed", "[]")

	s.do("PATCH", "/api/memories/"+id, `{"revision":`+revision+`,"body":"the port is 1"}`).
		wants(409, "error.code", "conflict", "error.current.body", "the port is 9090", "error.current.id", id)

	s.get("/api/memories/"+id+"/versions").wants(200, "versions.#", "2",
		"versions.0.act.reason", "moved", "versions.0.image.body", "the port is 9090", "versions.1.act.kind", "save")

	s.do("POST", "/api/acts/"+changed.at("act")+"/undo", `{}`).wants(200, "restored.0", id, "kept", "[]")
	s.get("/api/memories/"+id).wants(200, "memory.body", "~8080", "links", "[]")
}

func TestMemory_SavedTwiceIsKnown(t *testing.T) {
	s := newSite(t)
	id := s.save(`{"body":"Same text"}`)
	s.do("POST", "/api/memories", `{"body":"same  TEXT"}`).wants(201, "known", "true", "memory.id", id, "memory.seen", "2")
}

func TestMemory_UndoKeepsWhatWasChangedSince(t *testing.T) {
	s := newSite(t)
	a, b := s.save(`{"body":"first"}`), s.save(`{"body":"second"}`)
	act := s.do("POST", "/api/acts", `{"ids":[`+a+`,`+b+`,999],"patch":{"pinned":true}}`)
	act.wants(200, "ids.#", "2", "missing", "[999]")
	revision := s.get("/api/memories/" + a).at("memory.revision")
	s.do("PATCH", "/api/memories/"+a, `{"revision":`+revision+`,"title":"New title"}`).wants(200)
	s.do("POST", "/api/acts/"+act.at("act")+"/undo", `{}`).wants(200,
		"restored", "["+b+"]", "kept.#", "1", "kept.0.id", a, "kept.0.by.kind", "person")
}

func TestMemory_NothingToChange(t *testing.T) {
	s := newSite(t)
	id := s.save(`{"body":"first"}`)
	s.do("POST", "/api/acts", `{"ids":[`+id+`],"patch":{"pinned":false}}`).wants(200, "act", "0", "ids", "[]", "missing", "[]")
	s.do("POST", "/api/acts", `{"ids":[999],"patch":{"pinned":true}}`).wants(404, "error.code", "not_found")
}

func TestMemory_Trash(t *testing.T) {
	s := newSite(t)
	id := s.save(`{"body":"deploy with make ship"}`)
	s.do("POST", "/api/acts", `{"ids":[`+id+`],"patch":{"state":"trashed"}}`).wants(200)
	s.get("/api/memories?q=ship").wants(200, "total", "0", "rows", "[]")
	s.get("/api/memories?q=ship&state=trashed").wants(200, "total", "1", "rows.0.id", id, "rows.0.state", "trashed")
	s.get("/api/status").wants(200, "counts.trash", "1", "counts.memories", "0")
}

func TestWrites_Refused(t *testing.T) {
	s := newSite(t)
	id := s.save(`{"body":"first"}`)
	one := "/api/memories/" + id
	long := strings.Repeat("x", 201)
	for name, c := range map[string]struct {
		method, path, body string
		status             int
		message            string
	}{
		"empty body":           {"POST", "/api/memories", `{"body":" "}`, 400, "body is required"},
		"no object":            {"POST", "/api/memories", `[1]`, 400, "one JSON object"},
		"null":                 {"POST", "/api/memories", `null`, 400, "one JSON object"},
		"two objects":          {"POST", "/api/memories", `{} {}`, 400, "one JSON object"},
		"broken":               {"POST", "/api/memories", `{"body":`, 400, "one JSON object"},
		"unknown field":        {"POST", "/api/memories", `{"body":"x","titel":"y"}`, 400, `unknown field "titel" (known: kind, title, body, `},
		"other case":           {"POST", "/api/memories", `{"Body":"x"}`, 400, `unknown field "Body"`},
		"long unknown field":   {"POST", "/api/memories", `{"` + long + `":1}`, 400, `x…"`},
		"wrong type":           {"POST", "/api/memories", `{"body":5}`, 400, "body must be a text"},
		"wrong list":           {"POST", "/api/memories", `{"body":"x","tags":"a"}`, 400, "tags must be a list"},
		"wrong number":         {"POST", "/api/memories", `{"body":"x","project_id":1.5}`, 400, "project_id must be a whole number"},
		"unknown kind":         {"POST", "/api/memories", `{"body":"x","kind":"idea"}`, 400, "kind must be one of decision"},
		"long title":           {"POST", "/api/memories", `{"body":"x","title":"` + long + `"}`, 400, "at most 200"},
		"query on a write":     {"POST", "/api/memories?force=1", `{"body":"x"}`, 400, `unknown parameter "force"`},
		"no revision":          {"PATCH", one, `{"title":"x"}`, 400, "revision is required"},
		"unknown patch field":  {"PATCH", one, `{"revision":1,"seen":2}`, 400, `unknown field "seen" (known: revision, `},
		"unknown state":        {"PATCH", one, `{"revision":1,"state":"gone"}`, 400, "state must be one of"},
		"change nothing there": {"PATCH", "/api/memories/999", `{"revision":1,"title":"x"}`, 404, "999"},
		"id of letters":        {"PATCH", "/api/memories/abc", `{"revision":1,"title":"x"}`, 404, "no such memory"},
		"id above 2^53":        {"PATCH", "/api/memories/9007199254740993", `{"revision":1}`, 404, "no such memory"},
		"no ids":               {"POST", "/api/acts", `{"ids":[],"patch":{"pinned":true}}`, 400, "id"},
		"no patch":             {"POST", "/api/acts", `{"ids":[1]}`, 400, "patch is required"},
		"empty patch":          {"POST", "/api/acts", `{"ids":[1],"patch":{}}`, 400, ""},
		"patch of text":        {"POST", "/api/acts", `{"ids":[1],"patch":{"title":"x"}}`, 400, `unknown field "title" (known: state, `},
		"patch is null":        {"POST", "/api/acts", `{"ids":[1],"patch":null}`, 400, "one JSON object"},
		"ids of text":          {"POST", "/api/acts", `{"ids":["1"],"patch":{"pinned":true}}`, 400, "ids"},
		"undo unknown":         {"POST", "/api/acts/999/undo", `{}`, 404, ""},
		"undo with fields":     {"POST", "/api/acts/1/undo", `{"force":true}`, 400, `unknown field "force" (none is known here)`},
		"settings locale":      {"PATCH", "/api/settings", `{"locale":"fr"}`, 400, "locale must be empty or one of en, zh-CN"},
		"settings theme":       {"PATCH", "/api/settings", `{"theme":"pink"}`, 400, "theme must be empty or one of light, dark"},
		"saving unclear":       {"POST", "/api/saving", `{}`, 400, "paused is required"},
		"saving past":          {"POST", "/api/saving", `{"paused":true,"until":5}`, 400, "future"},
		"resume until":         {"POST", "/api/saving", `{"paused":false,"until":5}`, 400, "until"},
	} {
		t.Run(name, func(t *testing.T) {
			before := s.get("/api/status").at("counts")
			s.do(c.method, c.path, c.body).wants(c.status, "error.message", "~"+c.message)
			if after := s.get("/api/status").at("counts"); after != before {
				t.Errorf("the refused write changed something: %s, was %s", after, before)
			}
		})
	}
}

func TestWrites_Envelope(t *testing.T) {
	s := newSite(t)
	for name, c := range map[string]struct {
		kind, body string
		status     int
		message    string
	}{
		"charset":       {"application/json; charset=utf-8", `{"body":"x"}`, 201, ""},
		"text":          {"text/plain", `{"body":"x"}`, 415, "application/json"},
		"form":          {"application/x-www-form-urlencoded", `body=x`, 415, "application/json"},
		"none":          {"", `{"body":"x"}`, 415, "application/json"},
		"over the size": {"application/json", `{"body":"` + strings.Repeat("x", 1<<20) + `"}`, 413, "1048576"},
	} {
		t.Run(name, func(t *testing.T) {
			r := s.do("POST", "/api/memories", c.body, "Content-Type", c.kind)
			if r.Code != c.status || (c.message != "" && !strings.Contains(r.at("error.message"), c.message)) {
				t.Errorf("%d %s, want %d %s", r.Code, r.Body, c.status, c.message)
			}
		})
	}
	s.do("POST", "/api/memories", `{"body":"x"}`, "X-Memtray-Window", strings.Repeat("w", 129)).
		wants(http.StatusBadRequest, "error.message", "~128")
}
