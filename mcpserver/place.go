package mcpserver

import (
	"cmp"
	"context"
	"encoding/json"
	"iter"
	"net/url"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// rootsTimeout bounds the one question that is put to a client.
const rootsTimeout = time.Second

// folders yields the folders that a call may come from, most telling first. The
// client is asked for its roots only if nothing before led anywhere.
func (s *Server) folders(ctx context.Context, req incoming) iter.Seq[string] {
	return func(yield func(string) bool) {
		if !yield(s.opts.Getenv("CLAUDE_PROJECT_DIR")) {
			return
		}
		work, err := s.opts.Getwd()
		for _, dir := range nearestFirst(metaWorkspaces(req.GetParams().GetMeta()), work) {
			if !yield(dir) {
				return
			}
		}
		if err == nil && !yield(work) {
			return
		}
		if dir := s.roots.first(ctx, req); dir != "" {
			yield(dir)
		}
	}
}

// work yields the folders that a call comes from, up to the one by which its
// project is found.
func (s *Server) work(ctx context.Context, req incoming) iter.Seq[string] {
	return func(yield func(string) bool) {
		if dir, ok := s.workspaces.path(s.opts.Project); ok && !yield(dir) {
			return
		}
		for dir := range s.folders(ctx, req) {
			if !yield(dir) {
				return
			}
			if _, counts := s.workspaces.Find(dir); counts {
				return
			}
		}
	}
}

// ownFolders yields the folders that any call may come from, as far as no client
// has to say so.
func (s *Server) ownFolders(yield func(string) bool) {
	if dir, ok := s.workspaces.path(s.opts.Project); ok && !yield(dir) {
		return
	}
	if !yield(s.opts.Getenv("CLAUDE_PROJECT_DIR")) {
		return
	}
	if dir, err := s.opts.Getwd(); err == nil {
		yield(dir)
	}
}

// metaWorkspaces reads the folders that Codex sends with each call. They are
// the keys of an object, or the items of a list.
func metaWorkspaces(meta mcp.Meta) []string {
	turn := meta["x-codex-turn-metadata"]
	if text, ok := turn.(string); ok {
		if json.Unmarshal([]byte(text), &turn) != nil {
			return nil
		}
	}
	fields, _ := turn.(map[string]any)
	var dirs []string
	switch workspaces := fields["workspaces"].(type) {
	case map[string]any:
		for dir := range workspaces {
			dirs = append(dirs, dir)
		}
		slices.Sort(dirs) // an object has no order; the same call gets the same project
	case []any:
		for _, one := range workspaces {
			dirs = append(dirs, workspaceFolder(one))
		}
	}
	return dirs
}

// nearestFirst puts the folders that hold dir before the others, the deepest
// first; all others keep their order.
func nearestFirst(folders []string, dir string) []string {
	if dir == "" || len(folders) < 2 {
		return folders
	}
	dir = realPath(dir)
	depth := func(folder string) int {
		if folder = realPath(folder); within(dir, folder) {
			return len(folder)
		}
		return 0
	}
	slices.SortStableFunc(folders, func(a, b string) int { return cmp.Compare(depth(b), depth(a)) })
	return folders
}

func workspaceFolder(one any) string {
	switch one := one.(type) {
	case string:
		return one
	case map[string]any:
		for _, name := range []string{"path", "root", "cwd"} {
			if dir, ok := one[name].(string); ok {
				return dir
			}
		}
	}
	return ""
}

// roots remembers the first root of each session that is open.
type roots struct {
	mu    sync.Mutex
	known map[*mcp.ServerSession]func() string
}

// first returns the client's first root, or "". It asks once a session, and
// only a client that said it has roots.
func (r *roots) first(ctx context.Context, req incoming) string {
	caps := req.ClientCapabilities()
	session, ok := req.GetSession().(*mcp.ServerSession)
	//lint:ignore SA1019 clients of the older eras have nothing else to say where they are
	if caps == nil || caps.RootsV2 == nil || !ok {
		return ""
	}
	r.mu.Lock()
	ask, ok := r.known[session]
	if !ok {
		ctx := context.WithoutCancel(ctx) // the answer is for later calls too
		ask = sync.OnceValue(func() string { return askRoot(ctx, session) })
		if r.known == nil {
			r.known = map[*mcp.ServerSession]func() string{}
		}
		r.known[session] = ask
		go func() {
			session.Wait() // why it ended does not matter
			r.forget(session)
		}()
	}
	r.mu.Unlock()
	return ask()
}

func (r *roots) forget(session *mcp.ServerSession) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.known, session)
}

func askRoot(ctx context.Context, session *mcp.ServerSession) string {
	ctx, cancel := context.WithTimeout(ctx, rootsTimeout)
	defer cancel()
	//lint:ignore SA1019 see first
	list, err := session.ListRoots(ctx, nil)
	if err != nil || len(list.Roots) == 0 {
		return "" // newer sessions cannot be asked; nothing depends on the answer
	}
	return fileURLPath(list.Roots[0].URI)
}

// fileURLPath returns the path of a file URL on this machine, or "".
func fileURLPath(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" || u.Host != "" && u.Host != "localhost" {
		return ""
	}
	path := u.Path
	if runtime.GOOS == "windows" {
		path = strings.TrimPrefix(path, "/")
	}
	return filepath.FromSlash(path)
}
