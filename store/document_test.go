package store_test

import (
	"strings"
	"testing"

	"memtray/store"
)

// FuzzDocumentWrite: what is appended stands behind what was there, as a
// paragraph of its own, and nothing of either is lost but the breaks between.
func FuzzDocumentWrite(f *testing.F) {
	f.Add("", "new")
	f.Add("old\n", "\n\n- new")
	f.Add("老", "新\n")
	f.Add("old", " \n")
	f.Fuzz(func(t *testing.T, old, text string) {
		if strings.TrimSpace(old) == "" {
			old = "" // as it is stored
		}
		blank := strings.TrimSpace(text) == ""
		replaced := store.DocumentWrite{Name: "a", Mode: store.Replace, Text: text}.After(old)
		if want := text; !blank && replaced != want || blank && replaced != "" {
			t.Errorf("replaced by %q", replaced)
		}
		w := store.DocumentWrite{Name: "a", Mode: store.Append, Text: text}
		if blank {
			if w.Validate() == nil {
				t.Error("a blank text is appended")
			}
			return
		}
		got := w.After(old)
		switch {
		case old == "" && got != text:
			t.Errorf("begun with %q", got)
		case old != "" && got != strings.TrimRight(old, "\n")+"\n\n"+strings.TrimLeft(text, "\n"):
			t.Errorf("appended to %q", got)
		}
	})
}

func TestWellKnownDocuments(t *testing.T) {
	for _, name := range store.WellKnownDocuments() {
		if err := store.CheckDocumentName(name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCheckDocumentName(t *testing.T) {
	for _, name := range []string{"profile", "team-rules", "team_rules", "2026", "个人简介", "ユーザー", "café", "профиль", strings.Repeat("简", store.MaxDocumentName)} {
		if err := store.CheckDocumentName(name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range []string{"", " ", "Profile", "a b", "a/b", "..", "a.md", "doc:a", "a\u200bb", "a\u3164", "\u0301a", "a\ufe0f", "👩", "a\x00", "\xff", "简\n",
		strings.Repeat("简", store.MaxDocumentName+1)} {
		if store.ErrorCode(store.CheckDocumentName(name)) != store.Invalid {
			t.Errorf("%q is a name", name)
		}
	}
}
