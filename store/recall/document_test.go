package recall_test

import (
	"strings"
	"testing"

	"memtray/store"
	"memtray/store/recall"
)

func TestWriteDocument(t *testing.T) {
	f := open(t)
	write := func(by store.Author, in recall.DocumentInput) (recall.DocumentWritten, string) {
		w, err := f.WriteDocument(f.ctx, by, in)
		return w, store.ErrorMessage(err)
	}
	w, _ := write(person, recall.DocumentInput{Name: " doc:profile ", Mode: store.Append, Text: "key AKIAQ3EGRIT7ZMXNP2LK\r\n<private>b</private>c", Reason: "a\nb"})
	if w.Document.Name != "profile" || w.Document.Text != "key [secret removed]\nc" || len(w.Removed) < 2 {
		t.Errorf("%+v", w)
	}
	long := strings.Repeat("x", store.MaxDocument)
	if _, got := write(person, recall.DocumentInput{Name: "long", Mode: store.Replace, Text: long + "<private>not counted</private>"}); got != "" {
		t.Error(got)
	}
	for _, c := range []struct {
		by   store.Author
		in   recall.DocumentInput
		want string
	}{
		{claude, recall.DocumentInput{Name: "profile", Mode: store.Replace}, "text is required"},
		{claude, recall.DocumentInput{Name: "profile", Mode: store.Replace, Text: " <private>x</private>"}, "nothing is left to store after private spans were removed"},
		{person, recall.DocumentInput{Name: "profile", Mode: store.Replace, Text: " <private>x</private>"}, "nothing is left to store after private spans were removed"},
		{person, recall.DocumentInput{Name: "profile", Mode: store.Append}, "text is required"},
		{claude, recall.DocumentInput{Name: "long", Mode: store.Replace, Text: long + "yz"}, "the document would be 262146 bytes long; at most 262144 are allowed: shorten it or begin another"},
		{person, recall.DocumentInput{Name: "long", Mode: store.Append, Text: "y"}, "the document would be 262147 bytes long; at most 262144 are allowed: shorten it or begin another"},
		{claude, recall.DocumentInput{Name: "long", Mode: store.Append, Text: "y"}, "the document would be 262147 bytes long; at most 262144 are allowed: shorten it or begin another"},
		{claude, recall.DocumentInput{Name: "Long one", Mode: store.Append, Text: "y"}, "a document's name must be 1 to 64 letters, digits, - and _"},
		{person, recall.DocumentInput{Name: "profile", Mode: store.Replace}, ""},
	} {
		if _, got := write(c.by, c.in); got != c.want {
			t.Errorf("%s %.20q: %q, want %q", c.in.Name, c.in.Text, got, c.want)
		}
	}
	if _, err := f.Store().Document(f.ctx, "profile"); store.ErrorCode(err) != store.NotFound {
		t.Errorf("the person's deletion: %v", err)
	}
	if _, err := f.PurgeDocument(f.ctx, claude, "profile"); store.ErrorMessage(err) != "only the person can delete for good" {
		t.Error(err)
	}
	if compacted, err := f.PurgeDocument(f.ctx, person, "profile"); err != nil || !compacted {
		t.Error(compacted, err)
	}
}

// TestSearchWritings: they come only where they are asked for, at most three,
// with the paragraph that holds most of the words.
func TestSearchWritings(t *testing.T) {
	f := open(t)
	write := func(name, text string) {
		if _, err := f.WriteDocument(f.ctx, person, recall.DocumentInput{Name: name, Mode: store.Replace, Text: text}); err != nil {
			t.Fatal(err)
		}
	}
	search := func(req recall.Request) recall.Result {
		t.Helper()
		req.Limit, req.Writings = 10, true
		found, err := f.Search(f.ctx, req)
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	write("profile", "Nothing of use.\n\nTunes the lute by ear.\n\nPlays the lute in an ensemble, and the harp.")
	if got := search(recall.Request{Query: "lute harp"}); got.Total != 0 || len(got.Writings) != 1 || got.Writings[0].Name != "doc:profile" ||
		got.Writings[0].Line != "Plays the lute in an ensemble, and the harp." || got.Writings[0].Tokens < 20 {
		t.Errorf("in an empty store: %+v", got)
	}
	for range 30 {
		f.time.Add(1000)
		f.save(claude, recall.Input{Body: "the harp of " + strings.Repeat("x", int(f.time.Load()/1000)%60)})
	}
	m := f.save(claude, recall.Input{Body: "lute and harp and lute and harp in an ensemble"})
	for _, name := range []string{"goals", "persona", "glossary"} {
		write(name, "lute")
	}
	got := search(recall.Request{Query: "lute and harp in an ensemble"})
	if len(got.Writings) != 3 || got.Rows[0].ID != m.ID || got.Total != 31 || got.Matching != 31 {
		t.Errorf("%+v", got.Writings)
	}
	for i, w := range got.Writings {
		if w.Before < 0 || w.Before > 31 || i > 0 && w.Before < got.Writings[i-1].Before {
			t.Errorf("places %+v", got.Writings)
		}
	}
	yes := true
	for name, req := range map[string]recall.Request{
		"kinds":   {Query: "lute", Filter: store.Filter{Kinds: store.Kinds()}},
		"clients": {Query: "lute", Filter: store.Filter{Clients: []string{""}}},
		"pinned":  {Query: "lute", Filter: store.Filter{Pinned: &yes}},
		"archive": {Query: "lute", Filter: store.Filter{States: []store.State{store.Archived}}},
		"newest":  {Query: "lute", Sort: store.Newest},
		"page":    {Query: "lute", Offset: 1},
		"no word": {},
	} {
		if got := search(req); len(got.Writings) != 0 {
			t.Errorf("%s: %+v", name, got.Writings)
		}
	}
	if got, err := f.Search(f.ctx, recall.Request{Query: "lute", Limit: 10}); err != nil || len(got.Writings) != 0 {
		t.Errorf("not asked for: %+v, %v", got.Writings, err)
	}
}
