package api_test

import (
	"strings"
	"testing"

	"memtray/store"
)

// project makes a project and returns its number.
func (s *site) project(name string) string {
	s.t.Helper()
	if _, err := s.recall.Project(s.t.Context(), store.ProjectRef{Name: name, Create: true}); err != nil {
		s.t.Fatal(err)
	}
	all := s.get("/api/projects")
	for i := range 99 {
		n := string(rune('0' + i))
		if all.at("projects."+n+".name") == name {
			return all.at("projects." + n + ".id")
		}
	}
	s.t.Fatalf("no project %s: %s", name, all.Body)
	return ""
}

func TestProject_RenameAndUndo(t *testing.T) {
	s := newSite(t)
	id := s.project("api")
	m := s.save(`{"body":"tabs","project_id":` + id + `}`)
	done := s.do("PATCH", "/api/projects/"+id, `{"name":" Payments\u0000 <private>x</private>API "}`)
	done.wants(200, "project.id", id, "project.name", "Payments API", "project.aliases", `["api"]`)
	s.get("/api/memories/"+m).wants(200, "memory.project", "Payments API")
	s.do("PATCH", "/api/projects/"+id, `{"name":"Payments API"}`).wants(200, "act", "0")
	s.do("POST", "/api/acts/"+done.at("act")+"/undo", `{}`).wants(200, "projects", "["+id+"]", "restored", "[]", "kept", "[]")
	s.get("/api/memories/"+m).wants(200, "memory.project", "api")
}

func TestProject_MergeAndUndo(t *testing.T) {
	s := newSite(t)
	from, into := s.project("old"), s.project("api")
	a := s.save(`{"body":"only in old","project_id":` + from + `}`)
	b := s.save(`{"body":"the same","project_id":` + from + `}`)
	c := s.save(`{"body":"The Same","project_id":` + into + `}`)
	done := s.do("POST", "/api/projects/"+from+"/merge", `{"into":`+into+`}`)
	done.wants(200, "project.id", into, "project.aliases", `["old"]`, "project.memories", "2", "moved", "2", "joined", "1")
	s.get("/api/memories/"+a).wants(200, "memory.project_id", into)
	s.get("/api/memories/"+b).wants(200, "memory.state", "trashed", "links.0.relation", "merged_into", "links.0.target", c)
	s.get("/api/memories/"+c).wants(200, "memory.seen", "2")
	s.do("POST", "/api/acts/"+done.at("act")+"/undo", `{}`).wants(200, "projects", "["+from+"]", "restored", "["+a+","+b+"]")
	s.get("/api/memories/"+b).wants(200, "memory.state", "active", "memory.project_id", from)
}

func TestProject_Refused(t *testing.T) {
	s := newSite(t)
	id, other := s.project("api"), s.project("web")
	for name, c := range map[string]struct {
		method, path, body string
		status             int
		message            string
	}{
		"no name":        {"PATCH", id, `{}`, 400, "name must not be empty"},
		"blank":          {"PATCH", id, `{"name":" "}`, 400, "name must not be empty"},
		"all private":    {"PATCH", id, `{"name":"<private>x</private>"}`, 400, "nothing is left"},
		"long":           {"PATCH", id, `{"name":"` + strings.Repeat("x", 201) + `"}`, 400, "at most 200"},
		"taken":          {"PATCH", id, `{"name":"WEB"}`, 409, "another project"},
		"reserved":       {"PATCH", "1", `{"name":"x"}`, 400, "reserved"},
		"unknown":        {"PATCH", "999", `{"name":"x"}`, 404, "999"},
		"no number":      {"PATCH", "api", `{"name":"x"}`, 404, "no such project"},
		"other field":    {"PATCH", id, `{"title":"x"}`, 400, `unknown field "title" (known: name)`},
		"wrong type":     {"PATCH", id, `{"name":5}`, 400, "name must be a text"},
		"no into":        {"POST", id + "/merge", `{}`, 400, "into is required"},
		"into itself":    {"POST", id + "/merge", `{"into":` + id + `}`, 400, "itself"},
		"into global":    {"POST", id + "/merge", `{"into":2}`, 400, "reserved"},
		"into unknown":   {"POST", id + "/merge", `{"into":999}`, 404, "999"},
		"merge reserved": {"POST", "2/merge", `{"into":` + other + `}`, 400, "reserved"},
		"read one":       {"GET", id, ``, 405, "PATCH only"},
	} {
		t.Run(name, func(t *testing.T) {
			s.do(c.method, "/api/projects/"+c.path, c.body).wants(c.status, "error.message", "~"+c.message)
		})
	}
	s.get("/api/projects").wants(200, "projects.#", "4", "projects.0.name", "api")
}
