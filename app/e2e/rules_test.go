package e2e

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// layer says what one package may import of this project. A package that is
// not listed may import nothing of it, so a new one has to be placed here.
type layer struct {
	pkg    string
	may    []string // "store/..." stands for store and all below it
	reason string
}

var layers = []layer{
	{".", []string{"app"}, "main only starts the desktop process"},
	{"app", []string{"app/api", "app/clients", "app/tray", "frontend", "mcpserver", "store/..."}, "wires everything, is imported by main alone"},
	{"app/api", []string{"app/clients", "mcpserver", "store/..."}, "one API for window and browser; the files it serves are handed in"},
	{"app/tray", nil, "the menu is a view: state comes in, actions go out"},
	{"app/clients", []string{"store", "store/brief"}, "edits other programs' files; knows the ledger only, and the person's language"},
	{"frontend", nil, "holds the built dashboard and its texts"},
	{"mcpserver", []string{"store/..."}, "the tools speak to the store, not to the app"},
	{"mcpserver/memtray-mcp", []string{"app/api", "app/clients", "frontend", "mcpserver", "store/..."}, "the headless program; no window library"},
	{"mcpserver/bench", []string{"mcpserver", "store/..."}, "measures the shim and the store"},
	{"mcpserver/bench/sets", []string{"store", "store/text"}, "reads questions and judges answers; knows no search"},
	{"mcpserver/bench/recall", []string{"mcpserver/bench/sets", "store/..."}, "asks the real search, beside other methods"},
	{"store", nil, "what a memory is; imported by all, imports none"},
	{"store/text", []string{"store"}, "pure functions over text"},
	{"store/when", []string{"store", "store/text"}, "pure functions over dates in words"},
	{"store/guard", []string{"store", "store/text"}, "what may be stored"},
	{"store/vector", nil, "arithmetic; knows neither memories nor engines"},
	{"store/embed", []string{"store", "store/text", "store/vector"}, "speaks to an embeddings endpoint, over any engine"},
	{"store/sqlite", []string{"store", "store/text", "store/vector"}, "an engine keeps the contract and knows no policy"},
	{"store/care", []string{"store", "store/sqlite"}, "backups, notices and checks are of the engine's files"},
	{"store/recall", []string{"store", "store/text", "store/when", "store/rank", "store/guard", "store/embed", "store/brief", "store/skills"}, "the one way in and out joins policy and engine"},
	{"store/brief", []string{"store", "store/text"}, "what a client is told at the start, from values that are handed in"},
	{"store/rank", []string{"store", "store/text"}, "the order of what was found, for any engine"},
	{"store/skills", []string{"store", "store/text"}, "files of the data folder; knows no engine"},
	{"store/storetest", []string{"store", "store/text"}, "the contract of any engine"},
	{"app/e2e", []string{"store/..."}, "tests of the built programs; seeds stores, else looks from outside"},
	{"app/e2e/desktop", nil, "a private desktop for tests"},
}

// owners names the packages that alone may import a library, so that it can be
// exchanged in one place.
var owners = map[string][]string{
	"modernc.org/sqlite":                     {"store/sqlite", "app/e2e"},                    // e2e is the other program that holds the file
	"database/sql":                           {"store/sqlite", "mcpserver/bench", "app/e2e"}, // bench compares with plain tables, e2e makes files of other versions
	"github.com/modelcontextprotocol/go-sdk": {"mcpserver"},
	"github.com/wailsapp/wails/v2":           {"app"},
	"github.com/getlantern/systray":          {"app/tray"},
	"github.com/tailscale/hujson":            {"app/clients"},
	"github.com/pelletier/go-toml":           {"app/clients"},
	"go.yaml.in/yaml":                        {"app/clients", "store/skills"}, // read, and asked where things stand; never printed
	"github.com/chromedp":                    {"app/e2e"},
	"github.com/coder/websocket":             {"app/e2e/desktop"},
}

// goFile is one parsed source file of the project.
type goFile struct {
	pkg  string // folder relative to the root, "." for the root
	path string
	test bool
	ast  *ast.File
}

func parseProject(t *testing.T, mode parser.Mode) (*token.FileSet, []goFile) {
	t.Helper()
	root := filepath.Join("..", "..")
	fset := token.NewFileSet()
	var files []goFile
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			switch d.Name() {
			case "node_modules", "testdata", ".git", "dist", "tools", "bin":
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(p, ".go") {
			return nil
		}
		f, err := parser.ParseFile(fset, p, nil, mode)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, filepath.Dir(p))
		if err != nil {
			return err
		}
		files = append(files, goFile{filepath.ToSlash(rel), p, strings.HasSuffix(p, "_test.go"), f})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 20 {
		t.Fatalf("found only %d Go files; is the test run from its own folder?", len(files))
	}
	return fset, files
}

func allowed(list []string, pkg string) bool {
	for _, may := range list {
		if base, ok := strings.CutSuffix(may, "/..."); ok {
			if pkg == base || strings.HasPrefix(pkg, base+"/") {
				return true
			}
		} else if may == pkg {
			return true
		}
	}
	return false
}

// TestLayers holds who may import whom. Tests may import more of the project
// than the code beside them, but never a library that is another package's.
func TestLayers(t *testing.T) {
	_, files := parseProject(t, parser.ImportsOnly)
	for _, f := range files {
		i := slices.IndexFunc(layers, func(l layer) bool { return l.pkg == f.pkg })
		if i < 0 {
			t.Errorf("%s: package %s has no place in the layers; add it with a reason", f.path, f.pkg)
			continue
		}
		for _, spec := range f.ast.Imports {
			imp := strings.Trim(spec.Path.Value, `"`)
			if ours, ok := strings.CutPrefix(imp, "memtray/"); ok && !f.test && ours != f.pkg && !allowed(layers[i].may, ours) {
				t.Errorf("%s imports %s, but %s: %s", f.path, imp, f.pkg, layers[i].reason)
			}
			for lib, pkgs := range owners {
				if imp != lib && !strings.HasPrefix(imp, lib+"/") {
					continue
				}
				ok := slices.ContainsFunc(pkgs, func(p string) bool { return f.pkg == p || path.Dir(f.pkg) == p })
				if !ok {
					t.Errorf("%s imports %s, which is for %v alone", f.path, lib, pkgs)
				}
			}
		}
	}
}

// callers are the files that may begin a connection, and to what.
var callers = map[string]string{
	"app/instance.go":                  "the instance that runs already, on loopback",
	"store/embed/client.go":            "the embeddings endpoint, only if the person named one; on loopback unless the person allows more",
	"mcpserver/listen.go":              "whoever has the port of MCP over HTTP, on loopback: whether it is Memtray too",
	"mcpserver/memtray-mcp/running.go": "the dashboard that is being served, on loopback",
}

// TestNothingCallsOut: no telemetry, no downloads, and no model calls that the
// person has not switched on. What this
// project's own programs can connect to is written above; a library that would
// do it for them is not among their dependencies.
func TestNothingCallsOut(t *testing.T) {
	_, files := parseProject(t, parser.SkipObjectResolution)
	calls := []string{"http.Get", "http.Head", "http.Post", "http.PostForm", "http.DefaultClient", "http.Client", "http.DefaultTransport",
		"http.Transport", "net.Dial", "net.DialTimeout", "net.Dialer", "net.DialTCP", "net.DialUDP", "net.LookupHost", "net.LookupIP", "tls.Dial"}
	seen := map[string]bool{}
	for _, f := range files {
		if f.test || f.pkg == "app/e2e/desktop" {
			continue
		}
		name := strings.TrimPrefix(filepath.ToSlash(f.path), "../../")
		ast.Inspect(f.ast, func(n ast.Node) bool {
			s, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			pkg, ok := s.X.(*ast.Ident)
			if !ok || !slices.Contains(calls, pkg.Name+"."+s.Sel.Name) {
				return true
			}
			seen[name] = true
			if callers[name] == "" {
				t.Errorf("%s uses %s.%s: nothing of this project connects to anything but itself", name, pkg.Name, s.Sel.Name)
			}
			return true
		})
	}
	for name := range callers {
		if !seen[name] {
			t.Errorf("%s connects to nothing; take it off the list", name)
		}
	}
}

// TestDocumented holds that every package and every exported name has a doc
// comment.
func TestDocumented(t *testing.T) {
	fset, files := parseProject(t, parser.ParseComments)
	packages := map[string][]*ast.File{}
	for _, f := range files {
		if !f.test {
			packages[f.pkg] = append(packages[f.pkg], f.ast)
		}
	}
	for name, asts := range packages {
		p, err := doc.NewFromFiles(fset, asts, "memtray/"+name)
		if err != nil {
			t.Fatal(err)
		}
		if p.Doc == "" {
			t.Errorf("package %s has no package comment", name)
		}
		missing := func(what, comment string) {
			if strings.TrimSpace(comment) == "" {
				t.Errorf("%s: %s has no doc comment", name, what)
			}
		}
		for _, f := range p.Funcs {
			missing(f.Name, f.Doc)
		}
		for _, typ := range p.Types {
			missing(typ.Name, typ.Doc)
			for _, m := range append(typ.Methods, typ.Funcs...) {
				missing(typ.Name+"."+m.Name, m.Doc)
			}
		}
		for _, v := range append(p.Consts, p.Vars...) {
			missing(strings.Join(v.Names, ", "), v.Doc)
		}
	}
}

// TestLockFilesNameNoHost holds that the lock files work with any registry.
func TestLockFilesNameNoHost(t *testing.T) {
	lock, err := filepath.Glob("../../*/package-lock.json")
	if err != nil {
		t.Fatal(err)
	}
	lock = append(lock, "clients/package-lock.json", "../../mcpserver/bench/peers/package-lock.json")
	if len(lock) < 3 {
		t.Fatalf("found %d lock files, want 3", len(lock))
	}
	for _, p := range lock {
		b, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(b), `"resolved": "http`) {
			t.Errorf("%s names the host of a registry; run npm install with the folder's .npmrc", p)
		}
	}
}
