package clients

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// TestHolding: how an entry of our name stands, in the shape of each client.
func TestHolding(t *testing.T) {
	tests := []struct {
		id, entry string
		is        standing
		argv      []string
	}{
		{"cursor", `{"command":"/m/memtray-mcp","args":["--client","cursor"]}`, asWanted, []string{"/m/memtray-mcp", "--client", "cursor"}},
		{"cursor", `{"type":"stdio","command":"/m/memtray-mcp","args":["--client","cursor"],"env":{}}`, asWanted, []string{"/m/memtray-mcp", "--client", "cursor"}},
		{"cursor", `{"command":"/m/memtray-mcp"}`, otherwise, []string{"/m/memtray-mcp"}},
		{"cursor", `{"command":"C:\\m\\Memtray-MCP.exe","args":null}`, otherwise, []string{`C:\m\Memtray-MCP.exe`}},
		{"cursor", `{"command":"/opt/known","args":["x"]}`, otherwise, []string{"/opt/known", "x"}},
		{"cursor", `{"command":"/opt/known"}`, foreign, []string{"/opt/known"}},
		{"cursor", `{"command":""}`, foreign, nil},
		{"cursor", `{"transport":{"command":"/m/memtray-mcp"}}`, foreign, nil},
		{"vscode", `{"type":"sse","command":"/m/memtray-mcp"}`, foreign, nil},
		{"copilot", `{"type":"stdio","command":"/m/memtray-mcp","args":["--client","copilot"]}`, asWanted, []string{"/m/memtray-mcp", "--client", "copilot"}},
		{"crush", `{"command":"/m/memtray-mcp","args":["--client","crush"]}`, otherwise, []string{"/m/memtray-mcp", "--client", "crush"}},
		{"opencode", `{"type":"local","command":["/m/memtray-mcp","--client","opencode"],"enabled":false}`, asWanted, []string{"/m/memtray-mcp", "--client", "opencode"}},
		{"opencode", `{"type":"local","command":[]}`, foreign, nil},
		{"opencode", `{"type":"local","command":["/m/memtray-mcp",1]}`, foreign, nil},
		{"opencode", `{"type":"local","command":"/m/memtray-mcp"}`, foreign, nil},
		{"cline", `{"transport":{"type":"stdio","command":"/m/memtray-mcp","args":["--client","cline"]}}`, asWanted, []string{"/m/memtray-mcp", "--client", "cline"}},
		{"cline", `{"transport":{"type":"stdio","command":"/old/memtray-mcp"}}`, otherwise, []string{"/old/memtray-mcp"}},
		{"cline", `{"transport":{"type":"streamableHttp","url":"u"}}`, foreign, nil},
		{"goose", `{"type":"stdio","name":"memtray","cmd":"/m/memtray-mcp","args":["--client","goose"]}`, asWanted, []string{"/m/memtray-mcp", "--client", "goose"}},
		{"goose", `{"type":"builtin","name":"memtray"}`, foreign, nil},
		{"continue", `{"name":"memtray","command":"/m/memtray-mcp","args":["--client","continue"]}`, asWanted, []string{"/m/memtray-mcp", "--client", "continue"}},
	}
	for _, test := range tests {
		w := serverOf(find(t, test.id), Shim{Command: "/m/memtray-mcp"}).want
		w.known = []string{"/opt/known", "x"}
		var entry any
		if err := json.Unmarshal([]byte(test.entry), &entry); err != nil {
			t.Fatal(err)
		}
		if got := w.holding(entry); got.is != test.is || !reflect.DeepEqual(got.argv, test.argv) {
			t.Errorf("%s %s: %d %q, want %d %q", test.id, test.entry, got.is, got.argv, test.is, test.argv)
		} else if off := strings.Contains(test.entry, `"enabled":false`); got.off != off {
			t.Errorf("%s %s: off is %v", test.id, test.entry, got.off)
		}
	}
}
