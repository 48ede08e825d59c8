package api_test

import (
	"net/http"
	"strings"
	"testing"
)

func TestList_Filters(t *testing.T) {
	s := newSite(t)
	a := s.save(`{"kind":"decision","body":"use tabs for indentation","tags":["style","go"],"files":["store/open.go"],"pinned":true}`)
	b := s.save(`{"kind":"fact","body":"数据库在本机运行","project_id":2}`)
	c := s.save(`{"kind":"fact","body":"C++ build takes long","tags":["go"]}`)
	for query, want := range map[string]string{
		"":                                      c + b + a,
		"?q=&kind=&project=&client=":            c + b + a,
		"?sort=oldest":                          a + b + c,
		"?kind=fact":                            c + b,
		"?kind=fact,decision":                   c + b + a,
		"?project=2":                            b,
		"?project=1,2&kind=fact":                c + b,
		"?client=you":                           c + b + a,
		"?client=claude-code":                   "",
		"?tag=go":                               c + a,
		"?tag=go&tag=style":                     a,
		"?pinned=1":                             a,
		"?pinned=0":                             c + b,
		"?since=2020":                           c + b + a,
		"?since=%E6%98%A8%E5%A4%A9":             c + b + a, // 昨天
		"?since=&until=&file=":                  c + b + a,
		"?until=yesterday":                      "",
		"?until=2020-01-01T10:00Z":              "",
		"?since=2020-01-01T10:00%2B0900&q=tabs": a,
		"?file=store":                           a,
		"?file=x.go&file=open.go":               a,
		"?file=open":                            "",
		"?file=%2F":                             "(absent)",
		"?reviewed=maybe":                       "(absent)",
		"?state=archived":                       "",
		"?offset=1&limit=1":                     b,
		"?q=indentation":                        a,
		"?q=indenta&typing=1":                   a,
		"?q=%E6%95%B0%E6%8D%AE":                 b, // 数据
		"?q=%E6%95%B0":                          b,
		"?q=C%2B%2B":                            c,
		"?q=%22%20AND%20(*%3A)":                 "",
		"?q=%ff":                                "",
		"?q=" + strings.Repeat("%20", 9):        c + b + a,
	} {
		r := s.get("/api/memories" + query)
		var got strings.Builder
		for i := range 3 {
			if id := r.at("rows." + string(rune('0'+i)) + ".id"); id != "(absent)" {
				got.WriteString(id)
			}
		}
		if want == "(absent)" {
			r.wants(400)
		} else if got.String() != want || r.Code != 200 {
			t.Errorf("%q: ids %s, want %s: %s", query, got.String(), want, r.Body)
		}
	}
	s.get("/api/memories?q=tabs&offset=0&limit=2").wants(200, "total", "1", "matching", "1", "highlights", `["tabs"]`)
	s.get("/api/memories?limit=1").wants(200, "total", "3", "rows.#", "1", "highlights", "[]")
}

func TestList_Refused(t *testing.T) {
	s := newSite(t)
	for query, message := range map[string]string{
		"qq=1":                           `unknown parameter "qq" (known: q, typing, kind, `,
		"q=a&q=b":                        "q is given more than once",
		"q=%zz":                          "malformed",
		"q=a;b=c":                        "malformed",
		"q=" + strings.Repeat("x", 2001): "at most 2000",
		"typing=yes":                     "typing must be 1 or 0",
		"kind=idea":                      "kind must be of decision, ",
		"state=gone":                     "state must be of pending, ",
		"project=x":                      "project must be ids",
		"project=0":                      "project must be ids",
		"project=9007199254740992":       "project must be ids",
		"client=Claude%20Code":           "client must be ids",
		"reviewed=2":                     "reviewed must be 1 or 0",
		"since=soon":                     "since must be a date such as ",
		"until=2026-02-30":               "until must be a date such as ",
		"since=today&until=yesterday":    "since must not be later than until",
		"since=today&since=today":        "since is given more than once",
		"file=.":                         "a file's path must not be empty",
		"sort=best":                      "sort must be of newest, ",
		"sort=newest,oldest":             "sort must be one of",
		"offset=-1":                      "offset must be 0 to",
		"limit=0":                        "limit must be 1 to 500",
		"limit=501":                      "limit must be 1 to 500",
		strings.Repeat("tag=a&", 101):    "more than 100 values",
	} {
		for _, path := range []string{"/api/memories?", "/api/facets?"} {
			s.get(path+query).wants(400, "error.code", "invalid", "error.message", "~"+message)
		}
	}
	for _, path := range []string{"/api/status", "/api/projects", "/api/clients", "/api/memories/1", "/api/memories/1/versions", "/api/events"} {
		s.get(path+"?x=1").wants(400, "error.message", `~unknown parameter "x"`)
	}
}

func TestFacets(t *testing.T) {
	s := newSite(t)
	s.save(`{"kind":"decision","body":"one"}`)
	s.save(`{"kind":"fact","body":"two","project_id":2}`)
	s.get("/api/facets?kind=fact").wants(200,
		"kinds.#", "2", "projects.#", "1", "projects.0.value", "2", "clients.#", "1", "clients.0.value", "you", "clients.0.count", "1")
	s.get("/api/facets?q=nothing").wants(200, "kinds", "[]", "projects", "[]", "clients", "[]")
}

func TestProjects(t *testing.T) {
	s := newSite(t)
	s.get("/api/projects").wants(200, "projects.#", "2")
}

func TestPaths(t *testing.T) {
	s := newSite(t)
	for _, path := range []string{
		"/api", "/api/", "/api/nothing", "/api/memories/", "/api/memories/1/2", "/api/memories/{id}", "/api//status",
		"/api/status/", "/api/../api/status", "/api/memories%2F1", "/api/%73tatus", "/api/acts/1", "/api/clients/x/y/z",
	} {
		r := s.get(path)
		r.wants(404, "error.code", "not_found")
		if r.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%s may be cached", path)
		}
	}
	for path, allow := range map[string]string{
		"/api/status": "GET", "/api/memories": "GET, POST", "/api/memories/1": "GET, PATCH", "/api/settings": "PATCH", "/api/events": "GET",
	} {
		for _, method := range []string{"DELETE", "HEAD", "OPTIONS", "PUT"} {
			r := s.do(method, path, "")
			if r.Code != http.StatusMethodNotAllowed || r.Header().Get("Allow") != allow {
				t.Errorf("%s %s: %d, Allow %q, want 405 and %q", method, path, r.Code, r.Header().Get("Allow"), allow)
			}
		}
	}
}
