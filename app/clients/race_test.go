package clients_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"memtray/app/clients"
	"memtray/store"
)

// meddler is a store that changes a file just before an edit reaches it, as
// another program might.
type meddler struct {
	store.Store
	meddle func()
}

func (m meddler) PutRegistration(ctx context.Context, r store.Registration) error {
	m.meddle()
	return m.Store.PutRegistration(ctx, r)
}

// TestChangedWhileWriting: between reading and renaming another program writes;
// its bytes win and nothing of ours is left.
func TestChangedWhileWriting(t *testing.T) {
	changes := map[string]func(p *person){
		"content": func(p *person) { p.write(".claude.json", `{"n":2}`) },
		"removed": func(p *person) { must(p.t, os.Remove(p.path(".claude.json"))) },
		"relinked": func(p *person) {
			p.relink(".claude.json", p.write("dot.json", `{"n":1}`))
		},
	}
	for name, change := range changes {
		t.Run(name, func(t *testing.T) {
			p := newPerson(t)
			p.write(".claude.json", `{"n":1}`)
			var files, links map[string]string
			kept := p.kept
			p.kept = meddler{kept, func() { change(p); files, links = p.files(), p.links() }}
			_, err := p.registrar().Apply(ctx, "claude-code", clients.Server, clients.Add, "")
			wantError(t, err, store.Conflict, "changed by another program")
			equal(t, "files", p.files(), files)
			equal(t, "links", p.links(), links)
			p.kept = kept
			equal(t, "ledger", p.known("claude-code"), store.Registration{})
			if _, err := os.Lstat(p.path(".claude.json.lock")); !os.IsNotExist(err) {
				t.Fatal("the lock was left")
			}
		})
	}
	t.Run("made", func(t *testing.T) {
		p := newPerson(t)
		p.kept = meddler{p.kept, func() { p.write(".cursor/mcp.json", `{"n":2}`) }}
		_, err := p.registrar().Apply(ctx, "cursor", clients.Server, clients.Add, "")
		wantError(t, err, store.Conflict)
		equal(t, "file", p.read(".cursor/mcp.json"), `{"n":2}`)
	})
}

// late is a store that tells what is remembered only after something else
// happened, once.
type late struct {
	store.Store
	once  *sync.Once
	first func()
}

func (l late) Registrations(ctx context.Context) ([]store.Registration, error) {
	r, err := l.Store.Registrations(ctx)
	l.once.Do(l.first)
	return r, err
}

// TestRegisteredMeanwhile: while an action is worked out, another process
// registers the client. The way back to the former bytes stays known.
func TestRegisteredMeanwhile(t *testing.T) {
	files := map[string]string{"claude-code": ".claude.json", "cursor": ".cursor/mcp.json"}
	for _, c := range []struct {
		client string
		action clients.Action
		want   clients.Status
	}{
		{"claude-code", clients.Add, clients.Registered},
		{"claude-code", clients.Remove, clients.Registered}, // there was nothing to remove yet
		{"cursor", clients.Add, clients.Registered},
		{"cursor", clients.Remove, clients.Registered},
	} {
		client, name := c.client, files[c.client]
		t.Run(client+" "+string(c.action), func(t *testing.T) {
			p := newPerson(t)
			p.write(name, `{"n":1}`)
			kept, other := p.kept, p.registrar()
			p.kept = late{kept, &sync.Once{}, func() {
				_, err := other.Apply(ctx, client, clients.Server, clients.Add, "")
				must(t, err)
			}}
			equal(t, "status", p.apply(client, c.action).Status, c.want)
			p.kept = kept
			p.apply(client, clients.Remove)
			equal(t, "bytes", p.read(name), `{"n":1}`)
		})
	}
}

// TestLedgerRefuses: what cannot be remembered is not written.
func TestLedgerRefuses(t *testing.T) {
	p := newPerson(t)
	p.write(".cursor/mcp.json", someConfig)
	p.kept = deaf{p.kept}
	p.refused("cursor", clients.Add, store.Busy)
}

type deaf struct{ store.Store }

func (deaf) PutRegistration(context.Context, store.Registration) error {
	return store.Errorf(store.Busy, "the store is busy")
}

// TestLockedFile: while the client holds its lock nothing is written, and a
// no-op does not ask for it.
func TestLockedFile(t *testing.T) {
	p := newPerson(t)
	p.write(".claude.json", "{}")
	must(t, os.Mkdir(p.path(".claude.json.lock"), 0o700))
	before := p.tree()
	short, cancel := context.WithTimeout(ctx, 100*time.Millisecond)
	defer cancel()
	_, err := p.registrar().Apply(short, "claude-code", clients.Server, clients.Add, "")
	wantError(t, err, store.Busy, p.path(".claude.json.lock"))
	equal(t, "files", p.tree(), before)
	equal(t, "status", p.apply("claude-code", clients.Remove).Status, clients.NotRegistered)

	must(t, os.Remove(p.path(".claude.json.lock")))
	equal(t, "status", p.apply("claude-code", clients.Add).Status, clients.Registered)
}

// TestParallel: many edits of one person at once end in a whole file.
func TestParallel(t *testing.T) {
	p := newPerson(t)
	p.write(".claude.json", someConfig)
	var wait sync.WaitGroup
	for i := range 8 {
		action := clients.Add
		if i%2 == 1 {
			action = clients.Remove
		}
		r := p.registrar() // as another process would have
		wait.Go(func() {
			if _, err := r.Apply(ctx, "claude-code", clients.Server, action, ""); err != nil && store.ErrorCode(err) != store.Conflict {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	p.apply("claude-code", clients.Add)
	equal(t, "content", decoded(t, p.read(".claude.json")), expected(t, someConfig, p.entry("claude-code")))
	p.apply("claude-code", clients.Remove)
	equal(t, "content", decoded(t, p.read(".claude.json")), decoded(t, someConfig))
	left, err := filepath.Glob(p.path(".*.tmp"))
	must(t, err)
	equal(t, "temporary files", strings.Join(left, " "), "")
}

// TestParallelWithClient: fifty registrations of processes of their own, while
// the client adds servers under its lock: nothing is lost on either side.
func TestParallelWithClient(t *testing.T) {
	const ours, theirs = 50, 40
	p := newPerson(t)
	p.write(".claude.json", someConfig)
	var wait sync.WaitGroup
	for i := range ours {
		shim := p.shim
		shim.Home = p.path(fmt.Sprint("data", i))
		r := clients.New(p.kept, clients.Env{System: runtime.GOOS, Home: p.home, Getenv: func(string) string { return "" }}, shim)
		wait.Go(func() {
			persist(t, func() error { _, err := r.Apply(ctx, "claude-code", clients.Server, clients.Add, ""); return err })
		})
	}
	wait.Go(func() {
		for i := range theirs {
			persist(t, func() error { return p.claudeAdds(fmt.Sprint("s", i)) })
		}
	})
	wait.Wait()
	servers := decoded(t, p.read(".claude.json"))["mcpServers"].(map[string]any)
	equal(t, "servers", len(servers), theirs+2) // that of someConfig, and ours
	equal(t, "status", p.state("claude-code").Status == clients.Missing, false)
	p.apply("claude-code", clients.Remove)
	servers = decoded(t, p.read(".claude.json"))["mcpServers"].(map[string]any)
	equal(t, "servers without ours", len(servers), theirs+1)
	left, err := filepath.Glob(p.path(".*.tmp*"))
	must(t, err)
	equal(t, "temporary files", strings.Join(left, " "), "")
}

// persist tries again what was refused since another program was at it.
func persist(t *testing.T, do func() error) {
	for end := time.Now().Add(time.Minute); time.Now().Before(end); {
		err := do()
		if err == nil {
			return
		}
		if code := store.ErrorCode(err); code != store.Busy && code != store.Conflict {
			t.Error(err)
			return
		}
	}
	t.Error("refused for a minute")
}

// claudeAdds adds a server as the client's own command does: under its lock, by
// a temporary file and a rename.
func (p *person) claudeAdds(name string) error {
	path := p.path(".claude.json")
	if err := os.Mkdir(path+".lock", 0o700); err != nil {
		time.Sleep(time.Millisecond)
		return store.Errorf(store.Busy, "locked")
	}
	defer os.Remove(path + ".lock")
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var v map[string]any
	if err := json.Unmarshal(text, &v); err != nil {
		return err // torn
	}
	v["mcpServers"].(map[string]any)[name] = map[string]any{"command": "x"}
	if text, err = json.MarshalIndent(v, "", "  "); err != nil {
		return err
	}
	if err := os.WriteFile(path+".tmp.1", text, 0o600); err != nil {
		return err
	}
	return os.Rename(path+".tmp.1", path)
}

// TestWrittenByAnother: what another program writes right after us is noticed when
// the file is read back.
func TestWrittenByAnother(t *testing.T) {
	p := newPerson(t)
	path := p.path(".cursor/mcp.json")
	for range 50 {
		p.write(".cursor/mcp.json", someConfig)
		over, stop := make(chan struct{}), make(chan struct{})
		go func() {
			defer close(over)
			for {
				if text, _ := os.ReadFile(path); strings.Contains(string(text), "memtray") {
					_ = os.WriteFile(path, []byte(`{"n":3}`), 0o644)
					return
				}
				select {
				case <-stop:
					return
				default:
				}
			}
		}()
		_, err := p.registrar().Apply(ctx, "cursor", clients.Server, clients.Add, "")
		close(stop)
		<-over
		if err != nil {
			wantError(t, err, store.Conflict, "by another program")
			equal(t, "status", p.state("cursor").Status, clients.Missing)
			return
		}
	}
	t.Error("it was never noticed")
}
