package clients

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestGeneratedTOML checks edits of documents in every layout. Most of them are
// valid; the others must be refused.
func TestGeneratedTOML(t *testing.T) {
	taken := 0
	const n = 1_500
	for seed := range uint64(n) {
		text, command := generatedTOML(seed)
		if checkEdit(t, text, find(t, "codex"), Shim{Command: command}, decodeTOML) {
			taken++
		}
	}
	if taken < n/2 {
		t.Fatalf("only %d of %d were taken", taken, n)
	}
}

// generatedTOML is a configuration and the command that is registered.
func generatedTOML(seed uint64) (text, command string) {
	g := tomlGenerator{rand.New(rand.NewPCG(seed, 3))}
	command = g.pick("/opt/my programs/memtray-mcp", `C:\Users\o'neil\memtray-mcp.exe`, "/记忆/memtray-mcp")
	text = g.document()
	switch g.IntN(6) {
	case 0:
		text = strings.TrimSuffix(text, "\n")
	case 1:
		text += g.pick("# end", "\n\n", " \t")
	}
	if g.odds(4) {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	return g.pick("", "", "", "\ufeff") + text, command
}

type tomlGenerator struct{ *rand.Rand }

func (g tomlGenerator) odds(n int) bool              { return g.IntN(n) == 0 }
func (g tomlGenerator) pick(choice ...string) string { return choice[g.IntN(len(choice))] }

// document is keys at the top, and tables, among them those of servers.
func (g tomlGenerator) document() string {
	var tables []string
	for i := range g.IntN(4) {
		tables = append(tables, g.note()+fmt.Sprintf(g.pick("[t%d]", "[\"t.%d\"]", "[[l%d]]", "[t%d.a . 'b c']", "[mcp_servers.s%d]", "[ mcp_servers . \"s%d\".env ]"), i)+g.end()+g.keys(i))
	}
	top := g.keys(9)
	switch g.IntN(5) {
	case 0:
		tables = append(tables, g.ours()...)
	case 1:
		top += g.pick("mcp_servers.d.command = 'x'\n", "mcp_servers.memtray.command = 'memtray-mcp'\nmcp_servers.memtray.env.A = '\\'\n", "mcp_servers = { a = {} }\n", "mcp_servers = 1\n")
	case 2:
		tables = append(tables, "[mcp_servers]\n"+g.pick("", "memtray = { command = '/a/memtray-mcp', enabled = false } # c\n", "memtray.command = 'memtray-mcp'\n", "other.command = 'x'\n", "memtray = 5\n"))
	}
	g.Shuffle(len(tables), func(i, j int) { tables[i], tables[j] = tables[j], tables[i] })
	return top + strings.Join(tables, g.pick("", "\n"))
}

// ours is an entry of an older version, in one table or several.
func (g tomlGenerator) ours() []string {
	keys := []string{"command = " + g.pick("'/old/memtray-mcp'", `"C:\\x\\memtray-mcp.exe" # why`, "'''memtray-mcp'''", "\"\"\"\nmemtray-mcp\"\"\"")}
	if g.odds(2) {
		keys = append(keys, "args = "+g.pick("[]", "[\n  \"a\", # c\n  'b',\n]", "['--client', \"codex\"]"))
	}
	if g.odds(2) {
		keys = append(keys, g.pick("enabled = false", "startup_timeout_sec = 5", "env.A = 'b'", "# a comment"))
	}
	g.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
	tables := []string{g.note() + g.pick("[mcp_servers.memtray]", `[ "mcp_servers" . 'memtray' ]`) + g.end() + strings.Join(keys, "\n") + "\n"}
	if g.odds(3) {
		tables = append(tables, "[mcp_servers.memtray."+g.pick("env", "tools.save", "http_headers")+"]\n"+g.keys(8))
	}
	return tables
}

func (g tomlGenerator) note() string { return g.pick("", "", "# [mcp_servers.memtray]\n", "\n# c\n") }
func (g tomlGenerator) end() string  { return g.pick("\n", "\n", " # c\n", "\n\n") }

func (g tomlGenerator) keys(n int) string {
	var b strings.Builder
	for i := range g.IntN(3) {
		fmt.Fprintf(&b, g.pick("a%d%d", "\"b c.%d%d\"", "d.e%d%d", "'é%d%d'")+" = %s%s", n, i, g.value(), g.end())
	}
	return b.String()
}

func (g tomlGenerator) value() string {
	return g.pick("1", "0xff", "-1e9", "nan", "-inf", "true", "1979-05-27T07:32:00-08:00", "1979-05-27", "07:32:00", `"\u00e9\t"`, `'C:\dir'`,
		"\"\"\"\n[mcp_servers.memtray]\ncommand = 'x'\n\"\"\"", "'''\n# x'''", "[]", "[1, [2, 'a'], {b = 3}]", "[\n  1, # c\n  2,\n]", "{}", "{ a.b = 1, c = '[d]' }", `"memtray"`)
}
