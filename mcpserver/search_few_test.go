package mcpserver

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"memtray/store"
	"memtray/store/embed"
)

// TestSearchFew_Sentence: what lies beside the few memories that hold a word, or
// is near in meaning, does not hide what other projects have.
func TestSearchFew_Sentence(t *testing.T) {
	for _, near := range []bool{false, true} {
		s := newSession(t)
		for i := range 4 {
			s.call("memory_save", fmt.Sprintf(`{"body":"owl number %d hunts mice at dusk","project":"zoo"}`, i))
		}
		for _, body := range []string{"the kettle is broken", "an owl sat there", "bread is sold out", "the owl flew away", "rain since noon"} {
			s.call("memory_save", `{"body":"`+body+`"}`)
		}
		if near {
			embedAlike(t, s)
		}
		got := s.call("memory_search", `{"query":"What does the owl usually hunt for dinner?"}`)
		if !strings.Contains(got, "\n2 here; 4 more in other projects: search with scope all.") {
			t.Errorf("embeddings %v: %s", near, got)
		}
		if strings.Count(got, "\n#") <= 2 {
			t.Errorf("embeddings %v: nothing else is found: %s", near, got)
		}
	}
}

// embedAlike switches embeddings on, by a model to which every text means the
// same, more or less.
func embedAlike(t *testing.T, s *session) {
	t.Helper()
	model := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var in struct{ Input []string }
		_ = json.NewDecoder(r.Body).Decode(&in)
		data := []any{}
		for _, text := range in.Input {
			data = append(data, map[string]any{"embedding": []float64{1, float64(len(text)%7) / 10}})
		}
		_ = json.NewEncoder(w).Encode(map[string]any{"data": data})
	}))
	t.Cleanup(model.Close)
	person := store.Author{Kind: store.Person, Process: "test"}
	if _, err := s.recall.Embeddings().SwitchOn(t.Context(), person, embed.Config{URL: model.URL, Model: "words"}); err != nil {
		t.Fatal(err)
	}
	if err := s.recall.Index(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// TestRowsSayWhy_Meaning: what holds the words says so, or nothing if it holds all
// of them, whatever a model says.
func TestRowsSayWhy_Meaning(t *testing.T) {
	s := newSession(t)
	s.call("memory_save", `{"body":"the webhook retries five times"}`)
	s.call("memory_save", `{"body":"a webhook needs a secret"}`)
	s.call("memory_save", `{"body":"bread is sold out"}`)
	embedAlike(t, s)
	got := s.call("memory_search", `{"query":"webhook retries"}`)
	for _, want := range []string{"five times · 6 tok\n", "secret · 6 tok · body: webhook\n", "sold out · 4 tok · close in meaning"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %s", want, got)
		}
	}
}
