package e2e

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestArguments: what models write instead of the proper arguments is understood,
// or refused in one sentence that says what is expected.
func TestArguments(t *testing.T) {
	p := newPerson(t)
	a := newAgent(t, p, "codex")
	a.save(t, map[string]any{"body": "owls hunt at night"})
	a.save(t, map[string]any{"body": "larks sing at dawn"})
	raw := func(tool, args string) string {
		t.Helper()
		if _, err := fmt.Fprintf(a.in, `{"jsonrpc":"2.0","id":77,"method":"tools/call","params":{"name":%q,"arguments":%s}}`+"\n", tool, args); err != nil {
			t.Fatal(err)
		}
		line := a.line(t, limit)
		if !utf8.ValidString(line) {
			t.Errorf("%s: %q is no UTF-8", args, line)
		}
		return line
	}
	for _, both := range []string{`[1,2]`, `["1","2"]`, `"1,2"`, `"[1,2]"`, `"#1, #2"`, `[1.0,"#2"]`, `[[1],2]`} {
		if got := raw("memory_get", `{"ids":`+both+`}`); !containsAll(got, "owls", "larks") {
			t.Errorf("ids %s: %s", both, got)
		}
	}
	for _, one := range []string{`1`, `"1"`, `"#1"`, `[1]`, `"[1]"`} {
		if got := raw("memory_update", `{"id":`+one+`,"pinned":true}`); !strings.Contains(got, "#1") || strings.Contains(got, `"isError":true`) {
			t.Errorf("id %s: %s", one, got)
		}
	}
	for args, want := range map[string]string{
		`{"ids":1.5}`:               "whole number",
		`{"ids":9007199254740993}`:  "whole number",
		`{"ids":"owls"}`:            "ids",
		`{"ids":[]}`:                "ids must hold 1 to 20 ids",
		`{"ids":1,"max_tokens":7}`:  "max_tokens must be 200 to 20000",
		`{"ids":1,"maxTokens":500}`: `unknown argument \"maxTokens\"`,
		`{}`:                        "ids is required",
		`{"ids":[` + strings.Repeat("1,", 20) + `3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23]}`: "1 to 20 ids",
	} {
		if got := raw("memory_get", args); !containsAll(got, `"isError":true`, want) {
			t.Errorf("%.60s: %.300s, want %s", args, got, want)
		}
	}
	for i, body := range []string{`lone \ud800 three`, `turned \udc00\ud800 four`, `nul \u0000 five`, "bytes \xff\xfe six", `emoji 👩‍👩‍👧 \ud83d seven`} {
		if got := raw("memory_save", `{"body":"`+body+`"}`); !strings.Contains(got, fmt.Sprintf("saved #%d", i+3)) {
			t.Errorf("%q: %s", body, got)
		}
		if got := raw("memory_get", fmt.Sprintf(`{"ids":%d}`, i+3)); !strings.Contains(got, body[strings.LastIndex(body, " ")+1:]) || strings.Contains(got, `\u0000`) {
			t.Errorf("%q comes back as %s", body, got)
		}
	}
}
