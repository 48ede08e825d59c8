package e2e

import (
	"bufio"
	"encoding/json"
	"strings"
	"testing"
)

// claude is Claude Code, as the person has it, with the stub model behind it.
type claude struct {
	client realClient
	person *person
	model  *model
}

// newClaude finds the installed client, or skips.
func newClaude(t *testing.T, p *person, m *model) *claude {
	t.Helper()
	installed(t, ".bin", "claude")
	return &claude{client: findClient(t, "claude-code"), person: p, model: m}
}

// run runs the client in the project.
func (c *claude) run(t *testing.T, args ...string) outcome {
	t.Helper()
	return finish(t, c.client.command(t, c.person, c.model, args))
}

// call has the model call one memory tool in a session of its own, and returns
// the text that the tool answered.
func (c *claude) call(t *testing.T, tool string, args any) string {
	t.Helper()
	text, isError := c.try(t, tool, args)
	if isError {
		t.Fatalf("%s answered an error: %s", tool, text)
	}
	return text
}

// try is call for a tool that may answer an error.
func (c *claude) try(t *testing.T, tool string, args any) (text string, isError bool) {
	t.Helper()
	turn := c.model.script(t, tool, args)
	out := c.run(t, "-p", "Use your memory.", "--allowedTools", "mcp__memtray__*",
		"--output-format", "stream-json", "--verbose")
	if out.code != 0 {
		t.Fatalf("claude exited %d\nstdout: %s\nstderr: %s", out.code, out.stdout, out.stderr)
	}
	text, isError = c.model.outcome(t, turn)
	t.Logf("%s %v answered: %s", tool, args, text)
	if said := finalAnswer(t, out.stdout); !isError && strings.TrimSpace(said) != strings.TrimSpace(text) {
		t.Errorf("the session ended with %q, want the tool's text %q", said, text)
	}
	return text, isError
}

// finalAnswer returns the result of a session printed as stream-json.
func finalAnswer(t *testing.T, stream string) string {
	t.Helper()
	lines := bufio.NewScanner(strings.NewReader(stream))
	lines.Buffer(nil, 8<<20)
	for lines.Scan() {
		var event struct {
			Type, Result string
		}
		if err := json.Unmarshal(lines.Bytes(), &event); err != nil {
			t.Fatalf("claude printed %q: %v", lines.Text(), err)
		}
		if event.Type == "result" {
			return event.Result
		}
	}
	t.Fatalf("claude printed no result: %s", stream)
	return ""
}
