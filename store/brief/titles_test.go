package brief_test

import (
	"strings"
	"testing"
	"time"

	"memtray/store"
	"memtray/store/brief"
)

// TestCompile_TitlesThatFit: however few titles there are, all are given where
// there is room.
func TestCompile_TitlesThatFit(t *testing.T) {
	titles := []string{"The gateway has four workers.", "The gateway listens on port 80", "网关监听 80 端口", "x"}
	for n := range len(titles) + 1 {
		in := brief.Input{Now: time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC), Project: "api"}
		for i, s := range titles[:n] {
			in.Other.Items = append(in.Other.Items, brief.Item{ID: int64(i + 1), Kind: store.Note, Title: s, Body: s, Derived: true, Tokens: 7})
		}
		in.Other.Total = n
		got := brief.Compile(in, brief.Limits{Tokens: 20000})
		if strings.Contains(got.Text, "more:") || len(got.IDs) != n {
			t.Errorf("%d titles: %d are given:\n%s", n, len(got.IDs), got.Text)
		}
	}
}
