package e2e

import (
	"encoding/json"
	"strings"
	"testing"
)

// inspector is the command line of the MCP Inspector, pointed at a server.
type inspector struct {
	person *person
	era    string
	target []string
}

// ask asks for one method and decodes what the server answered into out. The
// inspector must have nothing to say about it.
func (i inspector) ask(t *testing.T, out any, method string, args ...string) {
	t.Helper()
	command := []string{installed(t, ".bin", "mcp-inspector"), "--cli", "--format", "json", "--protocol-era", i.era}
	command = append(append(append(command, i.target...), "--method", method), args...)
	cmd := i.person.command(t, newNode(t), command...)
	cmd.Env = i.person.env("MCP_INSPECTOR_SECRET_STORE=memory")
	got := finish(t, cmd)
	if got.code != 0 || got.stderr != "" {
		t.Fatalf("%s %q exited %d\nstdout: %s\nstderr: %s", method, args, got.code, got.stdout, got.stderr)
	}
	answer := struct{ Result any }{out}
	if err := json.Unmarshal([]byte(got.stdout), &answer); err != nil {
		t.Fatalf("%s %q printed %s: %v", method, args, got.stdout, err)
	}
}

// inspected are arguments for every tool, in an order in which all succeed, and what
// each answer holds.
var inspected = []struct{ tool, args, says string }{
	{"memory_save", `{"body":"The turbine is blue; 网关是蓝色的.","project":"api"}`, "saved #1 in "},
	{"memory_search", `{"query":"turbine","project":"api"}`, "网关是蓝色的"},
	{"memory_get", `{"ids":[1]}`, "网关是蓝色的"},
	{"memory_timeline", `{"id":1}`, "> "},
	{"memory_context", `{"project":"api"}`, "网关是蓝色的"},
	{"memory_update", `{"id":1,"tags":["blue"]}`, "updated #1, now revision 2"},
	{"memory_note", `{"text":"Painted it."}`, "noted in day:"},
	{"memory_document", `{"name":"painting","text":"Paint it."}`, "proposed, waits for the user"},
	{"memory_delete", `{"ids":[1]}`, "moved to the trash: #1"},
}

// TestInspector: the MCP Inspector lists everything and calls, reads and gets what
// it listed, in every era, on both transports, and finds no fault with a schema.
func TestInspector(t *testing.T) {
	installed(t, ".bin", "mcp-inspector")
	for _, transport := range []string{"stdio", "http"} {
		for _, era := range []string{"legacy", "auto", "modern"} {
			t.Run(transport+" "+era, func(t *testing.T) {
				p := newPerson(t)
				p.write(t, ".local/share/memtray/skills/paint/SKILL.md", "---\nname: paint\ndescription: How to paint.\n---\nPaint.\n")
				i := inspector{person: p, era: era, target: []string{shim(t)}}
				if transport == "http" {
					p.freePort(t)
					r := newRemote(t, p.serve(t), "codex")
					i.target = []string{"--server-url", r.address, "--transport", "http", "--header", "Authorization: Bearer " + r.secret}
				}
				i.tools(t)
				i.resources(t)
				i.prompts(t)
			})
		}
	}
}

func (i inspector) tools(t *testing.T) {
	t.Helper()
	var listed struct{ Tools []struct{ Name string } }
	i.ask(t, &listed, "tools/list", "--strict")
	if len(listed.Tools) != len(inspected) {
		t.Errorf("%d tools are listed: %v", len(listed.Tools), listed)
	}
	for _, c := range inspected {
		var answer struct{ Content []block }
		i.ask(t, &answer, "tools/call", "--tool-name", c.tool, "--tool-args-json", c.args)
		if len(answer.Content) != 1 || !strings.Contains(answer.Content[0].Text, c.says) {
			t.Errorf("%s answered %v, want %q", c.tool, answer, c.says)
		}
	}
}

func (i inspector) resources(t *testing.T) {
	t.Helper()
	var listed struct {
		Resources         []struct{ URI string }
		ResourceTemplates []struct{ URITemplate string }
	}
	i.ask(t, &listed, "resources/list")
	i.ask(t, &listed, "resources/templates/list")
	if len(listed.Resources) < 3 || len(listed.ResourceTemplates) < 3 {
		t.Errorf("listed are %v", listed)
	}
	for _, r := range listed.Resources {
		var read struct{ Contents []struct{ URI, Text string } }
		i.ask(t, &read, "resources/read", "--uri", r.URI)
		if len(read.Contents) != 1 || read.Contents[0].URI != r.URI || read.Contents[0].Text == "" {
			t.Errorf("%s holds %v", r.URI, read)
		}
	}
}

func (i inspector) prompts(t *testing.T) {
	t.Helper()
	var listed struct {
		Prompts []struct {
			Name      string
			Arguments []struct {
				Name     string
				Required bool
			}
		}
	}
	i.ask(t, &listed, "prompts/list")
	if len(listed.Prompts) < 5 {
		t.Errorf("listed are %v", listed)
	}
	for _, p := range listed.Prompts {
		args := []string{"--prompt-name", p.Name}
		for _, a := range p.Arguments {
			if a.Required {
				args = append(args, "--prompt-args", a.Name+"=turbine")
			}
		}
		var got struct{ Messages []struct{ Role string } }
		if i.ask(t, &got, "prompts/get", args...); len(got.Messages) == 0 {
			t.Errorf("prompt %s is empty", p.Name)
		}
	}
}
