package api_test

import (
	"testing"
)

func TestProposals(t *testing.T) {
	s := newSite(t)
	s.get("/api/proposals").wants(200, "total", "0", "proposals", "[]")
	a := s.save(`{"body":"The gateway listens on port 80"}`)
	saved := s.do("POST", "/api/memories", `{"body":"The gateway listens on port 81"}`)
	saved.wants(201, "similar.#", "1", "similar.0.id", a, "similar.0.kind", "supersede",
		"similar.0.title", "The gateway listens on port 80", "similar.0.reason", "81 instead of 80")
	b := saved.at("memory.id")
	open := s.get("/api/proposals")
	open.wants(200, "total", "1", "proposals.0.kind", "supersede", "proposals.0.new.id", b, "proposals.0.old.id", a,
		"proposals.0.keep", b, "proposals.0.client", "", "proposals.0.new.title", "~81")
	path := "/api/proposals/" + open.at("proposals.0.id")

	s.do("POST", path, `{"verdict":"perhaps"}`).wants(400, "error.message", "verdict must be accept or decline")
	s.do("POST", path, `{}`).wants(400, "error.code", "invalid")
	s.do("POST", "/api/proposals/99", `{"verdict":"accept"}`).wants(404, "error.code", "not_found")
	s.do("GET", path, "").wants(405)
	s.get("/api/proposals?limit=0").wants(400, "error.code", "invalid")
	s.get("/api/proposals?offset=1").wants(200, "total", "1", "proposals", "[]")

	done := s.do("POST", path, `{"verdict":"accept"}`)
	done.wants(200, "ids", "["+b+"]")
	s.get("/api/memories/"+b).wants(200, "links.0.relation", "supersedes", "links.0.target", a)
	s.do("POST", path, `{"verdict":"decline"}`).wants(409, "error.message", "the proposal was accepted already")
	s.get("/api/proposals").wants(200, "total", "0")
	s.do("POST", "/api/acts/"+done.at("act")+"/undo", `{}`).wants(200, "restored", "["+b+"]")
	s.get("/api/proposals").wants(200, "total", "1")

	s.do("POST", path, `{"verdict":"decline"}`).wants(200, "act", "0", "ids", "[]")
	revision := s.get("/api/memories/" + a).at("memory.revision")
	s.do("PATCH", "/api/memories/"+a, `{"revision":`+revision+`,"body":"The gateway listens on port 82"}`).wants(200, "similar", "[]")
}

// TestProposals_StaleIsAConflict: what was proposed for another text is not done.
func TestProposals_StaleIsAConflict(t *testing.T) {
	s := newSite(t)
	a := s.save(`{"body":"The gateway listens on port 80"}`)
	s.save(`{"body":"The gateway listens on port 81"}`)
	path := "/api/proposals/" + s.get("/api/proposals").at("proposals.0.id")
	s.do("POST", "/api/acts", `{"ids":[`+a+`],"patch":{"state":"trashed"}}`).wants(200)
	s.get("/api/proposals").wants(200, "total", "0")
	s.do("POST", path, `{"verdict":"accept"}`).wants(409, "error.code", "conflict")
}
