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
	clients := jsonClients()
	for seed := range uint64(n) {
		c := clients[seed%uint64(len(clients))]
		g := newGenerator(seed, c)
		text := g.document()
		shim := Shim{Command: "/opt/my programs/memtray-mcp"}
		if g.odds(2) {
			shim.Home = `/data/"记忆"`
		}
		if !checkEdit(t, text, c, shim, decodeJSON) {
			t.Fatalf("seed %d: %s refused:\n%s", seed, c.Name, text)
		}
	}
}

// generator writes random configurations of a client.
type generator struct {
	*rand.Rand
	client   Client
	newline  string
	tight    bool // no white space at all
	comments bool
	commas   bool // after the last item, now and then
}

func newGenerator(seed uint64, c Client) generator {
	g := generator{Rand: rand.New(rand.NewPCG(seed, 1)), client: c, newline: "\n"}
	if g.odds(3) {
		g.newline = "\r\n"
	}
	g.tight = g.odds(3)
	g.comments = g.odds(2) && takes(c, "{//\n}")
	g.commas = g.odds(2) && takes(c, `{"a":1,}`)
	return g
}

// takes reports whether a client's format takes a text.
func takes(c Client, text string) bool {
	_, err := c.server.format.parsed(file{exists: true, data: []byte(text)}, wanted{path: c.server.path, shape: c.server.shape})
	return err == nil
}

func (g generator) odds(n int) bool { return g.IntN(n) == 0 }

// gap is random white space.
func (g generator) gap() string {
	if g.tight {
		return ""
	}
	if g.comments && g.odds(4) {
		return []string{"// \"a\": {" + g.newline, " /* , } */ ", g.newline + "  // 中" + g.newline, "/*" + g.newline + "*/" + g.newline}[g.IntN(4)]
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
		members = append(members[:at:at], append([]string{g.member(`"`+g.client.server.path[0]+`"`, servers)}, members[at:]...)...)
	}
	text := g.gap() + g.object(members) + g.gap()
	if g.odds(4) && takes(g.client, "\ufeff{}") {
		text = "\ufeff" + text
	}
	return text
}

func (g generator) servers() []string {
	list := g.members(1)
	if g.odds(4) {
		command := `"/old/memtray-mcp"`
		if g.client.server.shape.joined {
			command = `["/old/memtray-mcp", "--client"]`
		}
		ours := g.object([]string{g.member(`"command"`, command), g.member(`"env"`, g.object(g.members(0)))})
		at := g.IntN(len(list) + 1)
		list = append(list[:at:at], append([]string{g.member(`"memtray"`, ours)}, list[at:]...)...)
	}
	return list
}

func (g generator) member(name, value string) string {
	return name + g.gap() + ":" + g.gap() + value
}

func (g generator) object(members []string) string {
	last := g.gap()
	if g.commas && len(members) > 0 && g.odds(2) {
		last += "," + g.gap()
	}
	return "{" + g.gap() + strings.Join(members, g.gap()+","+g.gap()) + last + "}"
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
