package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"memtray/app/clients"
)

// TestReadingTools: what clients are told that they may call unasked are the
// tools that say they only read, all of them and no others.
func TestReadingTools(t *testing.T) {
	c := newComputer(t)
	out, _, _ := c.run(initialize+`{"jsonrpc":"2.0","id":2,"method":"tools/list"}`+"\n", "--client", "x")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	var answer struct {
		Result struct {
			Tools []struct {
				Name        string
				Annotations struct{ ReadOnlyHint bool }
			}
		}
	}
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &answer); err != nil || len(answer.Result.Tools) == 0 {
		t.Fatalf("tools/list: %v\n%s", err, out)
	}
	var reading []string
	for _, tool := range answer.Result.Tools {
		if tool.Annotations.ReadOnlyHint {
			reading = append(reading, tool.Name)
		}
	}
	if got, want := slices.Sorted(slices.Values(clients.ReadingTools)), slices.Sorted(slices.Values(reading)); !slices.Equal(got, want) {
		t.Errorf("clients may call %q unasked, but %q only read", got, want)
	}
}
