package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"memtray/app/api"
	"memtray/app/clients"
	"memtray/mcpserver"
	"memtray/store/care"
	"memtray/store/recall"
	"memtray/store/sqlite"
)

// site is the API over a real store in a folder of its own.
type site struct {
	http.Handler
	t      *testing.T
	home   string // data folder
	person string // home folder with the clients' files
	store  *sqlite.Store
	recall *recall.Recall
	hub    *api.Hub
}

var dashboard = fstest.MapFS{
	"index.html":              {Data: []byte("<!doctype html><title>Memtray</title>")},
	"favicon.svg":             {Data: []byte("<svg/>")},
	"assets/index-Bc3d.js":    {Data: []byte("export {}")},
	"assets/index-Bc3d.css":   {Data: []byte("body{}")},
	"assets/font-Bc3d.woff2":  {Data: []byte("wOF2")},
	"assets/blob-Bc3d.weird":  {Data: []byte("<script>")},
	".placeholder":            {Data: []byte("x")},
	"assets/.hidden/file.txt": {Data: []byte("x")},
}

func newSite(t *testing.T) *site { return newSiteWith(t, dashboard) }

func newSiteWith(t *testing.T, assets fs.FS) *site {
	t.Helper()
	s := &site{t: t, home: filepath.Join(t.TempDir(), "data"), person: t.TempDir()}
	s.store = openStore(t, s.home)
	s.recall = recall.New(s.store)
	t.Cleanup(func() { s.recall.Close() })
	s.hub = api.NewHub(s.store)
	shim := filepath.Join(t.TempDir(), "memtray-mcp")
	if err := os.WriteFile(shim, []byte("#!/bin/sh\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	env := clients.Env{System: runtime.GOOS, Home: s.person, Getenv: func(string) string { return "" }}
	registrar := clients.New(s.store, env, clients.Shim{Command: shim, Home: s.home, Named: true})
	s.Handler = api.New(api.Options{
		Recall: s.recall, Keeper: care.New(s.store), Clients: registrar, Hub: s.hub, Version: "1.2.3", Assets: assets,
		MCP: mcpserver.NewListener(mcpserver.ListenOptions{}),
	})
	return s
}

func openStore(t *testing.T, home string) *sqlite.Store {
	t.Helper()
	var calls atomic.Int64
	now := func() time.Time { // no two saves at the same millisecond
		return time.Now().Add(time.Duration(calls.Add(1)) * time.Millisecond)
	}
	st, err := sqlite.Open(t.Context(), sqlite.Options{Home: home, Now: now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = st.Close() })
	return st
}

// reply is an answer and its JSON.
type reply struct {
	*httptest.ResponseRecorder
	t    *testing.T
	json any
}

func (s *site) get(path string) reply { return s.do("GET", path, "") }

func (s *site) do(method, path, body string, headers ...string) reply {
	s.t.Helper()
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	out := reply{ResponseRecorder: w, t: s.t}
	if strings.HasPrefix(w.Header().Get("Content-Type"), "application/json") {
		d := json.NewDecoder(bytes.NewReader(w.Body.Bytes()))
		d.UseNumber()
		if err := d.Decode(&out.json); err != nil {
			s.t.Fatalf("%s %s: not JSON: %q", method, path, w.Body)
		}
	}
	return out
}

// save stores a memory and returns its id.
func (s *site) save(body string) string {
	s.t.Helper()
	r := s.do("POST", "/api/memories", body)
	r.wants(http.StatusCreated)
	return r.at("memory.id")
}

// at returns the value under a dotted path as text; a number in the path is an
// index, "#" the length of a list, another word the id of one of its objects.
func (r reply) at(path string) string {
	r.t.Helper()
	v := r.json
	for part := range strings.SplitSeq(path, ".") {
		switch x := v.(type) {
		case map[string]any:
			next, ok := x[part]
			if !ok {
				return "(absent)"
			}
			v = next
		case []any:
			if part == "#" {
				return fmt.Sprint(len(x))
			}
			i := slices.IndexFunc(x, func(one any) bool {
				object, ok := one.(map[string]any)
				return ok && object["id"] == part
			})
			if i >= 0 {
				v = x[i]
				continue
			}
			if _, err := fmt.Sscan(part, &i); err != nil || i >= len(x) {
				return "(absent)"
			}
			v = x[i]
		default:
			return "(absent)"
		}
	}
	switch v.(type) {
	case map[string]any, []any:
		out, _ := json.Marshal(v)
		return string(out)
	}
	return fmt.Sprint(v)
}

// wants checks the status and pairs of path and value; a value that begins
// with ~ must only be contained.
func (r reply) wants(status int, pairs ...string) reply {
	r.t.Helper()
	if r.Code != status {
		r.t.Fatalf("status %d, want %d: %s", r.Code, status, r.Body)
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		got, want := r.at(pairs[i]), pairs[i+1]
		part, contained := strings.CutPrefix(want, "~")
		if got != want && !(contained && strings.Contains(got, part)) {
			r.t.Errorf("%s = %s, want %s in %s", pairs[i], got, want, r.Body)
		}
	}
	return r
}

// eventually polls ok for up to five seconds.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(5 * time.Second); !ok(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not within 5 s: %s", what)
		}
	}
}
