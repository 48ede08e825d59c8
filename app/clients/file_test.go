package clients_test

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"memtray/app/clients"
	"memtray/store"
)

const someConfig = "{\n  \"mcpServers\": {\n    \"a\": {\"command\": \"x\"}\n  }\n}\n"

// TestCreated: a file that was not there is made for its owner alone, and goes
// again with the folders that were made for it.
func TestCreated(t *testing.T) {
	p := newPerson(t)
	p.vars["CLAUDE_CONFIG_DIR"] = p.path("conf/deep/claude")
	before := p.tree()
	for id, rel := range map[string]string{"claude-code": "conf/deep/claude/.claude.json", "cursor": ".cursor/mcp.json"} {
		equal(t, "status before", p.state(id).Status, clients.NotInstalled)
		s := p.apply(id, clients.Add)
		equal(t, "status", s.Status, clients.Registered)
		equal(t, "file", s.File, p.path(rel))
		equal(t, "content", decoded(t, p.read(rel)), expected(t, "", p.entry(id)))
		equal(t, "mode of the file", mode(t, p.path(rel)), 0o600)
		equal(t, "mode of the folder", mode(t, filepath.Dir(p.path(rel))), 0o700)
	}
	for id := range configs {
		equal(t, "status after", p.apply(id, clients.Remove).Status, clients.NotInstalled)
	}
	equal(t, "files", p.tree(), before)
}

// TestCreatedThenUsed: what others put into our file or folder stays.
func TestCreatedThenUsed(t *testing.T) {
	t.Run("file", func(t *testing.T) {
		p := newPerson(t)
		p.apply("cursor", clients.Add)
		p.write(".cursor/mcp.json", strings.Replace(p.read(".cursor/mcp.json"), "{\n", "{\n  \"a\": 1,\n", 1))
		p.apply("cursor", clients.Remove)
		equal(t, "file", p.read(".cursor/mcp.json"), "{\n  \"a\": 1\n}\n")
	})
	t.Run("folder", func(t *testing.T) {
		p := newPerson(t)
		p.apply("cursor", clients.Add)
		p.write(".cursor/other.json", "1")
		p.apply("cursor", clients.Remove)
		equal(t, "other file", p.read(".cursor/other.json"), "1")
		if _, err := os.Lstat(p.path(".cursor/mcp.json")); !os.IsNotExist(err) {
			t.Fatal("our file is still there")
		}
	})
	t.Run("rewritten without change of meaning", func(t *testing.T) {
		p := newPerson(t)
		before := p.tree()
		p.apply("cursor", clients.Add)
		p.write(".cursor/mcp.json", strings.Join(strings.Fields(p.read(".cursor/mcp.json")), ""))
		p.apply("cursor", clients.Remove)
		equal(t, "files", p.tree(), before)
	})
	t.Run("updated", func(t *testing.T) {
		p := newPerson(t)
		p.program("new/memtray-mcp")
		before := p.tree()
		p.apply("cursor", clients.Add)
		p.shim.Command = p.path("new/memtray-mcp")
		p.apply("cursor", clients.Add)
		p.apply("cursor", clients.Remove)
		equal(t, "files", p.tree(), before)
	})
}

// TestSymlinks: the file behind the links is written, the links stay.
func TestSymlinks(t *testing.T) {
	tests := []struct {
		name   string
		links  map[string]string // link to what it says
		target string            // the file behind .cursor/mcp.json
		text   string            // "": the links dangle
	}{
		{"relative", map[string]string{".cursor/mcp.json": "../dot/mcp.json"}, "dot/mcp.json", someConfig},
		{"chain", map[string]string{".cursor/mcp.json": "../a", "a": "b", "b": "dot/../dot//./mcp.json"}, "dot/mcp.json", someConfig},
		{"folder", map[string]string{".cursor": "dot/cursor"}, "dot/cursor/mcp.json", someConfig},
		{"up from a linked folder", map[string]string{".cursor": "dot/cursor", "dot/cursor/mcp.json": "../real.json"}, "dot/real.json", someConfig},
		{"absolute", map[string]string{".cursor/mcp.json": "HOME/dot/mcp.json"}, "dot/mcp.json", someConfig},
		{"dangling", map[string]string{".cursor/mcp.json": "../dot/mcp.json", "dot/x": "y"}, "dot/mcp.json", ""},
		{"dangling chain", map[string]string{".cursor/mcp.json": "../a", "a": "HOME/b", "b": "c.json"}, "c.json", ""},
		{"dangling into missing folders", map[string]string{".cursor/mcp.json": "../dot/deep/mcp.json"}, "dot/deep/mcp.json", ""},
		{"dangling folder", map[string]string{".cursor": "dot/cursor"}, "dot/cursor/mcp.json", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := newPerson(t)
			if test.text != "" {
				p.write(test.target, test.text)
			}
			for link, to := range test.links {
				must(t, os.MkdirAll(filepath.Dir(p.path(link)), 0o755))
				must(t, os.Symlink(strings.Replace(to, "HOME", p.home, 1), p.path(link)))
			}
			before := p.links()
			bytes := p.files()

			s := p.apply("cursor", clients.Add)
			equal(t, "status", s.Status, clients.Registered)
			equal(t, "path", s.File, p.path(".cursor/mcp.json"))
			info, err := os.Lstat(p.path(test.target))
			must(t, err)
			if !info.Mode().IsRegular() {
				t.Fatalf("%s is %s", test.target, info.Mode())
			}
			equal(t, "content", decoded(t, p.read(test.target)), expected(t, test.text, p.entry("cursor")))
			equal(t, "links", p.links(), before)

			p.apply("cursor", clients.Remove)
			equal(t, "links", p.links(), before)
			equal(t, "files", p.files(), bytes)
		})
	}
}

// TestLinkLoop is an error, not an endless walk.
func TestLinkLoop(t *testing.T) {
	p := newPerson(t)
	must(t, os.MkdirAll(p.path(".cursor"), 0o755))
	must(t, os.Symlink("../a", p.path(".cursor/mcp.json")))
	must(t, os.Symlink(".cursor/mcp.json", p.path("a")))
	p.refused("cursor", clients.Add, store.Invalid, "symbolic links")
	equal(t, "status", p.state("cursor").Status, clients.Broken)
}

// TestNotRegular: folders and devices are not configuration files.
func TestNotRegular(t *testing.T) {
	p := newPerson(t)
	must(t, os.MkdirAll(p.path(".cursor/mcp.json"), 0o755))
	must(t, os.Symlink(os.DevNull, p.path(".claude.json")))
	for id := range configs {
		p.refused(id, clients.Add, store.Invalid, "not a regular file")
		equal(t, "status", p.state(id).Status, clients.Broken)
	}
	p = newPerson(t)
	p.write(".cursor", "a file where the folder should be")
	p.refused("cursor", clients.Add, store.Invalid, p.path(".cursor/mcp.json"))
}

// TestReadOnly: neither a read-only file nor folder is written, nothing is left.
func TestReadOnly(t *testing.T) {
	for id, rel := range configs {
		t.Run(id+" file", func(t *testing.T) {
			p := newPerson(t)
			path := p.write(rel, someConfig)
			must(t, os.Chmod(path, 0o444))
			p.refusedButLock(id, clients.Add, path+" is read-only")
		})
		t.Run(id+" folder", func(t *testing.T) {
			p := newPerson(t)
			path := p.write(rel, someConfig)
			p.readOnly(filepath.Dir(path))
			p.refusedButLock(id, clients.Add, filepath.Dir(path))
		})
		t.Run(id+" file at removal", func(t *testing.T) {
			p := newPerson(t)
			path := p.write(rel, someConfig)
			p.apply(id, clients.Add)
			must(t, os.Chmod(path, 0o400))
			p.refusedButLock(id, clients.Remove, path+" is read-only")
			equal(t, "status", p.state(id).Status, clients.Registered)
			must(t, os.Chmod(path, 0o600))
			p.apply(id, clients.Remove)
			equal(t, "restored bytes", p.read(rel), someConfig)
		})
		t.Run(id+" file to be made", func(t *testing.T) {
			p := newPerson(t)
			p.readOnly(p.home)
			p.refusedButLock(id, clients.Add, p.home)
			equal(t, "status", p.state(id).Status, clients.NotInstalled)
		})
	}
}

// TestKeepsMode: the mode stays, whatever the umask says.
func TestKeepsMode(t *testing.T) {
	for _, want := range []os.FileMode{0o600, 0o644, 0o664, 0o666, 0o755} {
		p := newPerson(t)
		path := p.write(".claude.json", "{}")
		must(t, os.Chmod(path, want))
		p.apply("claude-code", clients.Add)
		equal(t, "mode", mode(t, path), want)
		p.apply("claude-code", clients.Remove)
		equal(t, "mode", mode(t, path), want)
	}
}

// TestChangedSincePreview: what the person saw is what is written, or nothing.
func TestChangedSincePreview(t *testing.T) {
	changes := map[string]func(p *person){
		"content":        func(p *person) { p.write(".cursor/mcp.json", `{"n":2}`) },
		"removed":        func(p *person) { must(p.t, os.Remove(p.path(".cursor/mcp.json"))) },
		"another target": func(p *person) { p.relink(".cursor/mcp.json", p.write("dot.json", `{"n":1}`)) },
		"another shim":   func(p *person) { p.shim.Home = p.path("data") },
	}
	for name, change := range changes {
		t.Run(name, func(t *testing.T) {
			p := newPerson(t)
			p.write(".cursor/mcp.json", `{"n":1}`)
			v := p.preview("cursor", clients.Add)
			change(p)
			before := p.tree()
			_, err := p.registrar().Apply(ctx, "cursor", clients.Server, clients.Add, v.Digest)
			wantError(t, err, store.Conflict, "changed since the preview; look again")
			equal(t, "files", p.tree(), before)

			v = p.preview("cursor", clients.Add)
			s, err := p.registrar().Apply(ctx, "cursor", clients.Server, clients.Add, v.Digest)
			must(t, err)
			equal(t, "status", s.Status, clients.Registered)
		})
	}
	t.Run("preview of the other action", func(t *testing.T) {
		p := newPerson(t)
		p.write(".cursor/mcp.json", `{"n":1}`)
		v := p.preview("cursor", clients.Remove)
		_, err := p.registrar().Apply(ctx, "cursor", clients.Server, clients.Add, v.Digest)
		wantError(t, err, store.Conflict)
	})
}

func mode(t *testing.T, path string) os.FileMode {
	t.Helper()
	info, err := os.Stat(path)
	must(t, err)
	return info.Mode().Perm()
}

// readOnly makes a folder read-only until the test ends.
func (p *person) readOnly(dir string) {
	p.t.Helper()
	must(p.t, os.Chmod(dir, 0o555))
	p.t.Cleanup(func() { _ = os.Chmod(dir, 0o755) })
}

func (p *person) relink(rel, to string) {
	p.t.Helper()
	must(p.t, os.Remove(p.path(rel)))
	must(p.t, os.Symlink(to, p.path(rel)))
}

// refusedButLock is refused for a file whose lock may be taken first.
func (p *person) refusedButLock(id string, action clients.Action, word string) {
	p.t.Helper()
	p.refused(id, action, store.Invalid, word)
}

// links and files are what lies below the home folder, folders left out.
func (p *person) links() map[string]string { return p.only("L") }
func (p *person) files() map[string]string { return p.only("-") }

func (p *person) only(kind string) map[string]string {
	some := map[string]string{}
	for path, what := range p.tree() {
		if !strings.HasPrefix(what, kind) {
			continue
		}
		if kind == "-" {
			what = p.read(path)
		}
		some[path] = what
	}
	return some
}

// TestOwner: root edits a person's file and leaves it theirs.
func TestOwner(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root may give files away")
	}
	p := newPerson(t)
	path := p.write(".cursor/mcp.json", "{}")
	must(t, os.Chown(path, 12345, 23456))
	p.apply("cursor", clients.Add)
	info, err := os.Stat(path)
	must(t, err)
	sys := reflect.Indirect(reflect.ValueOf(info.Sys()))
	equal(t, "owner", sys.FieldByName("Uid").Uint(), 12345)
	equal(t, "group", sys.FieldByName("Gid").Uint(), 23456)
}
