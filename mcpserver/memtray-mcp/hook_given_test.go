package main

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"memtray/store"
	"memtray/store/recall"
	"memtray/store/sqlite"
	"memtray/store/storetest"
)

// TestHookAccess: a client that may not read is told nothing.
func TestHookAccess(t *testing.T) {
	ctx := context.Background()
	c := newComputer(t)
	c.save("one thing to know")
	s, err := sqlite.Open(ctx, sqlite.Options{Home: c.data})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	r := recall.New(s)
	defer r.Close()
	n := 0
	given := func() bool {
		t.Helper()
		n++
		return c.hook(fmt.Sprintf(`{"session_id":"%d"}`, n), "session-start") != ""
	}
	for _, step := range []struct {
		what string
		do   func() error
		want bool
	}{
		{"at first", func() error { return nil }, true},
		{"saving is paused", func() error { return r.Pause(ctx, 0) }, true},
		{"the folder is excluded", func() error { return r.SetExclusions(ctx, []string{c.dir}) }, false},
		{"the project is excluded", func() error { return r.SetExclusions(ctx, []string{"api"}) }, false},
		{"nothing is", func() error { return r.SetExclusions(ctx, nil) }, true},
		{"the client may read", func() error { return s.SetTrust(ctx, "claude-code", store.ReadTrust) }, true},
		{"the client is paused", func() error { return s.SetTrust(ctx, "claude-code", store.PausedTrust) }, false},
	} {
		if err := step.do(); err != nil {
			t.Fatal(err)
		}
		if got := given(); got != step.want {
			t.Errorf("%s: given %v, want %v", step.what, got, step.want)
		}
	}
	if logs, _ := filepath.Glob(filepath.Join(c.data, "logs", "*")); len(logs) > 0 {
		t.Errorf("what the person wants is logged: %q", logs)
	}
}

// TestHookPrompt: what fits a prompt well is added, once a session, and nothing
// where little fits.
func TestHookPrompt(t *testing.T) {
	ctx := context.Background()
	c := newComputer(t)
	s, err := sqlite.Open(ctx, sqlite.Options{Home: c.data})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := storetest.SeedOver(ctx, s, 1000, storetest.NewClock()); err != nil {
		t.Fatal(err)
	}
	prompts := func(args ...string) int {
		_, _, code := c.run("", append([]string{"hook", "prompts"}, args...)...)
		return code
	}
	if prompts("on") != 0 || prompts("maybe") != 2 || prompts() != 2 {
		t.Error("hook prompts")
	}
	c.save("--kind", "decision", "The turbine gateway is retried five times with full jitter.")
	c.save("--kind", "gotcha", "--title", "Lighthouse 缓存", "灯塔缓存必须先失效再写入，否则读到旧值。")
	for i := range 4 {
		c.save(fmt.Sprintf("Zeppelin moorings, part %d: hydrogen valves are checked before the mast.", i))
	}
	n := 0
	ask := func(session, prompt string) string {
		t.Helper()
		n++
		in, err := json.Marshal(map[string]string{"session_id": session, "prompt": prompt, "cwd": c.dir})
		if err != nil {
			t.Fatal(err)
		}
		return c.hook(string(in), "user-prompt")
	}
	for _, prompt := range []string{"How often do we retry the turbine gateway?", "turbine gateway", "Please look at why the turbine gateway gives up after five attempts, and fix it."} {
		text, rest := added(t, ask(prompt, prompt), "additionalContext")
		if !strings.Contains(text, "full jitter") || strings.Contains(text, "Zeppelin") || !strings.Contains(fmt.Sprint(rest), "UserPromptSubmit") {
			t.Errorf("%q adds %q beside %v", prompt, text, rest)
		}
	}
	for _, prompt := range []string{"灯塔缓存怎么失效？", "帮我看一下灯塔的缓存失效逻辑"} {
		if text, _ := added(t, ask(prompt, prompt), "additionalContext"); !strings.Contains(text, "否则读到旧值") {
			t.Errorf("%q adds %q", prompt, text)
		}
	}
	for _, prompt := range []string{
		"hi", "continue", "yes, do that", "Please write a function that adds two numbers.", "run the tests and fix what fails", "what is the time", "turbine",
		"继续", "好的，谢谢", "请帮我写一个函数", "把测试跑一遍，修好失败的", "?", "   ", "the the the", strings.Repeat("lorem ipsum ", 5000),
	} {
		if out := ask(prompt, prompt); out != "" {
			t.Errorf("%.40q adds %q", prompt, out)
		}
	}
	const zeppelin = "Which hydrogen valves of the zeppelin moorings are checked?"
	first, second, third := ask("z", zeppelin), ask("z", zeppelin), ask("z", zeppelin)
	if strings.Count(first, "hydrogen valves") != 3 || strings.Count(second, "hydrogen valves") != 1 || third != "" {
		t.Errorf("asked three times: %q, %q, %q", first, second, third)
	}
	// Where a client cannot be told anything then, nothing is noted as told.
	if out := c.hook(`{"conversation_id":"y","prompt":"`+zeppelin+`"}`, "user-prompt", "--client", "cursor"); out != "" {
		t.Errorf("Cursor is told %q", out)
	}
	prompts("off")
	if out := ask("off", "turbine gateway"); out != "" {
		t.Errorf("switched off it adds %q", out)
	}
}
