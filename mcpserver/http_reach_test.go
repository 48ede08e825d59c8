package mcpserver

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"memtray/store"
)

// TestHTTP_Reach: with a token for one project nothing of another one is told, in
// whatever way it is asked for, and nothing of it changes.
func TestHTTP_Reach(t *testing.T) {
	e := newEndpoint(t)
	ctx := t.Context()
	const secretWord = "zeppelin"
	e.call("memory_save", `{"body":"The turbine is green.","project":"api"}`)
	e.call("memory_save", `{"body":"The zeppelin gateway retries five times before it gives up.","title":"zeppelin","project":"airship","tags":["zeppelin-tag"]}`)
	e.call("memory_save", `{"body":"Everywhere the zeppelin is grey.","scope":"global"}`)
	e.call("memory_note", `{"text":"Flew the zeppelin."}`)
	person := store.Author{Kind: store.Person}
	if _, err := e.recall.Store().WriteDocument(ctx, person, store.DocumentWrite{Name: "zeppelin", Mode: store.Append, Text: "About the zeppelin."}); err != nil {
		t.Fatal(err)
	}
	e.skillFile("zeppelin", "SKILL.md", "---\ndescription: Steers the zeppelin\nprompts:\n  - name: fly\n    arguments:\n      - name: zeppelin_height\n---\nThe grey one climbs slowly.\n")
	e.skillFile("zeppelin", "zeppelin.md", "Grey.\n")
	api, err := e.recall.Project(ctx, store.ProjectRef{Name: "api"})
	if err != nil {
		t.Fatal(err)
	}
	before, err := e.recall.Store().Projects(ctx)
	if err != nil {
		t.Fatal(err)
	}
	narrow, _ := e.token(store.NewToken{Name: "container", Client: "codex", Projects: []int64{api.ID}})
	client, err := e.join(narrow)
	if err != nil {
		t.Fatal(err)
	}
	today := e.recall.Today()
	refused := map[string]bool{}
	for _, project := range []string{"airship", "global", "nowhere"} {
		refused[callOver(t, client, "memory_search", map[string]any{"query": "x", "project": project})] = true
	}
	if !refused["this client reaches only project api in Memtray: nothing was read or stored"] || len(refused) != 1 {
		t.Errorf("whether a project is there can be told from %v", refused)
	}
	for _, c := range []struct{ tool, args string }{
		{"memory_search", `{"query":"zeppelin"}`},
		{"memory_search", `{"query":"zeppelin","scope":"all"}`},
		{"memory_search", `{"query":"zeppelin","project":"airship"}`},
		{"memory_search", `{"query":"grey","project":"global"}`},
		{"memory_search", `{"tags":["zeppelin-tag"],"scope":"all"}`},
		{"memory_search", `{"since":"2020-01-01","scope":"all"}`},
		{"memory_search", `{"query":"gateway retries","scope":"all","state":"archived"}`},
		{"memory_search", `{"query":"x","project":"airshi"}`},
		{"memory_timeline", `{"id":2}`},
		{"memory_timeline", `{"id":1,"before":20,"after":20}`},
		{"memory_timeline", `{"query":"zeppelin"}`},
		{"memory_timeline", `{"at":"today","project":"airship"}`},
		{"memory_get", `{"ids":[1,2,3]}`},
		{"memory_get", `{"names":["doc:zeppelin","day:` + today + `","memtray://memory/2"]}`},
		{"memory_get", `{"names":["skills"]}`},
		{"memory_get", `{"names":["skill:zeppelin"]}`},
		{"memory_get", `{"names":["skill:zeppelin/zeppelin.md","memtray://skills"]}`},
		{"memory_context", `{}`},
		{"memory_context", `{"project":"airship"}`},
		{"memory_context", `{"project":"global"}`},
		{"memory_update", `{"id":2,"body":"mine now"}`},
		{"memory_update", `{"id":2,"project":"api"}`},
		{"memory_update", `{"id":2,"merge_into":1}`},
		{"memory_update", `{"id":1,"merge_into":2}`},
		{"memory_update", `{"id":1,"superseded_by":2}`},
		{"memory_update", `{"id":2,"superseded_by":1}`},
		{"memory_update", `{"id":1,"links":[2]}`},
		{"memory_update", `{"id":1,"project":"airship"}`},
		{"memory_update", `{"id":1,"project":"airship","propose":true}`},
		{"memory_update", `{"id":1,"project":"made by naming it"}`},
		{"memory_update", `{"id":2,"body":"mine now","propose":true}`},
		{"memory_delete", `{"ids":[2,3]}`},
		{"memory_save", `{"body":"The zeppelin gateway retries five times before it gives up.","project":"airship"}`},
		{"memory_save", `{"body":"The gateway retries six times before it gives up."}`},
		{"memory_save", `{"body":"new","supersedes":[2]}`},
		{"memory_save", `{"body":"Everywhere the zeppelin is grey.","scope":"global"}`},
		{"memory_save", `{"body":"new","project":"made by naming it"}`},
		{"memory_save", `{"body":"new","project":"/home/somebody/else"}`},
		{"memory_note", `{"text":"mine"}`},
		{"memory_document", `{"name":"zeppelin","text":"mine"}`},
		{"memory_document", `{"name":"another","text":"mine"}`},
	} {
		res, err := client.CallTool(ctx, &mcp.CallToolParams{Name: c.tool, Arguments: json.RawMessage(c.args)})
		if err != nil {
			continue // a refusal of the protocol
		}
		said := res.Content[0].(*mcp.TextContent).Text
		asked := strings.Count(c.args, secretWord)
		if strings.Count(said, secretWord) > asked || strings.Contains(said, "grey") || asked == 0 && strings.Contains(said, "retries five") {
			t.Errorf("%s %s tells %s", c.tool, c.args, said)
		}
	}

	for _, uri := range []string{"memtray://skills", "memtray://skill/zeppelin/SKILL.md", "memtray://skill/zeppelin/zeppelin.md",
		"memtray://memory/2", "memtray://memory/3", "memtray://document/zeppelin", "memtray://journal/" + today, "memtray://context"} {
		res, err := client.ReadResource(ctx, &mcp.ReadResourceParams{URI: uri})
		if err == nil && strings.Contains(res.Contents[0].Text, secretWord) {
			t.Errorf("%s tells %s", uri, res.Contents[0].Text)
		}
	}
	for _, name := range []string{"wakeup", "think", "growup", "recall", "briefing", "skill_zeppelin_fly"} {
		for _, project := range []string{"", "airship", "global"} {
			args := map[string]string{"topic": "gateway retries"}
			if name == "skill_zeppelin_fly" {
				args = map[string]string{}
			}
			if project != "" {
				args["project"] = project
			}
			res, err := client.GetPrompt(ctx, &mcp.GetPromptParams{Name: name, Arguments: args})
			if err != nil {
				continue
			}
			for _, m := range res.Messages {
				if text, ok := m.Content.(*mcp.TextContent); ok && (strings.Contains(text.Text, secretWord) || strings.Contains(text.Text, "grey")) {
					t.Errorf("prompt %s in %q tells %s", name, project, text.Text)
				}
			}
		}
	}
	for _, c := range []struct{ kind, of, argument, value string }{
		{"ref/prompt", "recall", "project", "air"}, {"ref/prompt", "recall", "topic", "zep"}, {"ref/prompt", "growup", "day", "2"},
		{"ref/resource", "memtray://skill/{name}/{file}", "name", ""}, {"ref/resource", "memtray://skill/{name}/{file}", "file", ""},
		{"ref/resource", "memtray://memory/{id}", "id", "zeppelin"}, {"ref/resource", "memtray://memory/{id}", "id", "2"},
		{"ref/resource", "memtray://document/{name}", "name", ""}, {"ref/resource", "memtray://journal/{date}", "date", ""},
	} {
		ref := &mcp.CompleteReference{Type: c.kind, Name: c.of}
		if c.kind == "ref/resource" {
			ref = &mcp.CompleteReference{Type: c.kind, URI: c.of}
		}
		res, err := client.Complete(ctx, &mcp.CompleteParams{Ref: ref, Argument: mcp.CompleteParamsArgument{Name: c.argument, Value: c.value}})
		if err == nil && len(res.Completion.Values) > 0 {
			t.Errorf("%s %s %q offers %q", c.of, c.argument, c.value, res.Completion.Values)
		}
	}
	if told := listedTo(t, client); strings.Contains(told, secretWord) {
		t.Errorf("it is listed: %s", told)
	}
	wide, _ := e.token(store.NewToken{})
	everywhere, err := e.join(wide)
	if err != nil {
		t.Fatal(err)
	}
	if told := listedTo(t, everywhere); !strings.Contains(told, "skill_zeppelin_fly") || !strings.Contains(told, "memtray://skill/zeppelin/SKILL.md") || !strings.Contains(told, "memtray://document/zeppelin") {
		t.Errorf("a token for everything is listed only %s", told)
	}
	if _, err := everywhere.GetPrompt(ctx, &mcp.GetPromptParams{Name: "skill_zeppelin_fly"}); err != nil {
		t.Error(err)
	}

	after, err := e.recall.Store().Projects(ctx)
	if err != nil || len(after) != len(before) {
		t.Errorf("projects are %+v, %v", after, err)
	}
	got, err := e.recall.Store().Memories(ctx, []int64{1, 2, 3})
	if err != nil || len(got) != 3 {
		t.Fatal(got, err)
	}
	for _, m := range got {
		if m.Revision != 1 && m.ID != 1 || m.State != store.Active || m.ID == 1 && m.ProjectID != api.ID || len(m.Links) > 0 {
			t.Errorf("#%d is now %+v", m.ID, m)
		}
	}
}

// listedTo returns names, descriptions and addresses of all that is listed to a client.
func listedTo(t *testing.T, client *mcp.ClientSession) string {
	t.Helper()
	var all []string
	for p, err := range client.Prompts(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p.Name, p.Description)
	}
	for r, err := range client.Resources(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, r.URI, r.Description)
	}
	return strings.Join(all, "\n")
}

// TestHTTP_ForeignNews: what one token subscribes to is not told to another one, nor
// what it may no longer see.
func TestHTTP_ForeignNews(t *testing.T) {
	e := newEndpoint(t)
	e.call("memory_save", `{"body":"The zeppelin is grey.","project":"airship"}`)
	e.call("memory_save", `{"body":"The turbine is green.","project":"api"}`)
	api, err := e.recall.Project(t.Context(), store.ProjectRef{Name: "api"})
	if err != nil {
		t.Fatal(err)
	}
	wide, _ := e.token(store.NewToken{})
	narrow, _ := e.token(store.NewToken{Name: "container", Client: "codex", Projects: []int64{api.ID}})
	news := func(secret, uri string) <-chan string {
		t.Helper()
		heard := make(chan string, 16)
		transport := &mcp.StreamableClientTransport{Endpoint: "http://" + e.host + HTTPPath, HTTPClient: &http.Client{Transport: bearer(secret)}, MaxRetries: -1}
		client, err := mcp.NewClient(&mcp.Implementation{Name: "tester", Version: "1"}, &mcp.ClientOptions{
			ResourceUpdatedHandler: func(_ context.Context, r *mcp.ResourceUpdatedNotificationRequest) { heard <- r.Params.URI },
		}).Connect(t.Context(), transport, nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { client.Close() })
		if err := client.Subscribe(t.Context(), &mcp.SubscribeParams{URI: uri}); err != nil {
			t.Fatal(err)
		}
		return heard
	}
	first, second := news(wide, "memtray://memory/1"), news(narrow, "memtray://memory/2")
	e.call("memory_update", `{"id":1,"tags":["x"]}`)
	select {
	case uri := <-first:
		if uri != "memtray://memory/1" {
			t.Errorf("told of %s", uri)
		}
	case <-time.After(5 * time.Second):
		t.Error("nothing was told")
	}
	e.call("memory_update", `{"id":2,"project":"airship"}`) // out of the token's reach
	select {
	case uri := <-second:
		if uri != "memtray://memory/2" {
			t.Errorf("told of %s", uri)
		}
	case <-time.After(5 * time.Second):
		t.Error("nothing was told of what is gone")
	}
	e.call("memory_update", `{"id":2,"tags":["x"]}`)
	e.call("memory_update", `{"id":1,"tags":["y"]}`)
	<-first
	select {
	case uri := <-second:
		t.Errorf("told of %s, which it cannot read", uri)
	default:
	}
}
