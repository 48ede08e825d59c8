package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memtray/store"
)

func requestLine(id int, method, params string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":{%s}}`+"\n", id, method, params)
}

// skill writes a skill with one prompt, all of it at once.
func (c computer) skill(name, prompt string) {
	c.t.Helper()
	dir := filepath.Join(c.data, "skills", ".begun")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		c.t.Fatal(err)
	}
	text := "---\ndescription: of a test\nprompts:\n  - name: " + prompt + "\n---\nDo it.\n"
	if err := os.WriteFile(filepath.Join(dir, "SKILL.md"), []byte(text), 0o600); err != nil {
		c.t.Fatal(err)
	}
	if err := os.Rename(dir, filepath.Join(c.data, "skills", name)); err != nil {
		c.t.Fatal(err)
	}
}

// expectAll waits for a line with each of these parts, in any order.
func (p *process) expectAll(parts ...string) {
	p.t.Helper()
	var got []string
	for range parts {
		got = append(got, p.next())
	}
	for _, part := range parts {
		if !strings.Contains(strings.Join(got, "\n"), part) {
			p.t.Errorf("got %v, want %s", got, part)
		}
	}
}

// TestSubscriptions: a client of one process is told what another one changes.
func TestSubscriptions(t *testing.T) {
	c := newComputer(t)
	c.run(initialize+saveLine(2, "the first"), "--client", "claude-code")
	p := c.start("--client", "claude-code")
	p.send(initialize)
	p.expect(`"id":1`)
	for i, uri := range []string{"memory/1", "memory/99", "context"} {
		p.send(requestLine(10+i, "resources/subscribe", `"uri":"memtray://`+uri+`"`))
		p.expect([]string{`"id":10,"result"`, `"id":11,"error":{"code":-32602`, `"id":12,"result"`}[i])
	}
	other := c.start("--client", "cursor")
	other.send(initialize)
	other.expect(`"id":1`)
	other.send(requestLine(2, "tools/call", `"name":"memory_update","arguments":{"id":1,"body":"the first, corrected"}`))
	other.expect(`"id":2,"result"`)
	p.expectAll(`updated","params":{"uri":"memtray://memory/1"}`, `updated","params":{"uri":"memtray://context"}`)
	other.send(requestLine(3, "tools/call", `"name":"memory_note","arguments":{"text":"corrected it"}`))
	other.expect(`"id":3,"result"`)
	p.expect(`updated","params":{"uri":"memtray://context"}`)

	p.send(requestLine(20, "prompts/list", ``))
	p.expect(`"id":20,"result"`)
	p.send(requestLine(21, "resources/list", ``))
	p.expect(`"id":21,"result"`)
	c.skill("a_b", "c_d")
	p.expectAll("notifications/prompts/list_changed", "notifications/resources/list_changed", `updated","params":{"uri":"memtray://context"}`)
	p.send(requestLine(22, "prompts/get", `"name":"skill_a_b_c_d"`))
	p.expect("Do it.")

	s := c.store()
	w := store.DocumentWrite{Name: "goals", Mode: store.Replace, Text: "Ship."}
	if _, err := s.WriteDocument(t.Context(), store.Author{Kind: store.Person, Process: "window"}, w); err != nil {
		t.Fatal(err)
	}
	p.expectAll("notifications/resources/list_changed", `updated","params":{"uri":"memtray://context"}`)
	other.end()
	p.end()
}

// TestSubscriptions_Listen: the same in the era without initialize; a listener
// keeps no process alive.
func TestSubscriptions_Listen(t *testing.T) {
	c := newComputer(t)
	c.run(initialize+saveLine(2, "the first"), "--client", "claude-code")
	p := c.start("--client", "claude-code")
	p.send(requestLine(1, "subscriptions/listen", `"notifications":{"promptsListChanged":true,"resourceSubscriptions":["memtray://memory/1"]},`+newEra))
	p.expect("notifications/subscriptions/acknowledged")
	c.skill("one", "p")
	p.expect("notifications/prompts/list_changed")
	c.run(initialize+requestLine(2, "tools/call", `"name":"memory_delete","arguments":{"ids":1}`), "--client", "cursor")
	p.expect(`"uri":"memtray://memory/1"`)
	p.send(requestLine(2, "resources/read", `"uri":"memtray://memory/1",`+newEra))
	p.expect(`"id":2,"error":{"code":-32602,"message":"Resource not found"`)
	p.end()
}
