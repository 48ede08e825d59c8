package main

import (
	"fmt"
	"strings"
	"testing"
)

// TestSearchFew_Sentence: what lies beside the few memories that hold a word does
// not hide what other projects have.
func TestSearchFew_Sentence(t *testing.T) {
	c := newComputer(t)
	lines := initialize
	for i, body := range []string{"the kettle is broken", "an owl sat there", "bread is sold out", "the owl flew away", "rain since noon"} {
		lines += saveLine(2+i, body)
	}
	c.run(lines, "--client", "claude-code")
	for i := range 4 {
		c.must("--project", "zoo", "save", fmt.Sprintf("owl number %d hunts mice at dusk", i))
	}
	out, errs, _ := c.run("", "search", "What does the owl usually hunt for dinner?")
	if want := "2 here; 4 more in other projects: --all searches them\n"; !strings.Contains(errs, want) {
		t.Errorf("%s%s, want %s", out, errs, want)
	}
	if strings.Count(out, "#") <= 2 {
		t.Errorf("nothing else is found: %s", out)
	}
}
