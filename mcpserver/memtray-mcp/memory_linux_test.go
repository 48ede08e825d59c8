package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// peakMemory returns the most resident memory that a process has had, in bytes.
func peakMemory(t *testing.T, pid int) int {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	var kb int
	if _, err := fmt.Sscan(rest, &kb); err != nil {
		t.Fatal(err)
	}
	return kb << 10
}

// usersOf returns the processes, with one file each, that hold files below dir.
func usersOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	links, err := filepath.Glob("/proc/[0-9]*/fd/*")
	if err != nil {
		t.Fatal(err)
	}
	users := map[string]string{}
	for _, link := range links {
		if file, err := os.Readlink(link); err == nil && strings.HasPrefix(file, dir+"/") {
			users[strings.Split(link, "/")[2]] = file
		}
	}
	return users
}
