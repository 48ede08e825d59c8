package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSecretsAreNotWritten: whichever field holds a secret or a private span, no
// file of the data folder ever does.
func TestSecretsAreNotWritten(t *testing.T) {
	c := newComputer(t)
	token := "gh" + "p_" + "k7Qw2ZtR9mXc4VbN8sLd3FgH6jPy1AeUo5Ti"
	hidden := []string{token, "unspeakable"}
	dirty := token + " <Private>unspeakable"
	call := func(id int, tool, args string) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":%s}}`+"\n", id, tool, args)
	}
	out, _, code := c.run(initialize+
		call(2, "memory_save", fmt.Sprintf(`{"body":"kept %s","title":%q,"tags":[%q],"files":[%q],"project":%q}`, dirty, dirty, "x "+dirty, "f/"+dirty, "p "+dirty))+
		call(3, "memory_save", fmt.Sprintf(`{"body":%q}`, token))+
		call(4, "memory_update", fmt.Sprintf(`{"id":1,"body":"other %s","reason":%q}`, dirty, dirty))+
		call(5, "memory_search", fmt.Sprintf(`{"query":"other %s","scope":"all"}`, dirty)), "--client", "claude-code")
	if code != 0 || !strings.Contains(out, `removed before storing: `) || !strings.Contains(out, "nothing is left to store after secrets were removed") {
		t.Errorf("exit code %d: %s", code, out)
	}
	_, stderr, code := c.run("", "--client", strings.ToLower(token), "search", "x")
	if code != 2 || !strings.Contains(stderr, "looks like a secret") || strings.Contains(stderr, strings.ToLower(token)) {
		t.Errorf("a client called like a secret: %d: %s", code, stderr)
	}
	c.run(strings.Replace(initialize, `"clientInfo":{"name":"`, `"clientInfo":{"name":"`+token, 1) + call(2, "memory_save", `{"body":"by nobody"}`))
	for _, event := range []string{"session-start", "user-prompt", "session-end"} {
		c.run(fmt.Sprintf(`{"session_id":%q,"prompt":%q,"cwd":%q,"source":%q}`, token, dirty, "/tmp/"+token, token), "hook", event, "--client", "codex")
	}
	c.run(initialize+
		call(2, "memory_note", fmt.Sprintf(`{"text":"noted %s"}`, dirty))+
		call(3, "memory_document", fmt.Sprintf(`{"name":"profile","mode":"append","text":"x %s"}`, dirty))+
		call(4, "memory_document", fmt.Sprintf(`{"name":%q,"mode":"append","text":"x"}`, token))+
		call(5, "memory_"+token, `{}`)+call(6, "memory_get", fmt.Sprintf(`{%q:1}`, token)), "--client", "codex")
	c.run("", "proposals", "decline", "--reason", dirty, "1")
	c.run("", "save", "--tag", dirty, "another "+dirty)
	c.run("", "projects", "rename", "api", "renamed "+dirty)
	files := 0
	err := filepath.WalkDir(c.data, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		files++
		data, err := os.ReadFile(path)
		for _, h := range hidden {
			if strings.Contains(strings.ToLower(string(data)), strings.ToLower(h)) {
				t.Errorf("%s holds %s", path, h)
			}
		}
		return err
	})
	if err != nil || files == 0 {
		t.Errorf("%d files, %v", files, err)
	}
}
