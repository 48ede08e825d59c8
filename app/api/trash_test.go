package api_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestTrash_Empty(t *testing.T) {
	s := newSite(t)
	s.do("POST", "/api/trash/empty", `{"count":0}`).wants(200, "ids", "[]", "left", "[]", "compacted", "true")
	keep, a, b := s.save(`{"body":"stays"}`), s.save(`{"body":"Quixzotl goes"}`), s.save(`{"body":"plorvian goes"}`)
	trash := s.do("POST", "/api/acts", `{"ids":[`+a+`,`+b+`],"patch":{"state":"trashed"},"reason":"vexhollow"}`)
	trash.wants(200)
	for _, count := range []string{"0", "1", "3", "-1"} {
		s.do("POST", "/api/trash/empty", `{"count":`+count+`}`).wants(http.StatusConflict,
			"error.code", "conflict", "error.message", "the trash holds 2 now, not "+count+"; look at it again")
	}
	s.do("POST", "/api/trash/empty", `{}`).wants(400, "error.message", "~count is required")
	s.get("/api/status").wants(200, "counts.trash", "2")

	s.do("POST", "/api/trash/empty", `{"count":2}`).wants(200, "ids", "["+a+","+b+"]", "left", "[]", "compacted", "true")
	s.get("/api/status").wants(200, "counts.trash", "0", "counts.memories", "1")
	s.get("/api/memories/"+a).wants(404, "error.message", "#"+a+" does not exist")
	s.get("/api/memories/" + keep).wants(200)
	s.do("POST", "/api/acts/"+trash.at("act")+"/undo", `{}`).wants(200, "act", "0", "restored", "[]", "kept", "[]", "purged", "2")
	for _, end := range []string{"", "-wal"} {
		data, err := os.ReadFile(filepath.Join(s.home, "memtray.db"+end))
		if err != nil {
			t.Fatal(err)
		}
		for _, marker := range []string{"quixzotl", "plorvian", "vexhollow"} {
			if strings.Contains(strings.ToLower(string(data)), marker) {
				t.Errorf("%s is left in memtray.db%s", marker, end)
			}
		}
	}
}

func TestTrash_Purge(t *testing.T) {
	s := newSite(t)
	a, b := s.save(`{"body":"stays"}`), s.save(`{"body":"goes"}`)
	s.do("POST", "/api/acts", `{"ids":[`+b+`],"patch":{"state":"trashed"}}`).wants(200)
	s.do("POST", "/api/trash/purge", `{"ids":[`+b+`,`+a+`,999]}`).wants(200, "ids", "["+b+"]", "left", "["+a+",999]")
	s.do("POST", "/api/trash/purge", `{"ids":[]}`).wants(400, "error.message", "1 to 10000 ids are allowed, 0 were given")
	s.get("/api/trash/purge").wants(405)
	if again := s.save(`{"body":"goes"}`); again == b {
		t.Error("an id was used twice")
	}
}
