package mcpserver

import (
	"bufio"
	"encoding/json"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

func readLine(t *testing.T, input string) (jsonrpc.Message, *fault) {
	t.Helper()
	l, err := newLineReader(bufio.NewReader(strings.NewReader(input))).next()
	if err != nil {
		t.Fatal(err)
	}
	return l.message()
}

func TestLineMessage(t *testing.T) {
	for _, input := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"ping"}`,
		"\ufeff" + `{"jsonrpc":"2.0","id":"a","method":"ping"}` + "\r\n",
		"  " + `{"jsonrpc":"2.0","method":"notifications/initialized"}` + "  \n",
		`{"jsonrpc":"2.0","id":3,"result":{}}`,
	} {
		if msg, fault := readLine(t, input); msg == nil || fault != nil {
			t.Errorf("%q: %v, %+v", input, msg, fault)
		}
	}
	if msg, fault := readLine(t, " \r\n"); msg != nil || fault != nil {
		t.Errorf("a blank line gives %v, %+v", msg, fault)
	}
}

func TestLineFaults(t *testing.T) {
	const ping = `"method":"ping"`
	for input, want := range map[string]string{
		`garbage`:                                  `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"the line is not JSON; send one message a line"}}`,
		`{"jsonrpc":"2.0",`:                        `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"the line is not JSON; send one message a line"}}`,
		strings.Repeat("[", 200_000):               `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"the line is not JSON; send one message a line"}}`,
		`{"id":7,` + ping + `}`:                    `{"jsonrpc":"2.0","id":7,"error":{"code":-32600,"message":"this is not a JSON-RPC 2.0 message"}}`,
		`{"jsonrpc":"1.0","id":"x",` + ping + `}`:  `{"jsonrpc":"2.0","id":"x","error":{"code":-32600,"message":"this is not a JSON-RPC 2.0 message"}}`,
		`{"jsonrpc":"2.0","id":"x"}`:               `{"jsonrpc":"2.0","id":"x","error":{"code":-32600,"message":"method is required"}}`,
		`{"jsonrpc":"2.0","id":8,"Method":"ping"}`: `{"jsonrpc":"2.0","id":8,"error":{"code":-32600,"message":"method is required"}}`,
		`{}`: `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"this is not a JSON-RPC 2.0 message"}}`,
		`42`: `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"a message is a JSON object"}}`,
		`[{"jsonrpc":"2.0","id":1,` + ping + `}]`:  `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"batches are not supported; send messages one by one"}}`,
		`{"jsonrpc":"2.0","id":1.5,` + ping + `}`:  `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"id must be a text or an integer"}}`,
		`{"jsonrpc":"2.0","id":{},` + ping + `}`:   `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"id must be a text or an integer"}}`,
		`{"jsonrpc":"2.0","id":null,` + ping + `}`: `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"id must be a text or an integer"}}`,
		`"` + strings.Repeat("x", maxLine) + `"`:   `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"the message is longer than 8 MiB"}}`,
	} {
		msg, fault := readLine(t, input)
		if msg != nil || fault == nil {
			t.Errorf("%s: no fault", clip(input, 60))
			continue
		}
		if got := string(fault.line()); got != want {
			t.Errorf("%s\n got %s\nwant %s", clip(input, 60), got, want)
		}
	}
}

// TestLineAfterLong checks that a line which is too long does not take the next
// one with it.
func TestLineAfterLong(t *testing.T) {
	r := newLineReader(bufio.NewReader(strings.NewReader(strings.Repeat("x", maxLine+1) + "\n{}\n")))
	for _, want := range []bool{true, false} {
		l, err := r.next()
		if err != nil || l.long != want {
			t.Fatalf("long is %v, %v; want %v", l.long, err, want)
		}
	}
	if _, err := r.next(); err == nil {
		t.Error("there is a third line")
	}
}

func FuzzLine(f *testing.F) {
	for _, seed := range []string{`{"jsonrpc":"2.0","id":1,"method":"ping"}`, "\ufeff{}", `[]`, `{"id":"\ud800"}`, "\x00", `{"jsonrpc":"2.0","id":-0,"method":""}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, input string) {
		l, err := newLineReader(bufio.NewReader(strings.NewReader(input))).next()
		if err != nil {
			return
		}
		msg, fault := l.message()
		if msg != nil && fault != nil {
			t.Errorf("%q is both a message and a fault", input)
		}
		if fault != nil && !json.Valid(fault.line()) {
			t.Errorf("%q is answered by %s", input, fault.line())
		}
	})
}

// TestLineLength: the limit is for the message, whatever ends the line.
func TestLineLength(t *testing.T) {
	const before, after = `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"`, `"}}`
	for _, end := range []string{"", "\n", "\r\n"} {
		for _, start := range []string{"", "\ufeff"} {
			for over, long := range map[int]bool{-1: false, 0: false, 1: true, 2: true, 3: true} {
				input := start + before + strings.Repeat("a", maxLine+over-len(before)-len(after)) + after + end
				if msg, fault := readLine(t, input); (msg == nil) != long || (fault == nil) == long {
					t.Errorf("8 MiB and %d between %q and %q: %+v", over, start, end, fault)
				}
			}
		}
	}
}
