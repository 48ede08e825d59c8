package main

import (
	"slices"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for _, c := range []struct {
		args []string
		rest []string
		fail string // part of the error
	}{
		{[]string{"a", "--client", "codex", "b"}, []string{"a", "b"}, ""},
		{[]string{"--client=codex", "--", "--home"}, []string{"--home"}, ""},
		{[]string{"--client", "- x y", "b"}, []string{"b"}, ""},
		{[]string{"- one\n- two"}, []string{"- one\n- two"}, ""},
		{[]string{"--client", "codex", "-x starts so", "b", "--project", "p"}, []string{"-x starts so", "b"}, ""},
		{[]string{"-v"}, nil, "unknown flag -v (known: --client"},
		{[]string{"a", "--clint", "x"}, nil, "unknown flag --clint (known: --client"},
	} {
		env := &cli{}
		rest, err := parse(env.flags("save"), c.args)
		if c.fail != "" {
			if err == nil || !strings.Contains(err.Error(), c.fail) {
				t.Errorf("%q: error %v, want one with %q", c.args, err, c.fail)
			}
			continue
		}
		if err != nil || !slices.Equal(rest, c.rest) {
			t.Errorf("%q: %q, %v; want %q", c.args, rest, err, c.rest)
		}
	}
}
