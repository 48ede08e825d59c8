package clients_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"memtray/app/clients"
	"memtray/store"
)

// endedWhileAdding leaves what a process leaves that was killed in the middle of
// adding: it had remembered, made a folder and begun a file.
func (p *person) endedWhileAdding() {
	p.t.Helper()
	kept := p.kept
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		p.kept = killed{kept}
		_, err := p.registrar().Apply(ctx, "cursor", clients.Server, clients.Add, "")
		p.t.Errorf("it was not ended: %v", err)
	}()
	<-ended
	p.kept = kept
	p.write(".cursor/.mcp.json.memtray-123.tmp", "half of")
}

// killed is a store whose process ends once it has remembered.
type killed struct{ store.Store }

func (k killed) PutRegistration(ctx context.Context, r store.Registration) error {
	if err := k.Store.PutRegistration(ctx, r); err != nil {
		return err
	}
	runtime.Goexit()
	return nil
}

// TestEnded: what a killed process has left is gone after the next removal, and
// after the next adding that is removed.
func TestEnded(t *testing.T) {
	for name, next := range map[string][]clients.Action{"removed": {clients.Remove}, "added": {clients.Add, clients.Remove}} {
		t.Run(name, func(t *testing.T) {
			p := newPerson(t)
			before := p.bytes()
			p.endedWhileAdding()
			for _, action := range next {
				p.apply("cursor", action)
			}
			equal(t, "files", p.bytes(), before)
		})
	}
}

// TestCancelled: who ends in the middle of an edit, such as the window's page, does
// not end the edit.
func TestCancelled(t *testing.T) {
	p := newPerson(t)
	p.write(".cursor/mcp.json", someConfig)
	before := p.bytes()
	kept := p.kept
	short, cancel := context.WithCancel(ctx)
	p.kept = meddler{kept, cancel}
	_, _ = p.registrar().Apply(short, "cursor", clients.Server, clients.Add, "")
	p.kept = kept
	equal(t, "status", p.state("cursor").Status, clients.Registered)
	p.undo("cursor")
	equal(t, "files", p.bytes(), before)
	if _, err := p.registrar().Apply(short, "cursor", clients.Server, clients.Add, ""); err == nil {
		t.Error("begun although it was cancelled")
	}
	equal(t, "files", p.bytes(), before)
}

// TestParallelFolders: folders that two entries have in common go with the last
// of them, also if that goes while the other one does.
func TestParallelFolders(t *testing.T) {
	p := newPerson(t)
	before := p.bytes()
	p.apply("vscode", clients.Add)
	p.apply("zoo", clients.Add) // in a folder of the folder that was made
	other := p.registrar()      // as another process would have
	kept := p.kept
	p.kept = &dropping{Store: kept, after: func() {
		short, cancel := context.WithTimeout(ctx, 200*time.Millisecond)
		defer cancel()
		_, _ = other.Apply(short, "zoo", clients.Server, clients.Remove, "")
	}}
	p.apply("vscode", clients.Remove)
	p.kept = kept
	p.apply("zoo", clients.Remove)
	equal(t, "files", p.bytes(), before)
}

// dropping is a store that does something after it forgot, before it is asked next.
type dropping struct {
	store.Store
	dropped bool
	after   func()
}

func (d *dropping) DropRegistration(ctx context.Context, client, part, file string) error {
	d.dropped = true
	return d.Store.DropRegistration(ctx, client, part, file)
}

func (d *dropping) Registrations(ctx context.Context) ([]store.Registration, error) {
	if d.dropped {
		d.dropped = false
		d.after()
	}
	return d.Store.Registrations(ctx)
}

// TestBackupsLeft: backups of changes that did not happen go with the older ones.
func TestBackupsLeft(t *testing.T) {
	p := newPerson(t)
	p.write(".cursor/mcp.json", someConfig)
	p.apply("cursor", clients.Add)
	files, err := filepath.Glob(filepath.Join(p.kept.Home(), "backups", "clients", "*", "*.before"))
	must(t, err)
	left := filepath.Join(filepath.Dir(files[len(files)-1]), "20200101T000000.000000000.before")
	must(t, os.WriteFile(left, nil, 0o600))
	for i := range 6 {
		p.apply("cursor", []clients.Action{clients.Remove, clients.Add}[i%2])
	}
	if _, err := os.Lstat(left); !os.IsNotExist(err) {
		t.Error("it is left")
	}
	kept, err := os.ReadDir(filepath.Dir(left))
	must(t, err)
	equal(t, "files of backups", fmt.Sprint(len(kept)), "10")
}

// TestTemporaryBeside: what is renamed onto a file is written beside it, since from
// another disk it could not be renamed.
func TestTemporaryBeside(t *testing.T) {
	p := newPerson(t)
	p.write(".cursor/mcp.json", someConfig)
	for _, name := range []string{"TMPDIR", "TMP", "TEMP"} {
		t.Setenv(name, p.path("nowhere"))
	}
	equal(t, "status", p.apply("cursor", clients.Add).Status, clients.Registered)
}
