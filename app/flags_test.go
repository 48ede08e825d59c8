package app

import (
	"bytes"
	"strings"
	"testing"
)

func TestRun_Arguments(t *testing.T) {
	for _, tt := range []struct {
		args   []string
		status int
		out    string // part of what is printed
	}{
		{[]string{"--version"}, 0, "memtray "},
		{[]string{"--help"}, 0, "--hidden"},
		{[]string{"-h"}, 0, "--hidden"},
		{[]string{"--hiden"}, 2, "known: --hidden"},
		{[]string{"open"}, 2, `"open" is not understood`},
		{[]string{"--home"}, 2, "--home"},
		{[]string{"--home", ""}, 2, "--home needs a folder"},
		{[]string{"--home", "data"}, 1, "--home must be an absolute path or begin with ~/"},
	} {
		var out, errs bytes.Buffer
		status := Run(tt.args, &out, &errs)
		printed := &out
		if tt.status != 0 {
			printed = &errs
		}
		if status != tt.status || !strings.Contains(printed.String(), tt.out) {
			t.Errorf("%v: status %d, printed %q and %q", tt.args, status, out.String(), errs.String())
		}
	}
}
