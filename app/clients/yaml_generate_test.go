package clients

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestGeneratedYAML checks edits of documents in every layout. Most of them are
// valid; the others must be refused.
func TestGeneratedYAML(t *testing.T) {
	taken := 0
	const n = 1_500
	for seed := range uint64(n) {
		text, c, command := generatedYAML(t, seed)
		if checkEdit(t, text, c, Shim{Command: command}, decodeYAML) {
			taken++
		}
	}
	if taken < n/2 {
		t.Fatalf("only %d of %d were taken", taken, n)
	}
}

// generatedYAML is a configuration of a client and the command that is registered.
func generatedYAML(t *testing.T, seed uint64) (text string, c Client, command string) {
	g := yamlGenerator{rand.New(rand.NewPCG(seed, 2))}
	c = find(t, g.pick("goose", "continue"))
	command = g.pick("/opt/my programs/memtray-mcp", `C:\Users\o'neil\memtray-mcp.exe`, "/记忆/memtray-mcp")
	text = g.pick("", "", "---\n", "# top\n", "%YAML 1.2\n---\n") + g.document(c.server)
	switch g.IntN(6) {
	case 0:
		text = strings.TrimSuffix(text, "\n")
	case 1:
		text += g.pick("...\n", "# end", "\n\n")
	}
	if g.odds(4) {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	return g.pick("", "", "", "\ufeff") + text, c, command
}

type yamlGenerator struct{ *rand.Rand }

func (g yamlGenerator) odds(n int) bool              { return g.IntN(n) == 0 }
func (g yamlGenerator) pick(choice ...string) string { return choice[g.IntN(len(choice))] }

// document is a map at the top, mostly with the key that ours goes below.
func (g yamlGenerator) document(s server) string {
	text := g.block("", 2, false)
	if g.odds(4) {
		return text
	}
	own := g.pick(s.path[0], s.path[0], `"`+s.path[0]+`"`) + ":"
	switch g.IntN(8) {
	case 0:
		own += g.pick("", " []", " {}", " ~", " # none", " null # none", " {a: 1}", " &x", " *x") + "\n"
	default:
		indent := g.pick("  ", "    ", " ")
		if s.list && g.odds(2) {
			indent = ""
		}
		own += g.pick("", "", " # c", " ") + "\n" + g.note(indent) + g.block(indent, 1, s.list)
		if g.odds(3) {
			own += g.ours(indent, s)
		}
		if g.odds(2) && !g.odds(4) {
			own += g.note(indent) + g.item(indent, 9, s.list) + " " + g.scalar(indent) + "\n"
		}
	}
	if g.odds(2) {
		return own + text
	}
	return text + own
}

// ours is an entry of an older version.
func (g yamlGenerator) ours(indent string, s server) string {
	program := "command"
	if s.shape.command != "" {
		program = s.shape.command
	}
	fields := []string{"name: " + g.pick("memtray", "'memtray' # c"), program + ": " + g.pick("/old/memtray-mcp", ">-\n"+indent+"      /old/memtray-mcp", `"memtray-mcp" # why`)}
	if g.odds(2) {
		fields = append(fields, "args:"+g.pick(" [a, 'b']", "\n"+indent+"    - a\n"+indent+"    - b", "\n"+indent+"      - a\n\n"+indent+"      - b", " []"))
	}
	if g.odds(2) {
		fields = append(fields, "env: "+g.pick("{A: b}", "\n"+indent+"      A: b # c", "{}"))
	}
	g.Shuffle(len(fields), func(i, j int) { fields[i], fields[j] = fields[j], fields[i] })
	if s.list {
		return indent + "-   " + strings.Join(fields, "\n"+indent+"    ") + "\n"
	}
	return indent + "memtray:\n" + indent + "    " + strings.Join(fields, "\n"+indent+"    ") + "\n"
}

func (g yamlGenerator) note(indent string) string {
	if !g.odds(5) {
		return ""
	}
	return g.pick(indent+"# memtray:\n", "\n", "# at the edge\n", indent+"  # deep\n")
}

// item is a key, or a dash.
func (g yamlGenerator) item(indent string, i int, list bool) string {
	if list {
		return indent + "-"
	}
	return indent + fmt.Sprintf(g.pick("k%d", "键%d", "'q%d'", "\"d%d\"", "a name %d"), i) + ":"
}

func (g yamlGenerator) block(indent string, depth int, list bool) string {
	var b strings.Builder
	for i := range 1 + g.IntN(3) {
		b.WriteString(g.note(indent))
		head := g.item(indent, i, list)
		if depth == 0 || g.odds(2) {
			b.WriteString(head + " " + g.scalar(indent) + "\n")
			continue
		}
		b.WriteString(head + g.pick("", "", " # c", " ", " &x") + "\n" + g.block(indent+g.pick("  ", "    ", " "), depth-1, g.odds(3)))
	}
	return b.String()
}

func (g yamlGenerator) scalar(indent string) string {
	in := "\n" + indent + "  "
	return g.pick("a", "12", "", `"x: y"`, "'it''s'", "~", "true", "2024-01-01", "[1, 2]", "{a: b, c: [d]}", "http://x#y", "a b  c",
		"|"+in+"text"+in+"- name: memtray\n"+in+" more", ">-"+in+"folded"+in+"text", "|+"+in+"keep\n", "\"multi"+in+"line\"", "plain"+in+"more",
		"&x val", "!!str 5", "中文 é", "[]", "{}", "# c", "v # c", `"\u00e9\n"`, `C:\dir`, "["+in+"a,"+in+"b]", "|2"+in+"  x", "0x1F", ".inf", ".nan",
		"|"+in+"memtray:"+in+"  cmd: x")
}
