package frontend

import (
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestAssets(t *testing.T) {
	if _, err := fs.Stat(Assets(), "placeholder.txt"); err != nil {
		t.Fatalf("the committed placeholder is missing: %v", err)
	}
	_, err := fs.Stat(Assets(), "index.html")
	if Built() != (err == nil) {
		t.Errorf("Built() = %v, index.html: %v", Built(), err)
	}
}

func TestCatalogue(t *testing.T) {
	placeholder := regexp.MustCompile(`\{\w+\}`)
	english, err := Catalogue("en")
	if err != nil {
		t.Fatal(err)
	}
	for _, locale := range Locales() {
		texts, err := Catalogue(locale)
		if err != nil {
			t.Fatal(err)
		}
		keys := slices.Sorted(maps.Keys(texts))
		if want := slices.Sorted(maps.Keys(english)); !slices.Equal(keys, want) {
			t.Errorf("%s: keys differ from English", locale)
		}
		for key, text := range texts {
			if strings.TrimSpace(text) == "" {
				t.Errorf("%s: %s is empty", locale, key)
			}
			if !strings.HasPrefix(key, "tray.") || strings.HasSuffix(key, ".one") {
				continue
			}
			got := placeholder.FindAllString(text, -1)
			want := placeholder.FindAllString(english[key], -1)
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Errorf("%s: %s has placeholders %v, English has %v", locale, key, got, want)
			}
		}
	}
}

func TestCatalogue_Tray(t *testing.T) {
	keys := []string{
		"tray.saving.one", "tray.saving.other", "tray.paused", "tray.paused_until",
		"tray.counts.one", "tray.counts.other", "tray.open", "tray.search", "tray.add",
		"tray.recent_none", "tray.pause", "tray.pause_hour", "tray.pause_tomorrow",
		"tray.pause_forever", "tray.resume", "tray.quit", "tray.clients",
	}
	for _, locale := range Locales() {
		texts, err := Catalogue(locale)
		if err != nil {
			t.Fatal(err)
		}
		for _, key := range keys {
			if texts[key] == "" {
				t.Errorf("%s lacks %s", locale, key)
			}
		}
	}
}

func TestCatalogue_Unknown(t *testing.T) {
	for _, locale := range []string{"", "xx", "../embed", "zh"} {
		if _, err := Catalogue(locale); err == nil {
			t.Errorf("Catalogue(%q) succeeded", locale)
		}
	}
}
