package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"memtray/store"
	"memtray/store/sqlite"
)

// findings runs clients verify or doctor and returns the codes that were found.
func (c computer) findings(do, id string) (codes []string, code int) {
	c.t.Helper()
	out, errs, code := c.run("", "clients", do, id, "--json")
	var found struct {
		Clients []struct {
			ID       string
			OK       bool
			Findings []struct {
				Code, Weight, Text, Advice string
				Values                     map[string]string
			}
		}
	}
	if err := json.Unmarshal([]byte(out), &found); err != nil || len(found.Clients) != 1 || found.Clients[0].ID != id {
		c.t.Fatalf("%s, %v: %s", out, err, errs)
	}
	wrong := false
	for _, f := range found.Clients[0].Findings {
		codes = append(codes, f.Code)
		wrong = wrong || f.Weight == "wrong"
		if f.Text == "" || f.Weight == "wrong" && f.Advice == "" && f.Code != "broken" {
			c.t.Errorf("%+v", f)
		}
	}
	if wrong == found.Clients[0].OK || wrong != (code == 1) {
		c.t.Errorf("ok is %v, exit code %d: %v", found.Clients[0].OK, code, codes)
	}
	return codes, code
}

// find checks which codes are found.
func (c computer) find(do, id string, want ...string) {
	c.t.Helper()
	if got, _ := c.findings(do, id); !slices.Equal(got, want) {
		c.t.Errorf("%s %s found %v, want %v", do, id, got, want)
	}
}

// TestClientsVerify: what is registered is read back, and started as the client
// would.
func TestClientsVerify(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the faulty programs are scripts")
	}
	c := newComputer(t)
	c.must("install")
	c.find("verify", "cursor", "not_installed")
	c.must("clients", "add", "cursor")
	c.find("verify", "cursor", "registered", "answers", "same_store")
	if out := c.must("clients", "verify"); !strings.Contains(out, "Cursor\n  ok ") || strings.Contains(out, "Claude") {
		t.Errorf("it prints %s", out)
	}

	file := filepath.Join(c.home, ".cursor", "mcp.json")
	entry, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	edit := func(old, new string) {
		t.Helper()
		text := strings.Replace(string(entry), old, new, 1)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	edit(c.data, c.data+"2")
	c.find("verify", "cursor", "elsewhere", "answers", "other_store")
	if _, err := os.Lstat(c.data + "2"); !os.IsNotExist(err) {
		t.Errorf("looking made a data folder: %v", err)
	}
	edit(`"command"`, `"disabled": true, "command"`)
	c.find("verify", "cursor", "off", "registered", "answers", "same_store")
	if out := c.must("clients", "list"); !strings.Contains(out, "mcp.json (switched off there)\n") && !strings.Contains(out, "mcp.json (switched off there) ") {
		t.Errorf("the list says %s", out)
	}
	edit(c.installed(), "/bin/cat")
	c.find("verify", "cursor", "foreign")
	out := c.must("clients", "snippet", "cursor", "--http", "http://127.0.0.1:47631/v1/mcp")
	if err := os.WriteFile(file, []byte(out), 0o600); err != nil {
		t.Fatal(err)
	}
	c.find("verify", "cursor", "address")
	edit("{", "{}")
	c.find("verify", "cursor", "broken")
	if err := os.WriteFile(file, []byte("{}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c.find("verify", "cursor", "missing")
	c.must("clients", "repair")
	c.find("verify", "cursor", "registered", "answers", "same_store")

	for text, says := range map[string]string{
		"echo hello; cat": "no answer",
		"exit 3":          "exit status 3",
		"echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"serverInfo\":{\"name\":\"other\"}}}'; cat": "not Memtray",
	} {
		script := filepath.Join(c.home, "memtray-mcp")
		if err := os.WriteFile(script, []byte("#!/bin/sh\n"+text+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		edit(c.installed(), script)
		c.find("verify", "cursor", "elsewhere", "silent")
		if out, _, _ := c.run("", "clients", "verify", "cursor"); !strings.Contains(out, says) {
			t.Errorf("of %q it says %s", text, out)
		}
	}
	edit("", "")
	program, err := os.ReadFile(c.installed())
	if err == nil {
		err = os.WriteFile(c.installed()+"2", append(program, "of another build"...), 0o755)
	}
	if err == nil {
		err = os.Rename(c.installed()+"2", c.installed())
	}
	if err != nil {
		t.Fatal(err)
	}
	c.find("verify", "cursor", "registered", "answers", "other_copy", "same_store")
	if err := os.Remove(c.installed()); err != nil {
		t.Fatal(err)
	}
	c.find("verify", "cursor", "elsewhere", "gone")
}

// TestClientsDoctor: why nothing arrives, from the client's first start on.
func TestClientsDoctor(t *testing.T) {
	c := newComputer(t)
	c.must("install")
	if out := c.must("clients", "doctor"); !strings.HasPrefix(out, "no AI client was found") {
		t.Errorf("without clients: %s", out)
	}
	c.must("clients", "add", "cursor")
	registered := []string{"registered", "answers", "same_store"}
	for range 2 { // looking leaves no trace
		c.find("doctor", "cursor", append(registered, "never_started")...)
	}
	p := c.start("--client", "cursor")
	p.send(initialize)
	p.expect(`"id":1`)
	for deadline := time.Now().Add(5 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		if codes, _ := c.findings("doctor", "cursor"); slices.Contains(codes, "connected") {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("it is never seen as connected")
		}
	}
	c.find("doctor", "cursor", append(registered, "connected", "never_called", "nothing_saved")...)
	p.send(saveLine(2, "it arrives"))
	p.expect("saved #1 in project api")
	p.end()
	c.find("doctor", "cursor", append(registered, "last_seen", "called", "last_project")...)
	if out := c.must("clients", "doctor"); !strings.Contains(out, "its newest memory is in project api") || !strings.Contains(out, "it made 1 calls in 30 days") {
		t.Errorf("it prints %s", out)
	}

	s, err := sqlite.Open(context.Background(), sqlite.Options{Home: c.data})
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{
		s.SetTrust(t.Context(), "cursor", store.PausedTrust), s.SetSetting(t.Context(), store.SettingPausedUntil, store.Forever),
		s.SetSetting(t.Context(), store.SettingExclusions, "~/a/**\n~/b/**\n"), s.Close(),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	c.find("doctor", "cursor", append(registered, "last_seen", "called", "last_project", "trust_paused", "exclusions", "saving_paused")...)
}
