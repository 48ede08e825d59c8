package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// installed returns where install puts the program of this person.
func (c computer) installed() string {
	if runtime.GOOS == "windows" {
		return filepath.Join(c.home, `AppData\Local\Programs\Memtray\memtray-mcp.exe`)
	}
	return filepath.Join(c.home, ".local", "bin", "memtray-mcp")
}

// TestInstall: a program in a temporary folder is not registered, since it will
// not stay there; installed it is, from wherever it is called.
func TestInstall(t *testing.T) {
	c := newComputer(t)
	c.env = append(c.env, `LOCALAPPDATA=`+filepath.Join(c.home, `AppData\Local`), "TMPDIR="+os.TempDir())
	out, errs, code := c.run("", "clients", "add", "cursor")
	if code != 1 || out != "" || !strings.Contains(errs, "is in a temporary folder") || !strings.Contains(errs, "memtray-mcp install") || !strings.Contains(errs, "--command") {
		t.Fatalf("from a temporary folder: %d %s%s", code, out, errs)
	}
	if _, err := os.Lstat(filepath.Join(c.home, ".cursor")); !os.IsNotExist(err) {
		t.Fatalf("something was written: %v", err)
	}
	ended := filepath.Join(filepath.Dir(c.installed()), ".memtray-mcp.1.tmp") // by a kill
	if err := os.MkdirAll(filepath.Dir(ended), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(ended, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(ended, time.Time{}, time.Now().Add(-time.Hour)); err != nil {
		t.Fatal(err)
	}
	if out, _, _ := c.run("", "install"); !strings.HasPrefix(out, "installed "+c.installed()) {
		t.Fatal(out)
	}
	if out, _, _ := c.run("", "install"); out != c.installed()+" is up to date\n" {
		t.Fatal(out)
	}
	info, err := os.Stat(c.installed())
	if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o755 {
		t.Fatalf("%v, %v", info, err)
	}
	if left, err := os.ReadDir(filepath.Dir(c.installed())); err != nil || len(left) != 1 {
		t.Errorf("beside it are %v, %v", left, err)
	}
	c.run("", "clients", "add", "cursor")
	if command := c.entry(".cursor/mcp.json"); command[0] != c.installed() {
		t.Errorf("registered %q", command)
	}
}

// TestInstall_Running: a copy that runs is replaced, and goes on.
func TestInstall_Running(t *testing.T) {
	c := newComputer(t)
	c.run("", "install")
	running := c.command("--client", "cursor")
	running.Path = c.installed()
	p := c.launch(running)
	p.send(initialize)
	p.expect(`"id":1`)
	older, err := os.ReadFile(c.installed())
	if err != nil {
		t.Fatal(err)
	}
	newer := filepath.Join(c.home, "new", filepath.Base(c.installed()))
	if err := os.Mkdir(filepath.Dir(newer), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(newer, append(older, "of a newer version"...), 0o755); err != nil {
		t.Fatal(err)
	}
	update := c.command("install")
	update.Path = newer
	if out, err := update.CombinedOutput(); err != nil || !strings.HasPrefix(string(out), "installed ") {
		t.Fatalf("%s, %v", out, err)
	}
	if now, err := os.ReadFile(c.installed()); err != nil || !bytes.HasSuffix(now, []byte("of a newer version")) {
		t.Errorf("it was not replaced, %v", err)
	}
	p.send(saveLine(2, "still here"))
	p.expect("saved #1")
	p.end()
}

// TestInstall_SomethingElse: what is not a memtray-mcp is left alone, and not
// registered.
func TestInstall_SomethingElse(t *testing.T) {
	for name, make := range map[string]func(path string) error{
		"script": func(path string) error { return os.WriteFile(path, []byte("#!/bin/sh\necho theirs\n"), 0o755) },
		"folder": func(path string) error { return os.Mkdir(path, 0o755) },
		"link":   func(path string) error { return os.Symlink("/bin/ls", path) },
		"dead":   func(path string) error { return os.Symlink("/nowhere", path) },
	} {
		t.Run(name, func(t *testing.T) {
			c := newComputer(t)
			if err := os.MkdirAll(filepath.Dir(c.installed()), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := make(c.installed()); err != nil {
				t.Skip(err)
			}
			before, err := os.Lstat(c.installed())
			if err != nil {
				t.Fatal(err)
			}
			out, errs, code := c.run("", "install")
			if code != 1 || out != "" || !strings.Contains(errs, "something else than memtray-mcp") {
				t.Errorf("%d %s%s", code, out, errs)
			}
			if after, err := os.Lstat(c.installed()); err != nil || !os.SameFile(before, after) || after.ModTime() != before.ModTime() {
				t.Errorf("it is another one: %v", err)
			}
			if _, errs, code := c.run("", "clients", "add", "cursor"); code != 1 || !strings.Contains(errs, "temporary") {
				t.Errorf("registered: %d %s", code, errs)
			}
		})
	}
}

// TestRegistered_Environment: clients that clear the environment get the memories
// that the person's own programs have, wherever those are.
func TestRegistered_Environment(t *testing.T) {
	for name, set := range map[string]func(c *computer){
		"nothing":      func(c *computer) { c.data = "" },
		"MEMTRAY_HOME": func(c *computer) { c.data = filepath.Join(c.home, "my memories") },
		"XDG_DATA_HOME": func(c *computer) {
			c.data, c.env = "", append(c.env, "XDG_DATA_HOME="+filepath.Join(c.home, "xdg"))
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := newComputer(t)
			c.env = append(c.env, `LOCALAPPDATA=`+filepath.Join(c.home, `AppData\Local`))
			set(&c)
			c.must("install")
			c.must("clients", "add", "cursor")
			c.must("save", "from the terminal")
			command := c.entry(".cursor/mcp.json")
			bare := exec.Command(command[0], command[1:]...)
			bare.Env, bare.Dir = []string{"HOME=" + c.home, "USERPROFILE=" + c.home, "SYSTEMROOT=" + os.Getenv("SYSTEMROOT")}, c.dir
			bare.Stdin = strings.NewReader(initialize + saveLine(2, "from the client"))
			if out, err := bare.CombinedOutput(); err != nil || !strings.Contains(string(out), "saved #2 in project api") {
				t.Fatalf("%v: %s, %v", command, out, err)
			}
			if out := c.must("search", "client"); !strings.Contains(out, "from the client") {
				t.Errorf("the terminal finds %s", out)
			}
		})
	}
}

// entry returns the command that is registered in a client's JSON file.
func (c computer) entry(file string) []string {
	c.t.Helper()
	var config struct {
		Servers map[string]struct {
			Command string
			Args    []string
		} `json:"mcpServers"`
	}
	text, err := os.ReadFile(filepath.Join(c.home, file))
	if err == nil {
		err = json.Unmarshal(text, &config)
	}
	if err != nil {
		c.t.Fatal(err)
	}
	e := config.Servers["memtray"]
	return append([]string{e.Command}, e.Args...)
}

// TestInstall_LinkedHome: what is installed stays, also where the home folder is
// a link to a place that alone would not.
func TestInstall_LinkedHome(t *testing.T) {
	c := newComputer(t)
	link := filepath.Join(t.TempDir(), "home")
	if err := os.Symlink(c.home, link); err != nil {
		t.Skip(err)
	}
	c.home = link
	c.env = append(c.env, `LOCALAPPDATA=`+filepath.Join(c.home, `AppData\Local`), "TMPDIR="+os.TempDir())
	c.must("install")
	c.must("clients", "add", "cursor")
	if command := c.entry(".cursor/mcp.json"); command[0] != c.installed() {
		t.Errorf("registered %q", command)
	}
}
