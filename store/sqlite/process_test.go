package sqlite_test

import (
	"bufio"
	"context"
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gofrs/flock"

	"memtray/store"
	"memtray/store/sqlite"
	"memtray/store/text"
)

// Tests with several processes run the test binary again, with a job named in
// the environment.
const (
	jobVariable  = "MEMTRAY_TEST_JOB"
	homeVariable = "MEMTRAY_TEST_HOME"
	nameVariable = "MEMTRAY_TEST_NAME"
)

var jobs = map[string]func(s *sqlite.Store, name string) error{
	"open":    func(*sqlite.Store, string) error { return nil },
	"save 1":  func(s *sqlite.Store, name string) error { return saveMany(s, name, 1) },
	"save 10": func(s *sqlite.Store, name string) error { return saveMany(s, name, 10) },
	"save 50": func(s *sqlite.Store, name string) error { return saveMany(s, name, 50) },
	"near":    saveNear,
	"save on": func(s *sqlite.Store, name string) error { return saveMany(s, name, 1_000_000) },
	"save together": func(s *sqlite.Store, name string) error {
		var wg sync.WaitGroup
		for i := range 8 {
			wg.Go(func() { _ = saveMany(s, fmt.Sprint(name, i), 1_000_000) })
		}
		wg.Wait()
		return nil
	},
	"announce": announce,
	"persist":  persist,
}

// persist saves 150 memories while the files are taken away, and prints the text
// of each one that is acknowledged.
func persist(s *sqlite.Store, name string) error {
	ctx := context.Background()
	release, err := s.Announce(ctx, store.Presence{Client: "codex", PID: os.Getpid()})
	if err != nil && !justMoved(err) {
		return err
	}
	if err == nil {
		defer release()
	}
	for i := range 150 {
		body := fmt.Sprintf("memory %d of %s", i, name)
		_, err := s.Save(ctx, store.Author{Kind: store.Person}, store.Draft{Body: body})
		if err == nil {
			fmt.Println(body)
		} else if !justMoved(err) {
			return err
		}
	}
	return nil
}

// justMoved reports whether the files were taken away too often.
func justMoved(err error) bool {
	return strings.Contains(store.ErrorMessage(err), "was moved, deleted or replaced")
}

func TestMain(m *testing.M) {
	job := os.Getenv(jobVariable)
	if job == "" {
		os.Exit(m.Run())
	}
	if err := runJob(job); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// keepers are the jobs that hold the file for themselves, as another program
// would, until they are killed.
var keepers = map[string][]string{
	"keep":              {`pragma journal_mode = delete`, `begin exclusive`},
	"keep with its log": {`pragma locking_mode = exclusive`, `begin immediate`},
}

func runJob(job string) error {
	if queries, ok := keepers[job]; ok {
		return keep(os.Getenv(homeVariable), queries)
	}
	s, err := sqlite.Open(context.Background(), sqlite.Options{Home: os.Getenv(homeVariable)})
	if err != nil {
		return err
	}
	if err := jobs[job](s, os.Getenv(nameVariable)); err != nil {
		return err
	}
	return s.Close()
}

// saveMany saves n memories and prints the id of each one once it is
// acknowledged.
func saveMany(s *sqlite.Store, name string, n int) error {
	by := store.Author{Kind: store.Agent, Client: "codex", Process: name}
	for i := range n {
		saved, err := s.Save(context.Background(), by, store.Draft{Body: fmt.Sprintf("memory %d of %s", i, name), Tags: []string{"shared"}})
		if err != nil {
			return err
		}
		fmt.Println(saved.Memory.ID)
	}
	return nil
}

// saveNear saves a text that is near to memory 1, and says so again in an edit.
func saveNear(s *sqlite.Store, name string) error {
	by := store.Author{Kind: store.Agent, Client: "codex", Process: name}
	near := []store.Near{{ID: 1, Revision: 1, Kind: store.MergeProposal}}
	saved, err := s.Save(context.Background(), by, store.Draft{Title: "t", Body: "near", Similar: near})
	if err != nil {
		return err
	}
	title := "by " + name
	_, err = s.Change(context.Background(), by, store.Change{IDs: []int64{saved.Memory.ID}, Patch: store.Patch{Title: &title}, Similar: near})
	return err
}

func keep(home string, queries []string) error {
	db, err := sql.Open("sqlite", filepath.Join(home, sqlite.FileName))
	if err != nil {
		return err
	}
	db.SetMaxOpenConns(1)
	for _, query := range queries {
		if _, err := db.Exec(query); err != nil {
			return err
		}
	}
	fmt.Println("ready")
	time.Sleep(time.Hour)
	return nil
}

// begin runs a job that says when it is ready, until end is called.
func begin(t *testing.T, job, home string) (end func()) {
	t.Helper()
	cmd := command(job, home, "")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	end = sync.OnceFunc(func() {
		cmd.Process.Kill()
		_ = cmd.Wait() // killed
	})
	t.Cleanup(end)
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || strings.TrimSpace(line) != "ready" {
		t.Fatalf("%s: %q, %v", job, line, err)
	}
	return end
}

// announce makes itself known and waits to be killed.
func announce(s *sqlite.Store, _ string) error {
	_, err := s.Announce(context.Background(), store.Presence{Client: "codex", PID: os.Getpid()})
	if err != nil {
		return err
	}
	fmt.Println("ready")
	select {}
}

func command(job, home, name string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), jobVariable+"="+job, homeVariable+"="+home, nameVariable+"="+name)
	return cmd
}

// together runs a job in n processes at the same time.
func together(t *testing.T, n int, job, home string) {
	t.Helper()
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			if out, err := command(job, home, fmt.Sprintf("process %d", i)).CombinedOutput(); err != nil {
				t.Errorf("process %d: %v: %s", i, err, out)
			}
		})
	}
	wg.Wait()
}

func TestManyProcessesSave(t *testing.T) {
	dir := t.TempDir()
	together(t, 4, "save 50", dir)
	s := openIn(t, dir, nil)
	l, err := s.Find(context.Background(), store.Query{Limit: 1, Filter: store.Filter{Tags: []string{"shared"}}})
	if err != nil || l.Total != 200 {
		t.Errorf("%d memories, %v; want 200", l.Total, err)
	}
	l, err = s.Find(context.Background(), store.Query{Limit: 1, Terms: text.Terms("shared", false)})
	if err != nil || l.Total != 200 {
		t.Errorf("%d memories in the index, %v; want 200", l.Total, err)
	}
	checkIntegrity(t, dir)
}

// TestManyProcessesProposeOnce: however many save and edit the same text, there is
// one proposal for the pair.
func TestManyProcessesProposeOnce(t *testing.T) {
	dir := t.TempDir()
	s := openIn(t, dir, nil)
	if _, err := s.Save(context.Background(), store.Author{Kind: store.Person}, store.Draft{Title: "t", Body: "there"}); err != nil {
		t.Fatal(err)
	}
	together(t, 4, "near", dir)
	l, err := s.Find(context.Background(), store.Query{Limit: 10})
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.Proposals(context.Background(), 0, 10)
	pairs := map[int64]bool{}
	for _, one := range p.Proposals {
		if one.Old.ID != 1 || pairs[one.New.ID] {
			t.Errorf("proposed %+v", one)
		}
		pairs[one.New.ID] = true
	}
	// A text that was edited before the next one saved it is another memory.
	if err != nil || p.Total != l.Total-1 {
		t.Errorf("%d proposals for %d memories, %v", p.Total, l.Total-1, err)
	}
}

func TestManyProcessesOpenNew(t *testing.T) {
	for range 5 {
		dir := t.TempDir()
		together(t, 8, "open", dir)
		checkIntegrity(t, dir)
	}
}

func TestKilledWriterLosesNothing(t *testing.T) {
	for _, job := range []string{"save on", "save together"} {
		t.Run(job, func(t *testing.T) { killWriter(t, job) })
	}
}

func killWriter(t *testing.T, job string) {
	dir := t.TempDir()
	cmd := command(job, dir, "victim")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var acknowledged []int64
	for lines := bufio.NewScanner(out); lines.Scan(); {
		id, err := strconv.ParseInt(lines.Text(), 10, 64)
		if err != nil {
			break // the last line may be cut
		}
		acknowledged = append(acknowledged, id)
		if len(acknowledged) == 40 {
			cmd.Process.Kill()
		}
	}
	_ = cmd.Wait() // killed
	if len(acknowledged) < 40 {
		t.Fatalf("only %d saves", len(acknowledged))
	}
	found, err := openIn(t, dir, nil).Memories(context.Background(), acknowledged)
	if err != nil || len(found) != len(acknowledged) {
		t.Errorf("%d of %d acknowledged memories are there, %v", len(found), len(acknowledged), err)
	}
	checkIntegrity(t, dir)
}

// TestPresentSweeps: a lock that was left before it had a row goes with the next
// look; what may still get one, is held or is no lock of a presence stays.
func TestPresentSweeps(t *testing.T) {
	dir := t.TempDir()
	s := openIn(t, dir, nil)
	old := time.Now().Add(-time.Hour)
	file := func(name string, at time.Time) string {
		path := filepath.Join(dir, "run", name)
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
		return path
	}
	file("codex-12-0123abcd.lock", old)
	file("claude-code-7-0123abcd.lock", time.Now())
	file("app.lock", old)
	held := flock.New(file("cursor-9-0123abcd.lock", old))
	if ok, err := held.TryLock(); !ok || err != nil {
		t.Fatal(ok, err)
	}
	defer held.Unlock()
	if all, err := s.Present(context.Background()); err != nil || len(all) != 0 {
		t.Errorf("present %v, %v", all, err)
	}
	files, err := os.ReadDir(filepath.Join(dir, "run"))
	var left []string
	for _, f := range files {
		if !slices.Contains([]string{"open.lock", "use.lock", "files.json"}, f.Name()) { // of every open
			left = append(left, f.Name())
		}
	}
	if want := []string{"app.lock", "claude-code-7-0123abcd.lock", "cursor-9-0123abcd.lock"}; err != nil || !slices.Equal(left, want) {
		t.Errorf("left are %v, %v; want %v", left, err, want)
	}
}

func TestKilledProcessIsNotPresent(t *testing.T) {
	dir := t.TempDir()
	s := openIn(t, dir, nil)
	cmd := command("announce", dir, "")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Process.Kill()
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || strings.TrimSpace(line) != "ready" {
		t.Fatalf("%q, %v", line, err)
	}
	all, err := s.Present(context.Background())
	if err != nil || len(all) != 1 || all[0].PID != cmd.Process.Pid {
		t.Errorf("present %v, %v", all, err)
	}
	cmd.Process.Kill()
	_ = cmd.Wait()
	if all, err := s.Present(context.Background()); err != nil || len(all) != 0 {
		t.Errorf("present after the kill: %v, %v", all, err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "run", "codex-*"))
	if err != nil || len(files) != 0 {
		t.Errorf("files left in run: %v, %v", files, err)
	}
}
