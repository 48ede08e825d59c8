package api_test

import (
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"
)

func TestAssets(t *testing.T) {
	s := newSite(t)
	const immutable = "public, max-age=31536000, immutable"
	for path, want := range map[string]struct{ kind, cache string }{
		"/":                       {"text/html; charset=utf-8", "no-cache"},
		"/index.html":             {"text/html; charset=utf-8", "no-cache"},
		"/favicon.svg":            {"image/svg+xml", "no-cache"},
		"/assets/index-Bc3d.js":   {"text/javascript; charset=utf-8", immutable},
		"/assets/index-Bc3d.css":  {"text/css; charset=utf-8", immutable},
		"/assets/font-Bc3d.woff2": {"font/woff2", immutable},
		"/assets/blob-Bc3d.weird": {"application/octet-stream", immutable},
	} {
		r := s.get(path)
		h := r.Header()
		if r.Code != 200 || h.Get("Content-Type") != want.kind || h.Get("Cache-Control") != want.cache || r.Body.Len() == 0 {
			t.Errorf("%s: %d %v", path, r.Code, h)
		}
		if r := s.do("HEAD", path, ""); r.Code != 200 {
			t.Errorf("HEAD %s: %d", path, r.Code)
		}
		if r := s.do("POST", path, "{}"); r.Code != 405 || r.Header().Get("Allow") != "GET, HEAD" {
			t.Errorf("POST %s: %d", path, r.Code)
		}
	}
}

func TestAssets_PathTricks(t *testing.T) {
	home := t.TempDir()
	dist := filepath.Join(home, "dist")
	for name, text := range map[string]string{"secret.txt": "secret", "dist/index.html": "<p>", "dist/a/b.js": "1"} {
		path := filepath.Join(home, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := newSiteWith(t, os.DirFS(dist))
	s.get("/a/b.js").wants(200)
	for _, path := range []string{
		"/../secret.txt", "/a/../../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/a/..%2f..%2fsecret.txt",
		"/..%5csecret.txt", `/..\secret.txt`, "/%252e%252e/secret.txt", "/./index.html", "//index.html", "/a//b.js",
		"/a", "/a/", "/assets/", "/.", "/..", "/index.html/", "/index.html%00", "/%00", "/.placeholder", "/assets/.hidden/file.txt", "/Index.html",
	} {
		s.get(path).wants(404, "error.code", "not_found")
	}
	newSite(t).get("/.placeholder").wants(404)
	newSite(t).get("/assets/.hidden/file.txt").wants(404)
}

func TestAssets_NotBuilt(t *testing.T) {
	for name, s := range map[string]*site{
		"no files":    newSiteWith(t, nil),
		"placeholder": newSiteWith(t, fstest.MapFS{"placeholder": {Data: []byte("x")}}),
	} {
		r := s.get("/")
		if r.Code != 503 || r.Body.String() != "the dashboard is not built: run make build\n" {
			t.Errorf("%s: %d %s", name, r.Code, r.Body)
		}
		s.get("/api/status").wants(200)
	}
}
