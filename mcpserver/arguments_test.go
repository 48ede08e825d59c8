package mcpserver

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestFaults checks the sentence for each kind of wrong argument.
func TestFaults(t *testing.T) {
	long := strings.Repeat("x", 5000)
	for _, test := range []struct {
		tool tool
		args string
		want string
	}{
		{searchTool(), `{"limt":5,"query":"a"}`, `unknown argument "limt" (known: query, limit, cursor, project, scope, kinds, tags, client, state, since, until, files)`},
		{searchTool(), `{"Query":"a"}`, `unknown argument "Query" (known: query, limit, cursor, project, scope, kinds, tags, client, state, since, until, files)`},
		{searchTool(), `{"` + long + `":1}`, `unknown argument "` + long[:39] + `…" (known: query, limit, cursor, project, scope, kinds, tags, client, state, since, until, files)`},
		{searchTool(), `{"query":"a","limit":0}`, `limit must be 1 to 20`},
		{searchTool(), `{"query":"a","limit":21}`, `limit must be 1 to 20`},
		{searchTool(), `{"query":"a","limit":2.5}`, `limit must be 1 to 20`},
		{searchTool(), `{"query":"a","limit":"5"}`, `limit must be 1 to 20`},
		{searchTool(), `{"query":5}`, `query must be text`},
		{searchTool(), `{"query":"` + long + `"}`, `query must be at most 2000 characters long`},
		{searchTool(), `{"query":"a","state":"trashed"}`, `state must be active or archived`},
		{searchTool(), `{"query":"a","kinds":["idea"]}`, `each of kinds must be decision, preference, fact, howto, gotcha, bugfix, change, discovery, note or summary`},
		{searchTool(), `{"query":"a","tags":"db"}`, `tags must be a list of texts, such as ["a", "b"]`},
		{searchTool(), `{"since":5}`, `since must be text`},
		{searchTool(), `{"since":"` + long + `"}`, `since must be at most 80 characters long`},
		{searchTool(), `{"until":["today"]}`, `until must be text`},
		{searchTool(), `{"files":"a.go"}`, `files must be a list of texts, such as ["a", "b"]`},
		{searchTool(), `{"cursor":"` + long + `"}`, `cursor must be at most 64 characters long`},
		{searchTool(), `{"scope":"everywhere"}`, `scope must be project or all`},
		{timelineTool(), `{"id":1,"before":21}`, `before must be 0 to 20`},
		{timelineTool(), `{"id":1,"after":-1}`, `after must be 0 to 20`},
		{timelineTool(), `{"id":[1,2]}`, `id must be one id`},
		{timelineTool(), `{"id":1.5}`, `id must be whole numbers from 1 to 9007199254740991`},
		{timelineTool(), `{"query":"` + long + `"}`, `query must be at most 2000 characters long`},
		{timelineTool(), `{"id":1,"scope":"all"}`, `unknown argument "scope" (known: id, at, query, before, after, project)`},
		{searchTool(), `[]`, `arguments must be an object`},
		{saveTool(), `{}`, `body is required`},
		{saveTool(), `{"body":"  "}`, `body is required`},
		{saveTool(), `{"body":null}`, `body is required`},
		{saveTool(), `{"body":"a","superseded":[1]}`, `unknown argument "superseded" (known: body, title, kind, tags, files, project, scope, supersedes, expires)`},
		{saveTool(), `{"body":"a","kind":"idea"}`, `kind must be decision, preference, fact, howto, gotcha, bugfix, change, discovery, note or summary`},
		{getTool(), `{"ids":[]}`, `ids must hold 1 to 20 ids`},
		{getTool(), `{"ids":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21]}`, `ids must hold 1 to 20 ids`},
		{getTool(), `{"ids":1.5}`, `ids must be whole numbers from 1 to 9007199254740991`},
		{getTool(), `{"ids":"last"}`, `ids must be a list of ids, such as [12, 15]`},
		{getTool(), `{"ids":1,"max_tokens":100}`, `max_tokens must be 200 to 20000`},
		{updateTool(), `{"id":[1,2]}`, `id must be one id`},
		{updateTool(), `{"id":1,"pinned":"yes"}`, `pinned must be true or false`},
	} {
		var into map[string]any
		err := decode(json.RawMessage(test.args), test.tool.fields, &into)
		if err == nil || err.Error() != test.want {
			t.Errorf("%s(%s)\n got %v\nwant %s", test.tool.name, clip(test.args, 80), err, test.want)
		}
	}
}

func TestDecode(t *testing.T) {
	var in searchInput
	args := `{"query":"use WAL","limit":3.0,"kinds":["fact"],"project":null,"cursor":"","client":" "}`
	if err := decode(json.RawMessage(args), searchTool().fields, &in); err != nil {
		t.Fatal(err)
	}
	if in.Query != "use WAL" || in.Limit != 3 || len(in.Kinds) != 1 || in.Cursor != "" || in.Client != "" {
		t.Errorf("decoded %+v", in)
	}
	var update updateInput
	if err := decode(json.RawMessage(`{"id":"#7","tags":[]}`), updateTool().fields, &update); err != nil {
		t.Fatal(err)
	}
	if update.ID != 7 || update.Tags == nil || len(*update.Tags) != 0 || update.Body != nil {
		t.Errorf("decoded %+v", update)
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(`{"query":"a","limit":1}`)
	f.Add(`{"ids":["1"],"body":"\ud800"}`)
	f.Fuzz(func(t *testing.T, args string) {
		if !json.Valid([]byte(args)) {
			return
		}
		for _, one := range tools() {
			var into map[string]any
			err := decode(json.RawMessage(args), one.fields, &into)
			if err != nil && (strings.Contains(err.Error(), "\n") || len(err.Error()) > 400) {
				t.Errorf("%s: %q is not one short sentence", one.name, err)
			}
		}
	})
}
