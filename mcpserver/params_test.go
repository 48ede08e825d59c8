package mcpserver

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"memtray/store"
)

var wrongParamsTests = []struct{ method, params, want string }{
	{"tools/call", `[1]`, "params of tools/call must be an object"},
	{"tools/call", `"Go struct field mcp.X.secret of type "`, "params of tools/call must be an object"},
	{"tools/call", `{"name":5}`, "params of tools/call: name has the wrong type"},
	{"tools/call", `{"name":"memory_get","_meta":5}`, "params of tools/call: _meta has the wrong type"},
	{"tools/list", `{"cursor":5}`, "params of tools/list: cursor has the wrong type"},
	{"ping", `[1]`, "params of ping must be an object"},
	{"initialize", `[1]`, "params of initialize must be an object"},
	{"initialize", `{"protocolVersion":5}`, "params of initialize: protocolVersion has the wrong type"},
	{"completion/complete", `{"ref":{"type":"other"},"argument":{"name":"a","value":"b"}}`, "these are no params of completion/complete"},
	{"resources/read", `{"uri":{"a":"` + longText + `"}}`, "params of resources/read: uri has the wrong type"},
	{"resources/subscribe", `{"uri":"` + longText + `"}`, "what resources/subscribe names is longer than 2048 bytes"},
	{"prompts/get", `{"name":"recall","arguments":{"topic":["` + longText + `"]}}`, "params of prompts/get: arguments has the wrong type"},
	{"tools/call", `"` + longText + `"`, "params of tools/call must be an object"},
	{"tools/call", `{"name":"` + longText + `"}`, "what tools/call names is longer than 2048 bytes"},
}

var longText = strings.Repeat("x", 100_000)

// TestWrongParams: what is wrong with the params of a request is said in the
// words of the protocol, without types of the program or the value.
func TestWrongParams(t *testing.T) {
	input := handshake
	for i, test := range wrongParamsTests {
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
	for i, test := range wrongParamsTests {
		if got := answers[i+10]; got != "-32602 "+test.want {
			t.Errorf("%s with %s is answered %q, want %q", test.method, test.params, got, test.want)
		}
	}
}

// TestHTTP_WrongParams: so it is over HTTP, in both eras.
func TestHTTP_WrongParams(t *testing.T) {
	e := newEndpoint(t)
	secret, _ := e.token(store.NewToken{})
	session := e.begin(secret)
	for _, test := range wrongParamsTests {
		body := fmt.Sprintf(`{"jsonrpc":"2.0","id":7,"method":%q,"params":%s}`, test.method, test.params)
		want, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 7, "error": map[string]any{"code": -32602, "message": test.want}})
		if err != nil {
			t.Fatal(err)
		}
		old := map[string]string{"MCP-Protocol-Version": "2025-11-25", "Mcp-Session-Id": session, "Mcp-Method": ""}
		if test.method == "initialize" {
			old["Mcp-Session-Id"] = ""
		}
		for status, header := range map[int]map[string]string{200: old, 400: {"Mcp-Method": test.method, "Mcp-Name": "x"}} {
			res, got := e.send(secret, sent{header: header, body: body})
			if res.StatusCode != status || !sameJSON(got, string(want)) {
				t.Errorf("%s with %s is answered %d %.300s, want %d %s", test.method, clip(test.params, 60), res.StatusCode, got, status, want)
			}
		}
	}
}

func sameJSON(a, b string) bool {
	var x, y any
	return json.Unmarshal([]byte(a), &x) == nil && json.Unmarshal([]byte(b), &y) == nil && reflect.DeepEqual(x, y)
}
