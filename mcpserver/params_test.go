package mcpserver

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// TestWrongParams: what is wrong with the params of a request is said in the
// words of the protocol, without types of the program or the value.
func TestWrongParams(t *testing.T) {
	tests := []struct{ method, params, want string }{
		{"tools/call", `[1]`, "params of tools/call must be an object"},
		{"tools/call", `"Go struct field mcp.X.secret of type "`, "params of tools/call must be an object"},
		{"tools/call", `{"name":5}`, "params of tools/call: name has the wrong type"},
		{"tools/call", `{"name":"memory_get","_meta":5}`, "params of tools/call: _meta has the wrong type"},
		{"tools/list", `{"cursor":5}`, "params of tools/list: cursor has the wrong type"},
		{"ping", `[1]`, "params of ping must be an object"},
		{"initialize", `[1]`, "params of initialize must be an object"},
		{"initialize", `{"protocolVersion":5}`, "params of initialize: protocolVersion has the wrong type"},
	}
	input := handshake
	for i, test := range tests {
		input += fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`+"\n", i+10, test.method, test.params)
	}
	var out output
	if err := slowServer(0).RunStdio(t.Context(), strings.NewReader(input), &out); err != nil {
		t.Fatal(err)
	}
	answers := map[int]string{}
	for line := range strings.Lines(out.buf.String()) {
		var answer struct {
			ID    int
			Error struct {
				Code    int
				Message string
			}
		}
		if err := json.Unmarshal([]byte(line), &answer); err != nil {
			t.Fatal(err)
		}
		answers[answer.ID] = fmt.Sprint(answer.Error.Code, " ", answer.Error.Message)
	}
	for i, test := range tests {
		if got := answers[i+10]; got != "-32602 "+test.want {
			t.Errorf("%s with %s is answered %q, want %q", test.method, test.params, got, test.want)
		}
	}
}
