package tray

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rivo/uniseg"

	"memtray/frontend"
)

var update = flag.Bool("update", false, "rewrite the golden files")

var (
	zone = time.FixedZone("", 8*60*60)
	noon = time.Date(2026, 11, 30, 13, 24, 0, 0, zone)
)

func texts(t *testing.T, locale string) Labels {
	t.Helper()
	all, err := frontend.Catalogue(locale)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

var states = []struct {
	name  string
	state State
}{
	{"empty", State{Now: noon}},
	{"one", State{Now: noon, Memories: 1, Today: 1, Clients: 1, Newest: []Memory{{7, "Use tabs"}}}},
	{"full", State{Now: noon, Memories: 1284, Today: 12, Clients: 2, Newest: []Memory{
		{105, "Retry 5xx with full jitter, cap 20 seconds, never on POST"},
		{104, "订单状态机：已支付之后只能退款或发货，不能取消，也不能回到未支付的状态里去，除非人工处理"},
		{103, "Map & view: pass __bounds__ as strings"},
		{102, ""},
		{101, "Family 👨‍👩‍👧‍👦 first"},
	}}},
	{"paused", State{Now: noon, Memories: 3, Paused: true}},
	{"paused an hour", State{Now: noon, Memories: 3, Paused: true, Until: noon.Add(time.Hour)}},
	{"paused until tomorrow", State{Now: noon, Memories: 3, Paused: true, Until: Tomorrow(noon).UTC()}},
	{"paused past midnight", State{Now: noon.Add(10 * time.Hour), Memories: 3, Paused: true, Until: noon.Add(11 * time.Hour)}},
	{"trouble", State{Now: noon, Memories: 3, Trouble: true, Paused: true}},
	{"notice", State{Now: noon, Memories: 3, Notice: true, Paused: true}},
}

// TestMenu draws every state in both languages into a golden file.
func TestMenu(t *testing.T) {
	for _, locale := range frontend.Locales() {
		var b strings.Builder
		for _, s := range states {
			fmt.Fprintf(&b, "== %s (icon %d)\n", s.name, s.state.Icon())
			write(&b, Menu(s.state, texts(t, locale)), "")
		}
		golden(t, filepath.Join("testdata", "menu."+locale+".txt"), b.String())
	}
}

func write(b *strings.Builder, items []Item, indent string) {
	for _, item := range items {
		switch {
		case item.Hidden:
		case item.Separator:
			fmt.Fprintf(b, "%s---\n", indent)
		case !item.Enabled:
			fmt.Fprintf(b, "%s(%s)\n", indent, item.Label)
		default:
			fmt.Fprintf(b, "%s%s  -> %d", indent, item.Label, item.Action.Do)
			if item.Action.ID != 0 {
				fmt.Fprintf(b, " #%d", item.Action.ID)
			}
			b.WriteString("\n")
			write(b, item.Sub, indent+"    ")
		}
	}
}

func golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs (-update rewrites it); now:\n%s", path, got)
	}
}

// TestMenu_Shape holds what the tray's library needs: the same lines in every
// state.
func TestMenu_Shape(t *testing.T) {
	shape := func(s State) string {
		flat, parents := flatten(Menu(s, nil))
		var b strings.Builder
		for i, item := range flat {
			fmt.Fprintf(&b, "%v %d\n", item.Separator, parents[i])
		}
		return b.String()
	}
	want := shape(State{})
	for _, s := range states {
		if got := shape(s.state); got != want {
			t.Errorf("%s: shape\n%s\nwant\n%s", s.name, got, want)
		}
	}
}

func TestCut(t *testing.T) {
	family := "👨‍👩‍👧‍👦"
	for _, tt := range []struct{ in, want string }{
		{"", ""},
		{strings.Repeat("a", 36), strings.Repeat("a", 36)},
		{strings.Repeat("a", 37), strings.Repeat("a", 35) + "…"},
		{strings.Repeat("记", 18), strings.Repeat("记", 18)},
		{strings.Repeat("记", 19), strings.Repeat("记", 17) + "…"},
		{strings.Repeat(family, 18), strings.Repeat(family, 18)},
		{strings.Repeat(family, 19), strings.Repeat(family, 17) + "…"},
		{strings.Repeat("a", 34) + "   b", strings.Repeat("a", 34) + "…"},
		{strings.Repeat("e\u0301", 37), strings.Repeat("e\u0301", 35) + "…"},
	} {
		if got := Cut(tt.in); got != tt.want {
			t.Errorf("Cut(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}

func FuzzCut(f *testing.F) {
	f.Add("Retry 5xx with full jitter, cap 20 seconds")
	f.Add(strings.Repeat("👨‍👩‍👧‍👦", 40))
	f.Fuzz(func(t *testing.T, s string) {
		got := Cut(s)
		if n := uniseg.StringWidth(got); n > titleCut {
			t.Errorf("Cut(%q) is %d columns wide", s, n)
		}
		if whole := strings.TrimSuffix(got, "…"); !strings.HasPrefix(s, whole) && got != s {
			t.Errorf("Cut(%q) = %q is not its beginning", s, got)
		}
	})
}
