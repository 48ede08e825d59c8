package mcpserver

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"memtray/store"
	"memtray/store/recall"
)

// wire is a client that speaks lines of JSON with a server, and writes down all
// that is said.
type wire struct {
	t     *testing.T
	in    io.Writer
	lines chan string
	said  strings.Builder
	id    int
	meta  string // what each request has besides its own parameters
}

// newWire starts a server on the lines of a pipe, over the store of s.
func newWire(t *testing.T, s *session, meta string) *wire {
	s.client.Close()
	s.server = New(s.server.opts)
	s.server.mark = func() string { return "f00d" }
	s.server.watchEvery = 10 * time.Millisecond
	fromClient, in := io.Pipe()
	out, toClient := io.Pipe()
	w := &wire{t: t, in: in, lines: make(chan string, 100), meta: meta}
	ended := make(chan error, 1)
	go func() { ended <- s.server.RunStdio(context.Background(), fromClient, toClient) }()
	go func() {
		r := bufio.NewScanner(out)
		r.Buffer(nil, 1<<20)
		for r.Scan() {
			w.lines <- r.Text()
		}
	}()
	t.Cleanup(func() {
		in.Close()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return w
}

// maxToolList bounds tools/list as a whole line. It is below 8 KiB because the
// version of a program that is not released yet is longer.
const maxToolList = 8000

// send writes a line that is not answered.
func (w *wire) send(line string) {
	w.t.Helper()
	written := line
	if w.id > 1 && w.meta != "" {
		written = strings.Replace(line, w.meta, `"_meta":{…}`, 1) // as in the first request
	}
	fmt.Fprintf(&w.said, "> %s\n", written)
	if _, err := io.WriteString(w.in, line+"\n"); err != nil {
		w.t.Fatal(err)
	}
}

// hear writes down one line of the server.
func (w *wire) hear() {
	w.t.Helper()
	select {
	case line := <-w.lines:
		if strings.Contains(line, `"inputSchema"`) && len(line) > maxToolList {
			w.t.Errorf("tools/list has %d bytes on this wire; every session pays for them", len(line))
		}
		fmt.Fprintf(&w.said, "< %s\n\n", shortened(w.t, line))
	case <-time.After(5 * time.Second):
		w.t.Fatalf("no answer to:\n%s", w.said.String())
	}
}

// ask sends a request and hears one line. Params are the inside of an object.
func (w *wire) ask(method, params string) {
	w.t.Helper()
	w.request(method, params)
	w.hear()
}

func (w *wire) request(method, params string) {
	w.t.Helper()
	w.id++
	if params != "" && w.meta != "" {
		params += ","
	}
	w.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":{%s%s}}`, w.id, method, params, w.meta))
}

// shortened leaves out of a line what other goldens hold: the schemas of tools
// and the instructions.
func shortened(t *testing.T, line string) string {
	t.Helper()
	var msg map[string]any
	dec := json.NewDecoder(strings.NewReader(line))
	dec.UseNumber()
	if err := dec.Decode(&msg); err != nil {
		t.Fatalf("%q: %v", line, err)
	}
	if result, ok := msg["result"].(map[string]any); ok {
		if _, ok := result["instructions"]; ok {
			result["instructions"] = "…"
		}
		if meta, ok := result["_meta"].(map[string]any); ok && string(msg["id"].(json.Number)) != "1" {
			delete(meta, "io.modelcontextprotocol/serverInfo") // as in the first answer
		}
		tools, _ := result["tools"].([]any)
		for i, tool := range tools {
			tools[i] = tool.(map[string]any)["name"]
		}
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(msg); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(b.String())
}

// changes edits memory 1 as another process does, with what the client hears of it.
func (s *session) changes(other *recall.Recall, body string) {
	s.t.Helper()
	_, err := other.Change(s.t.Context(), store.Author{Kind: store.Person, Process: "window"}, recall.Change{IDs: []int64{1}, Body: &body})
	if err != nil {
		s.t.Fatal(err)
	}
}

// visit is what both eras have in common: tools, resources, prompts, completion
// and errors.
func (w *wire) visit() {
	w.t.Helper()
	for _, one := range [][2]string{
		{"tools/list", ``},
		{"tools/call", `"name":"memory_save","arguments":{"body":"Retries stop after five.","kind":"fact"}`},
		{"tools/call", `"name":"memory_search","arguments":{"query":"pool"}`},
		{"tools/call", `"name":"memory_get","arguments":{"ids":["#1"]}`},
		{"tools/call", `"name":"memory_get","arguments":{"names":["doc:profile","skill:周报","day:2026-11-27"]}`},
		{"tools/call", `"name":"memory_get","arguments":{"id":1}`},
		{"tools/call", `"name":"memory_context","arguments":{"budget":400}`},
		{"tools/call", `"name":"memory_timeline","arguments":{"id":2,"before":1,"after":1}`},
		{"tools/call", `"name":"memory_update","arguments":{"id":6,"revision":1,"tags":["retry"]}`},
		{"tools/call", `"name":"memory_update","arguments":{"id":6,"revision":1,"body":"Retries stop after six."}`},
		{"tools/call", `"name":"memory_note","arguments":{"text":"重试改好了。"}`},
		{"tools/call", `"name":"memory_document","arguments":{"name":"profile","text":"Likes tea."}`},
		{"tools/call", `"name":"memory_delete","arguments":{"ids":"#6","reason":"not so"}`},
		{"tools/call", `"name":"memory_wipe","arguments":{}`},
		{"resources/list", ``},
		{"resources/list", `"cursor":"garbage"`},
		{"resources/templates/list", ``},
		{"resources/read", `"uri":"memtray://memory/2"`},
		{"resources/read", `"uri":"memtray://skill/weekly_report/references/format.md"`},
		{"resources/read", `"uri":"memtray://memory/4"`},
		{"resources/read", `"uri":"memtray://skill/broken/SKILL.md"`},
		{"prompts/list", ``},
		{"prompts/get", `"name":"recall","arguments":{"topic":"pool"}`},
		{"prompts/get", `"name":"recall"`},
		{"prompts/get", `"name":"skill_weekly_report_write_up","arguments":{"week":"last week"}`},
		{"prompts/get", `"name":"sleep"`},
		{"completion/complete", `"ref":{"type":"ref/prompt","name":"recall"},"argument":{"name":"topic","value":"po"}`},
		{"completion/complete", `"ref":{"type":"ref/resource","uri":"memtray://document/{name}"},"argument":{"name":"name","value":""}`},
		{"completion/complete", `"ref":{"type":"ref/prompt","name":"sleep"},"argument":{"name":"x","value":""}`},
		{"memories/wipe", ``},
	} {
		w.ask(one[0], one[1])
	}
	w.send(`{"jsonrpc":"2.0",`)
	w.hear()
	w.send(`[]`)
	w.hear()
}

// TestTranscript_2025_11_25 keeps a whole session of the era of initialize.
func TestTranscript_2025_11_25(t *testing.T) {
	s := furnished(t)
	other := s.elsewhere()
	w := newWire(t, s, "")
	w.ask("tools/list", ``)
	w.ask("initialize", `"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"tester","version":"1"}`)
	w.send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	w.ask("ping", ``)
	w.visit()
	w.ask("resources/subscribe", `"uri":"memtray://memory/1"`)
	w.ask("resources/subscribe", `"uri":"memtray://memory/4"`)
	s.changes(other, "Use pgx.")
	w.hear()
	w.ask("resources/read", `"uri":"memtray://memory/1"`)
	w.ask("resources/unsubscribe", `"uri":"memtray://memory/1"`)
	s.skillFile("weekly_report", "SKILL.md", "---\ndescription: Without prompts\n---\nText.\n")
	w.hearBoth()
	w.ask("logging/setLevel", `"level":"debug"`)
	w.ask("initialize", `"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"tester","version":"1"}`)
	golden(t, "session_2025-11-25.txt", w.said.String())
}

// hearBoth hears that both lists changed, in either order.
func (w *wire) hearBoth() {
	w.t.Helper()
	var two []string
	for range 2 {
		select {
		case line := <-w.lines:
			two = append(two, shortened(w.t, line))
		case <-time.After(5 * time.Second):
			w.t.Fatalf("only heard of %v", two)
		}
	}
	fmt.Fprintf(&w.said, "< %s\n< %s\n\n", min(two[0], two[1]), max(two[0], two[1]))
}

// TestTranscript_2026_07_28 keeps a whole session of the era without initialize.
func TestTranscript_2026_07_28(t *testing.T) {
	s := furnished(t)
	other := s.elsewhere()
	w := newWire(t, s, `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"tester","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`)
	w.ask("server/discover", ``)
	w.visit()
	w.request("subscriptions/listen", `"notifications":{"promptsListChanged":true,"resourcesListChanged":true,"resourceSubscriptions":["memtray://memory/1","memtray://memory/4"]}`)
	listen := w.id
	w.hear()
	s.changes(other, "Use pgx.")
	w.hear()
	s.skillFile("weekly_report", "SKILL.md", "---\ndescription: Without prompts\n---\nText.\n")
	w.hearBoth()
	w.send(fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}`, listen))
	w.hear()
	for _, gone := range []string{"ping", "resources/subscribe", "initialize"} {
		w.ask(gone, `"uri":"memtray://memory/1"`)
	}
	golden(t, "session_2026-07-28.txt", w.said.String())
}
