package e2e

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

func TestCommandLine_WhateverWasSavedIsFound(t *testing.T) {
	p := newPerson(t)
	for _, s := range specimens {
		id := p.save(t, "--", s.text)
		for _, q := range s.queries {
			t.Run(q, func(t *testing.T) {
				out := p.memtray(t, "search", "--", q)
				if out.code != 0 || out.stderr != "" {
					t.Fatalf("exit %d, stderr %q", out.code, out.stderr)
				}
				if !strings.Contains(out.stdout, fmt.Sprintf("#%d ", id)) {
					t.Errorf("did not find #%d %q:\n%s", id, s.text, out.stdout)
				}
			})
		}
	}
	for _, q := range nothings {
		t.Run(q, func(t *testing.T) {
			if out := p.memtray(t, "search", "--", q); out.code != 0 || strings.TrimPrefix(out.stderr, "no memory matches\n") != "" {
				t.Errorf("exit %d, stderr %q, want no error", out.code, out.stderr)
			}
		})
	}
}

func TestCommandLine_SearchJSONHoldsTheMemory(t *testing.T) {
	p := newPerson(t)
	id := p.save(t, "--kind", "decision", "--title", "Tabs", "--tag", "style", "We indent with tabs.")
	printed := p.must(t, "search", "--json", "tabs")
	var found struct {
		Total int
		Rows  []struct {
			ID    int64
			Kind  string
			Title string
		}
	}
	if err := json.Unmarshal([]byte(printed), &found); err != nil {
		t.Fatalf("%v: %s", err, printed)
	}
	if found.Total != 1 || len(found.Rows) != 1 {
		t.Fatalf("found %s, want one memory", printed)
	}
	if r := found.Rows[0]; r.ID != id || r.Kind != "decision" || r.Title != "Tabs" {
		t.Errorf("found %+v, want #%d decision Tabs", r, id)
	}
}

func TestCommandLine_SaveKeepsTextAsGiven(t *testing.T) {
	p := newPerson(t)
	text := "first line\n\n\tindented \"quoted\" 中文 it's $HOME `tick`\nlast"
	cmd := p.command(t, shim(t), "save", "--title", "As given", "-")
	cmd.Stdin = strings.NewReader(text)
	if out := finish(t, cmd); out.code != 0 {
		t.Fatalf("exit %d: %s", out.code, out.stderr)
	}
	memories, err := p.open(t).Memories(t.Context(), []int64{1})
	if err != nil || len(memories) != 1 {
		t.Fatalf("memories %v, error %v", memories, err)
	}
	if memories[0].Body != text || memories[0].Title != "As given" {
		t.Errorf("stored %q %q, want %q", memories[0].Title, memories[0].Body, text)
	}
}

func TestCommandLine_RefusesWhatItDoesNotKnow(t *testing.T) {
	p := newPerson(t)
	tests := []struct {
		name string
		args []string
		says string
	}{
		{"subcommand", []string{"remember", "x"}, "remember"},
		{"flag", []string{"save", "--colour", "red", "x"}, "colour"},
		{"kind", []string{"save", "--kind", "thought", "x"}, "kind must be one of decision"},
		{"empty text", []string{"save", ""}, "save needs a text"},
		{"client", []string{"clients", "add", "no-such-client"}, "no-such-client"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out := p.memtray(t, tt.args...)
			if out.code == 0 || out.stdout != "" || !strings.Contains(out.stderr, tt.says) {
				t.Errorf("exit %d, stdout %q, stderr %q; want a failure that says %q", out.code, out.stdout, out.stderr, tt.says)
			}
		})
	}
}
