package main

import (
	"strings"
	"testing"
)

func TestProjects(t *testing.T) {
	c := newComputer(t)
	for _, test := range []struct {
		args   []string
		code   int
		stdout string // part of it
		stderr string // part of it
	}{
		{args: []string{"save", "tabs"}, stdout: "saved #1 in project api\n"},
		{args: []string{"save", "--project", "bakend", "spaces"}, stdout: "saved #2 in new project bakend\n"},
		{args: []string{"save", "--project", "bakend", "Tabs"}, stdout: "saved #3 in project bakend\n"},
		{args: []string{"projects", "list"}, stdout: "api      1  \nbakend   2  \nglobal   0  \nunfiled  0  \n"},
		{args: []string{"search", "--project", "backend", "x"}, code: 1, stderr: `"bakend"`},
		{args: []string{"projects", "rename", "bakend", "back end"}, stdout: "project bakend is now named back end\n"},
		{args: []string{"projects", "rename", "Bakend", "API"}, code: 1, stderr: "already a name of another project"},
		{args: []string{"search", "--project", "bakend", "spaces"}, stdout: "#2 now note [back end] spaces\n"},
		{args: []string{"projects", "list"}, stdout: "back end  2  formerly bakend\n"},
		{args: []string{"projects", "merge", "back end", "."}, stdout: "merged project back end into api: 2 memories, 1 of them known there already\n"},
		{args: []string{"search", "--project", "bakend", "spaces"}, stdout: "#2 now note [api] spaces\n"},
		{args: []string{"save", "--project", "back end", "tabs"}, stdout: "already known as #1 in project api"},
		{args: []string{"projects", "list", "--json"}, stdout: `"aliases":["back end","bakend"]`},
		{args: []string{"projects", "merge", "bakend", "api"}, code: 1, stderr: "into itself"},
		{args: []string{"projects", "merge", "global", "api"}, code: 1, stderr: "reserved"},
		{args: []string{"projects", "rename", "unfiled", "x"}, code: 1, stderr: "reserved"},
		{args: []string{"projects", "rename", "nothing", "x"}, code: 1, stderr: `there is no project named "nothing"`},
		{args: []string{"projects"}, stdout: "api      2  "},
		{args: []string{"projects", "drop", "api"}, code: 2, stderr: `not "drop"`},
		{args: []string{"projects", "rename", "api"}, code: 2, stderr: "takes a project and its new name"},
		{args: []string{"projects", "merge", "api"}, code: 2, stderr: "the one to merge it into"},
		{args: []string{"projects", "merge", "api", "web", "--json"}, code: 2, stderr: "--json is for projects list"},
		{args: []string{"projects", "list", "x"}, code: 2, stderr: "takes no arguments"},
		{args: []string{"projects", "rename", "", "x"}, code: 2, stderr: "must not be empty"},
		{args: []string{"help", "projects"}, stdout: "rename PROJECT NAME"},
	} {
		out, errs, code := c.run("", test.args...)
		if code != test.code || !strings.Contains(out, test.stdout) || !strings.Contains(errs, test.stderr) {
			t.Errorf("%q: exit code %d, want %d\n%s%s", test.args, code, test.code, out, errs)
		}
	}
}
