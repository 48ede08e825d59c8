package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// answer is what a request or a wrong line got: code 0 is a result.
type answer struct {
	id   string // as JSON
	code int64
}

// read waits for n answers, in any order.
func (p *process) read(n int) []answer {
	p.t.Helper()
	var all []answer
	timeout := time.After(10 * time.Second)
	for len(all) < n {
		select {
		case line, ok := <-p.lines:
			if !ok {
				p.t.Fatalf("ended after %d of %d answers", len(all), n)
			}
			var head struct {
				ID    json.RawMessage
				Error struct {
					Code    int64
					Message string
				}
			}
			if err := json.Unmarshal([]byte(line), &head); err != nil || !utf8.ValidString(line) {
				p.t.Fatalf("answered %q: %v", line, err)
			}
			if len(head.Error.Message) > 1000 {
				p.t.Errorf("a message of %d bytes", len(head.Error.Message))
			}
			all = append(all, answer{string(head.ID), head.Error.Code})
		case <-timeout:
			p.t.Fatalf("%d of %d answers: %v", len(all), n, all)
		}
	}
	return all
}

const newEra = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"tester","version":"1"}}`

// TestAbuse sends what no client should: every line is answered as it deserves,
// and the process goes on.
func TestAbuse(t *testing.T) {
	const (
		parse, invalid, method, params = -32700, -32600, -32601, -32602
		ping                           = `{"jsonrpc":"2.0","id":5,"method":"ping"}`
		note                           = `{"jsonrpc":"2.0","method":"notifications/unheard"}`
		search                         = `{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"memory_search","arguments":{"query":"x"}}}`
	)
	one := func(id string, code int64) []answer { return []answer{{id, code}} }
	nobody := func(code int64) []answer { return one("null", code) }
	good := one("5", 0)
	with := func(id string) string { return strings.Replace(ping, "5", id, 1) }
	inSession, cold := initialize, ""

	for _, row := range []struct {
		name, before, sent string
		want               []answer
	}{
		{"no JSON", inSession, "garbage", nobody(parse)},
		{"NUL bytes", inSession, "\x00\x00", nobody(parse)},
		{"half an object", inSession, `{"jsonrpc":"2.0","id":5,`, nobody(parse)},
		{"two messages on a line", inSession, ping + ping, nobody(parse)},
		{"two messages with a space", inSession, ping + " " + ping, nobody(parse)},
		{"wrong version", inSession, strings.Replace(ping, "2.0", "1.0", 1), one("5", invalid)},
		{"no version", inSession, `{"id":5,"method":"ping"}`, one("5", invalid)},
		{"number", inSession, `42`, nobody(invalid)},
		{"null", inSession, `null`, nobody(invalid)},
		{"text", inSession, `"ping"`, nobody(invalid)},
		{"empty object", inSession, `{}`, nobody(invalid)},
		{"no method", inSession, `{"jsonrpc":"2.0","id":5}`, one("5", invalid)},
		{"method is a number", inSession, `{"jsonrpc":"2.0","id":5,"method":7}`, one("5", invalid)},
		{"object as id", inSession, with(`{}`), nobody(invalid)},
		{"list as id", inSession, with(`[5]`), nobody(invalid)},
		{"null as id", inSession, with(`null`), nobody(invalid)},
		{"fraction as id", inSession, with(`1.5`), nobody(invalid)},
		{"inexact id", inSession, with(`9007199254740993`), nobody(invalid)},
		{"endless id", inSession, with(`"` + strings.Repeat("x", 300) + `"`), nobody(invalid)},
		{"text as id", inSession, with(`"é"`), one(`"é"`, 0)},
		{"negative id", inSession, with(`-5`), one("-5", 0)},
		{"invalid UTF-8 as id", inSession, with("\"\xff\""), one(`"`+"\ufffd"+`"`, 0)},
		{"invalid UTF-8 as id of nothing", inSession, `{"jsonrpc":"2.0","id":"` + "\xff" + `"}`, one(`"`+"\ufffd"+`"`, invalid)},
		{"answer to nothing", inSession, `{"jsonrpc":"2.0","id":5,"result":{}}`, nil},

		{"BOM first", cold, "\ufeff" + strings.TrimSpace(initialize), one("1", 0)},
		{"BOM later", inSession, "\ufeff" + ping, nobody(parse)},
		{"blank lines", inSession, "\n \n\t\n" + ping + "\n\n", good},
		{"CRLF", inSession, ping + "\r\n\r", good},
		{"pretty-printed", inSession, "{\n\"jsonrpc\": \"2.0\",\n\"id\": 5,\n\"method\": \"ping\"\n}", slices.Repeat(nobody(parse), 5)},
		{"invalid UTF-8 in a text", inSession, "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"tools/call\",\"params\":{\"name\":\"memory_save\",\"arguments\":{\"body\":\"caf\xe9\"}}}", good},
		{"lone surrogate", inSession, strings.Replace(search, `"x"`, `"\ud800"`, 1), good},

		{"50 MB", inSession, strings.Repeat("x", 50<<20), nobody(invalid)},
		{"15 MB", inSession, `{"jsonrpc":"2.0","id":5,"method":"` + strings.Repeat("x", 15<<20) + `"}`, nobody(invalid)},
		{"5 MB", inSession, strings.Replace(search, `"x"`, `"`+strings.Repeat("x", 5<<20)+`"`, 1), good},
		{"deep arrays", inSession, strings.Repeat("[", 200_000) + strings.Repeat("]", 200_000), nobody(parse)},
		{"deep arguments", inSession, strings.Replace(search, `"x"`, strings.Repeat("[", 200_000)+strings.Repeat("]", 200_000), 1), nobody(parse)},
		{"rather deep arguments", inSession, strings.Replace(search, `"x"`, strings.Repeat("[", 9_000)+strings.Repeat("]", 9_000), 1), one("5", invalid)},

		{"empty batch", inSession, `[]`, nobody(invalid)},
		{"batch", inSession, `[` + ping + `,` + ping + `]`, nobody(invalid)},
		{"batch of notifications", inSession, `[` + note + `]`, nobody(invalid)},
		{"batch of anything", inSession, `[1,null]`, nobody(invalid)},
		{"batch where it was allowed", strings.Replace(initialize, "2025-11-25", "2025-03-26", 1), `[` + ping + `]`, nobody(invalid)},

		{"unknown method", inSession, `{"jsonrpc":"2.0","id":5,"method":"no/such"}`, one("5", method)},
		{"empty method", inSession, `{"jsonrpc":"2.0","id":5,"method":""}`, one("5", method)},
		{"unknown notification", inSession, note, nil},
		{"call as a notification", inSession, strings.Replace(search, `"id":5,`, ``, 1), nil},
		{"unknown tool", inSession, strings.Replace(search, "search", "sing", 1), one("5", params)},
		{"text as params", inSession, `{"jsonrpc":"2.0","id":5,"method":"tools/call","params":"x"}`, one("5", params)},
		{"no params", inSession, `{"jsonrpc":"2.0","id":5,"method":"tools/call"}`, one("5", invalid)},
		{"text as arguments", inSession, strings.Replace(search, `{"query":"x"}`, `"x"`, 1), good},

		{"call before initialize", cold, search, one("5", invalid)},
		{"list before initialize", cold, `{"jsonrpc":"2.0","id":5,"method":"tools/list"}`, one("5", invalid)},
		{"call of the new era", cold, strings.Replace(search, `}}}`, `},`+newEra+`}}`, 1), good},
		{"version of no era", cold, strings.Replace(search, `}}}`, `},`+strings.Replace(newEra, "2026-07-28", "2099-01-01", 1)+`}}`, 1), one("5", -32022)},
		{"initialize twice", inSession, strings.Replace(initialize, `"id":1`, `"id":5`, 1), one("5", invalid)},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			p := newComputer(t).start()
			p.send(row.before)
			if row.before != "" {
				p.read(1)
			}
			p.send(row.sent + "\n")
			got := p.read(len(row.want))
			if !slices.Equal(got, row.want) {
				t.Errorf("answered %v, want %v", got, row.want)
			}
			p.send(with(`"alive"`) + "\n")
			if got := p.read(1); got[0] != (answer{`"alive"`, 0}) {
				t.Errorf("then answered %v", got)
			}
			bound := 60 << 20
			if row.name == "5 MB" {
				bound = 100 << 20 // it is read, not skipped
			}
			if peak := peakMemory(t, p.cmd.Process.Pid); peak > bound {
				t.Errorf("took %d MB", peak>>20)
			}
			p.end()
		})
	}
}

// TestManyReads: a thousand requests at once are all answered.
func TestManyReads(t *testing.T) {
	c := newComputer(t)
	p := c.start("--client", "claude-code")
	p.send(initialize + saveLine(2, "owls hunt at night"))
	p.read(2)
	var all strings.Builder
	for id := range 1000 {
		fmt.Fprintf(&all, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"memory_search","arguments":{"query":"owls"}}}`+"\n", id+10)
	}
	go io.WriteString(p.in, all.String()) // or answers are missing
	seen := map[answer]bool{}
	for _, a := range p.read(1000) {
		seen[a] = true
	}
	for id := range 1000 {
		if !seen[answer{fmt.Sprint(id + 10), 0}] {
			t.Fatalf("request %d has no result", id+10)
		}
	}
	p.end()
}

// TestManySaves: fifty saves at once in one process are all stored.
func TestManySaves(t *testing.T) {
	c := newComputer(t)
	p := c.start("--client", "claude-code")
	p.send(initialize)
	p.read(1)
	var all strings.Builder
	for id := range 50 {
		all.WriteString(saveLine(id+10, fmt.Sprintf("parallel %d", id)))
	}
	p.send(all.String())
	for _, a := range p.read(50) {
		if a.code != 0 {
			t.Errorf("request %s: code %d", a.id, a.code)
		}
	}
	p.end()
	c.holds(50)
}

// holds checks how many memories are stored.
func (c computer) holds(want int) {
	c.t.Helper()
	out, errs, _ := c.run("", "search", "--all", "--json")
	var found struct{ Total int }
	if err := json.Unmarshal([]byte(out), &found); err != nil || found.Total != want {
		c.t.Errorf("%d are stored, want %d: %v %s", found.Total, want, err, errs)
	}
}
