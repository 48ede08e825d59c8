package api

import (
	"io/fs"
	"net/http"
	"path"
	"strings"
)

// mimeTypes is what a built dashboard can consist of. The table is our own
// because that of package mime depends on the machine.
var mimeTypes = map[string]string{
	".css":         "text/css; charset=utf-8",
	".gif":         "image/gif",
	".html":        "text/html; charset=utf-8",
	".ico":         "image/x-icon",
	".jpg":         "image/jpeg",
	".js":          "text/javascript; charset=utf-8",
	".json":        "application/json; charset=utf-8",
	".map":         "application/json; charset=utf-8",
	".mjs":         "text/javascript; charset=utf-8",
	".png":         "image/png",
	".svg":         "image/svg+xml",
	".txt":         "text/plain; charset=utf-8",
	".wasm":        "application/wasm",
	".webmanifest": "application/manifest+json; charset=utf-8",
	".webp":        "image/webp",
	".woff2":       "font/woff2",
}

// serveFile answers with one of the dashboard's files; "/" is index.html.
// Folders and names that begin with a dot do not exist.
func (s *server) serveFile(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		notAllowed(w, http.MethodGet, http.MethodHead)
		return
	}
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "" {
		name = "index.html"
	}
	body, ok := s.file(name)
	switch {
	case ok:
	case name == "index.html":
		w.Header().Set("Content-Type", mimeTypes[".txt"])
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = w.Write([]byte("the dashboard is not built: run make build\n"))
		return
	default:
		notFound(w)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "application/octet-stream")
	if t, known := mimeTypes[path.Ext(name)]; known {
		h.Set("Content-Type", t)
	}
	h.Set("Cache-Control", "no-cache")
	if strings.HasPrefix(name, "assets/") { // names there hold a hash of the content
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	w.WriteHeader(http.StatusOK)
	_, _ = w.Write(body)
}

func (s *server) file(name string) ([]byte, bool) {
	if s.assets == nil || !fs.ValidPath(name) || strings.Contains("/"+name, "/.") {
		return nil, false
	}
	body, err := fs.ReadFile(s.assets, name)
	return body, err == nil
}
