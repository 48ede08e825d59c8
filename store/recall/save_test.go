package recall_test

import (
	"slices"
	"strings"
	"testing"

	"memtray/store"
	"memtray/store/guard"
	"memtray/store/recall"
	"memtray/store/text"
)

func TestSave_CleansEveryText(t *testing.T) {
	f := open(t)
	saved, err := f.Save(f.ctx, claude, recall.Input{
		Kind:  store.Gotcha,
		Title: " Pool\u202E\r\nsize <private>a</private> ",
		Body:  "cafe\u0301 <private>secret</private>\r\nnext\x00 line",
		Tags:  []string{" Go ", "ｇｏ", "<private>x</private>", "数据库\n", "数据库", "go"},
		Files: []string{" a.go", "a.go ", "A.go", "b\u200B.go"},
	})
	if err != nil {
		t.Fatal(err)
	}
	m := f.get(saved.Memory.ID)
	if m.Title != "Pool size" || m.TitleDerived || m.Body != "café \nnext line" || m.Kind != store.Gotcha {
		t.Errorf("got %q, %q, %s", m.Title, m.Body, m.Kind)
	}
	if want := []string{"Go", "数据库"}; !slices.Equal(m.Tags, want) {
		t.Errorf("tags %q, want %q", m.Tags, want)
	}
	if want := []string{"a.go", "A.go", "b.go"}; !slices.Equal(m.Files, want) {
		t.Errorf("files %q, want %q", m.Files, want)
	}
	want := []guard.Removal{{What: guard.PrivateSpan, Count: 3}, {What: guard.ControlCharacter, Count: 3}}
	slices.SortFunc(saved.Removed, func(a, b guard.Removal) int { return strings.Compare(b.What, a.What) })
	if !slices.Equal(saved.Removed, want) {
		t.Errorf("removed %v, want %v", saved.Removed, want)
	}
	if want := text.Count(m.Title) + text.Count(m.Body); m.Tokens != want {
		t.Errorf("%d tokens, want %d", m.Tokens, want)
	}
}

func TestSave_DerivesTheTitle(t *testing.T) {
	f := open(t)
	for _, title := range []string{"", "  ", "<private>x</private>"} {
		m := f.save(person, recall.Input{Title: title, Body: "\n# Use pgx" + title + "\nbecause"})
		if m.Title != "Use pgx" || !m.TitleDerived || m.Tokens != text.Count(m.Body) {
			t.Errorf("title %q gives %q, derived %v, %d tokens", title, m.Title, m.TitleDerived, m.Tokens)
		}
	}
}

func TestSave_NothingRemoved(t *testing.T) {
	f := open(t)
	saved, err := f.Save(f.ctx, claude, recall.Input{Body: "plain 去重 👨‍👩‍👧"})
	if err != nil || saved.Removed != nil || saved.Memory.Kind != store.Note || saved.Memory.ProjectID != store.Unfiled {
		t.Errorf("%+v, %v", saved, err)
	}
	again, err := f.Save(f.ctx, cursor, recall.Input{Body: "PLAIN  去重 👨‍👩‍👧"})
	if err != nil || !again.Known || again.Memory.ID != saved.Memory.ID {
		t.Errorf("an equal text gives %+v, %v", again, err)
	}
}

func TestSave_Refuses(t *testing.T) {
	f := open(t)
	for _, c := range []struct {
		in   recall.Input
		want string
	}{
		{recall.Input{}, "body is required"},
		{recall.Input{Body: " \x00\n"}, "body is required"},
		{recall.Input{Body: "<private>all</private> \n"}, "nothing is left to store after private spans were removed"},
		{recall.Input{Body: "a <private>b", Title: strings.Repeat("去", 201)}, "title is 201 characters long; at most 200 are allowed"},
		{recall.Input{Body: strings.Repeat("a", 65537)}, "body is 65537 bytes long; at most 65536 are allowed: split it into several memories"},
		{recall.Input{Body: "a", Tags: []string{" "}}, "a tag must not be empty"},
		{recall.Input{Body: "a", Tags: []string{strings.Repeat("t", 65)}}, "a tag is 65 characters long; at most 64 are allowed"},
		{recall.Input{Body: "a", Files: []string{""}}, "a file's path must not be empty"},
		{recall.Input{Body: "a", Kind: "idea"}, "kind must be one of decision, preference, fact, howto, gotcha, bugfix, change, discovery, note, summary"},
	} {
		_, err := f.Save(f.ctx, claude, c.in)
		wantError(t, err, store.Invalid, c.want)
	}
	if ids := f.found(recall.Request{}); len(ids) != 0 {
		t.Errorf("refused saves left %v", ids)
	}
}
