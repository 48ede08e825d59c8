package clients

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestGenerated checks edits of documents that are all valid, in every layout.
func TestGenerated(t *testing.T) {
	n := 4_000
	if testing.Short() {
		n = 2_000
	}
	for seed := range uint64(n) {
		g := generator{rand.New(rand.NewPCG(seed, 1)), "\n", false}
		if g.odds(3) {
			g.newline = "\r\n"
		}
		g.tight = g.odds(3)
		text := g.document()
		shim := Shim{Command: "/opt/my programs/memtray-mcp"}
		if g.odds(2) {
			shim.Home = `/data/"记忆"`
		}
		if !checkEdit(t, text, find(t, []string{"claude-code", "cursor"}[seed%2]), shim) {
			t.Fatalf("seed %d: refused:\n%s", seed, text)
		}
	}
}

// generator writes random configurations.
type generator struct {
	*rand.Rand
	newline string
	tight   bool // no white space at all
}

func (g generator) odds(n int) bool { return g.IntN(n) == 0 }

// gap is random white space.
func (g generator) gap() string {
	if g.tight {
		return ""
	}
	return []string{"", "", " ", g.newline, g.newline + "  ", g.newline + "\t\t", "\t", g.newline + g.newline}[g.IntN(8)]
}

func (g generator) document() string {
	members := g.members(2)
	if g.odds(2) {
		servers := g.object(g.servers())
		if g.odds(5) {
			servers = "null"
		}
		at := g.IntN(len(members) + 1)
		members = append(members[:at:at], append([]string{g.member(`"mcpServers"`, servers)}, members[at:]...)...)
	}
	text := g.gap() + g.object(members) + g.gap()
	if g.odds(4) {
		text = "\ufeff" + text
	}
	return text
}

func (g generator) servers() []string {
	list := g.members(1)
	if g.odds(4) {
		ours := g.object([]string{g.member(`"command"`, `"/old/memtray-mcp"`), g.member(`"env"`, g.object(g.members(0)))})
		at := g.IntN(len(list) + 1)
		list = append(list[:at:at], append([]string{g.member(`"memtray"`, ours)}, list[at:]...)...)
	}
	return list
}

func (g generator) member(name, value string) string {
	return name + g.gap() + ":" + g.gap() + value
}

func (g generator) object(members []string) string {
	return "{" + g.gap() + strings.Join(members, g.gap()+","+g.gap()) + g.gap() + "}"
}

func (g generator) members(depth int) []string {
	list := make([]string, g.IntN(4))
	for i := range list {
		name := []string{`"mem`, `"memtray\t`, `"中`, `"\u006d`, `"m`, `"}{`}[g.IntN(6)]
		list[i] = g.member(fmt.Sprintf(`%s%d"`, name, i), g.value(depth))
	}
	return list
}

func (g generator) value(depth int) string {
	if depth > 0 && g.odds(2) {
		if g.odds(2) {
			return g.object(g.members(depth - 1))
		}
		return "[" + g.gap() + g.value(depth-1) + g.gap() + "," + g.value(depth-1) + "]"
	}
	return []string{"null", "true", "-0.5e+10", `""`, `"mcpServers"`, `"\"memtray\": {"`, "{}", "[]", `"😀\ud83d"`}[g.IntN(9)]
}
