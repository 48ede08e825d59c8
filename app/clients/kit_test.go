package clients_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"memtray/app/clients"
	"memtray/store"
)

var update = flag.Bool("update", false, "write the golden files")

// person is a home folder of one test, with a shim and a ledger.
type person struct {
	t    *testing.T
	home string
	vars map[string]string
	shim clients.Shim
	kept store.Store
}

func newPerson(t *testing.T) *person {
	t.Helper()
	return personOf(t, openStore(t), "")
}

// personOf is one with a home folder of some name, and a ledger that others may
// have too.
func personOf(t *testing.T, kept store.Store, home string) *person {
	t.Helper()
	p := &person{t: t, home: filepath.Join(t.TempDir(), home), vars: map[string]string{}, kept: kept}
	p.shim = clients.Shim{Command: p.program("bin/memtray-mcp"), Version: "1.0.0"}
	return p
}

func (p *person) registrar() *clients.Registrar {
	env := clients.Env{System: runtime.GOOS, Home: p.home, Getenv: func(name string) string { return p.vars[name] }}
	return clients.New(p.kept, env, p.shim)
}

func (p *person) path(rel string) string { return filepath.Join(p.home, filepath.FromSlash(rel)) }

// program makes an executable file below the home folder.
func (p *person) program(rel string) string {
	p.t.Helper()
	path := p.write(rel, "#!/bin/sh\n")
	must(p.t, os.Chmod(path, 0o755))
	return path
}

// write makes a file, and its folders, with mode 0644.
func (p *person) write(rel, text string) string {
	p.t.Helper()
	path := p.path(rel)
	must(p.t, os.MkdirAll(filepath.Dir(path), 0o755))
	must(p.t, os.WriteFile(path, []byte(text), 0o644))
	return path
}

func (p *person) read(rel string) string {
	p.t.Helper()
	b, err := os.ReadFile(p.path(rel))
	must(p.t, err)
	return string(b)
}

func (p *person) apply(id string, action clients.Action) clients.State {
	p.t.Helper()
	s, err := p.registrar().Apply(p.t.Context(), id, clients.Server, action, "")
	must(p.t, err)
	return s
}

func (p *person) preview(id string, action clients.Action) clients.Preview {
	p.t.Helper()
	v, err := p.registrar().Preview(p.t.Context(), id, clients.Server, action)
	must(p.t, err)
	return v
}

func (p *person) state(id string) clients.State {
	p.t.Helper()
	return stateOf(p.t, p.registrar(), id)
}

// known is what is remembered of a client's server, the zero value if nothing.
func (p *person) known(id string) store.Registration {
	p.t.Helper()
	all, err := p.kept.Registrations(p.t.Context())
	must(p.t, err)
	for _, reg := range all {
		if reg.Client == id && reg.Part == string(clients.Server) {
			return reg
		}
	}
	return store.Registration{}
}

func stateOf(t *testing.T, r *clients.Registrar, id string) clients.State {
	t.Helper()
	all, err := r.States(t.Context())
	must(t, err)
	for _, s := range all {
		if s.ID == id {
			return s
		}
	}
	t.Fatalf("there is no client %s", id)
	return clients.State{}
}

// refused checks that an action fails with a code and words, in the preview and
// on applying, and that nothing below the home folder changed.
func (p *person) refused(id string, action clients.Action, code store.Code, words ...string) {
	p.t.Helper()
	before := p.tree()
	_, err := p.registrar().Apply(p.t.Context(), id, clients.Server, action, "")
	wantError(p.t, err, code, words...)
	if after := p.tree(); !reflect.DeepEqual(before, after) {
		p.t.Fatalf("files changed:\n%v\n%v", before, after)
	}
}

func (p *person) readAt(path string) string {
	p.t.Helper()
	b, err := os.ReadFile(path)
	must(p.t, err)
	return string(b)
}

// tree is everything below the home folder: mode, time and content.
func (p *person) tree() map[string]string { return p.walk(true) }

// bytes is everything below the home folder but times.
func (p *person) bytes() map[string]string { return p.walk(false) }

func (p *person) walk(times bool) map[string]string {
	p.t.Helper()
	all := map[string]string{}
	must(p.t, filepath.WalkDir(p.home, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		what := info.Mode().String()
		switch {
		case info.Mode().IsRegular():
			b, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			if times {
				what += info.ModTime().String()
			}
			what += string(b)
		case info.Mode()&fs.ModeSymlink != 0:
			link, err := os.Readlink(path)
			if err != nil {
				return err
			}
			what += link
		}
		all[strings.TrimPrefix(path, p.home)] = what
		return nil
	}))
	return all
}

func wantError(t *testing.T, err error, code store.Code, words ...string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error, want %s", code)
	}
	if got := store.ErrorCode(err); got != code {
		t.Fatalf("code %q, want %q: %v", got, code, err)
	}
	for _, w := range words {
		if !strings.Contains(store.ErrorMessage(err), w) {
			t.Fatalf("message %q does not say %q", store.ErrorMessage(err), w)
		}
	}
}

// decoded is a configuration as the standard library reads it; blank is empty.
func decoded(t *testing.T, text string) map[string]any {
	t.Helper()
	v := map[string]any{}
	text = strings.TrimPrefix(text, "\ufeff")
	if strings.TrimSpace(text) == "" {
		return v
	}
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	if err := dec.Decode(&v); err != nil {
		t.Fatalf("not JSON: %v\n%s", err, text)
	}
	return v
}

// expected is the configuration before, plus our entry.
func expected(t *testing.T, before string, entry map[string]any) map[string]any {
	t.Helper()
	v := decoded(t, before)
	servers, ok := v["mcpServers"].(map[string]any)
	if !ok {
		servers = map[string]any{}
	}
	servers["memtray"] = entry
	v["mcpServers"] = servers
	return v
}

// entry is what a client's configuration should say.
func (p *person) entry(id string) map[string]any {
	args := []any{"--client", id}
	if p.shim.Home != "" {
		args = append(args, "--home", p.shim.Home)
	}
	e := map[string]any{"command": p.shim.Command, "args": args}
	if id == "claude-code" {
		e["type"] = "stdio"
	}
	return e
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func equal[T any](t *testing.T, what string, got, want T) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("%s:\n got %#v\nwant %#v", what, got, want)
	}
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		must(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must(t, os.WriteFile(path, got, 0o644))
	}
	want, err := os.ReadFile(path)
	must(t, err)
	if !bytes.Equal(got, want) {
		t.Fatalf("%s differs; got\n%s", path, got)
	}
}

var ctx = context.Background()
