// Package api is the JSON HTTP API over the store, the live event stream and
// the dashboard's files: everything that the dashboard talks to, in the
// desktop window and in a browser alike.
//
// [New] is the handler. It checks no credentials: the window calls it in the
// same process. A listener puts [Guard] around it. [Hub] tells open dashboards
// what changed, whoever changed it.
//
// The API is strict: an unknown path, method, query parameter or JSON field is
// refused with a message that names what is known. Errors are JSON:
//
//	{"error": {"code": "conflict", "message": "…", "current": {…}}}
//
// where code is a [store.Code] and current, for a stale revision, the memory,
// document or note as it is now. Times are unix milliseconds.
package api

import (
	"io/fs"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strings"

	"memtray/app/clients"
	"memtray/mcpserver"
	"memtray/store"
	"memtray/store/care"
	"memtray/store/recall"
)

// Options are what the API works on. All are required but Assets.
type Options struct {
	Recall  *recall.Recall
	Keeper  *care.Keeper // its Run is the caller's
	Clients *clients.Registrar
	Hub     *Hub                // its Run is the caller's
	MCP     *mcpserver.Listener // its Run is the caller's
	Version string              // of this program

	// Assets are the dashboard's built files, with index.html at the top. Without
	// that file the dashboard answers 503 and the API works all the same.
	Assets fs.FS
}

// New returns the handler of /api/… and of the dashboard's files.
func New(o Options) http.Handler {
	s := &server{
		recall: o.Recall, store: o.Recall.Store(), keeper: o.Keeper, clients: o.Clients,
		hub: o.Hub, mcp: o.MCP, version: o.Version, assets: o.Assets,
	}
	return recovered(headers(s.route(s.routes())))
}

type server struct {
	recall  *recall.Recall
	keeper  *care.Keeper
	store   store.Store
	clients *clients.Registrar
	hub     *Hub
	mcp     *mcpserver.Listener
	version string
	assets  fs.FS
}

// isAPI tells the API's paths from those of the dashboard's files.
func isAPI(path string) bool { return path == "/api" || strings.HasPrefix(path, "/api/") }

// policy keeps the pages to their own files and to this API. No inline style is
// allowed either: what Svelte sets goes through the style object, which the
// policy does not concern. Vite turns small pictures into data addresses.
const policy = "default-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// headers sets what every answer carries.
func headers(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Content-Security-Policy", policy)
		h.Set("Cache-Control", "no-store")
		next.ServeHTTP(w, r)
	})
}

// recovered turns a panic into an answer: in the window it would end the app.
func recovered(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			if v := recover(); v != nil {
				slog.Error("panic in a request", "method", r.Method, "path", r.URL.Path, "panic", v, "stack", string(debug.Stack()))
				refuse(w, http.StatusInternalServerError, store.Internal, store.ErrorMessage(errPanic))
			}
		}()
		next.ServeHTTP(w, r)
	})
}
