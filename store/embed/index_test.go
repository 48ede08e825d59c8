package embed_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"memtray/store"
	"memtray/store/embed"
	"memtray/store/sqlite"
	"memtray/store/text"
)

// TestIndex_Failures: an endpoint that fails is left alone for a growing while,
// the status says what is wrong, and then indexing goes on where it was.
func TestIndex_Failures(t *testing.T) {
	f, e := open(t), newEndpoint(t)
	for i := range 20 {
		f.save(codex, store.Draft{Body: fmt.Sprint("memory number ", i)})
	}
	f.on(e)
	_, before := e.asked()
	e.answers(status(500, `{"error":"out of memory"}`))
	f.index()
	if s := f.status(); s.Failure != "the embeddings endpoint answers with status 500: out of memory" || s.FailureAt != store.Millis(f.time.Load()) {
		t.Errorf("status %+v", s)
	}
	for _, seconds := range []int64{29, 2, 58, 3} {
		f.wait(seconds)
		f.index()
	}
	if _, calls := e.asked(); calls != before+3 {
		t.Errorf("%d requests, want 3", calls-before)
	}
	e.answers(nil)
	f.wait(121)
	f.index()
	if s := f.status(); s.Memories != (store.VectorCounts{Have: 20, All: 20}) || s.Failure != "" {
		t.Errorf("status %+v", s)
	}
}

// TestIndex_Refused: a text that the endpoint does not take keeps no other from
// its vector.
func TestIndex_Refused(t *testing.T) {
	f, e := open(t), newEndpoint(t)
	var bad int64
	for i := range 40 {
		m := f.save(codex, store.Draft{Body: fmt.Sprint("memory number ", i)})
		if i == 30 {
			bad = m.ID
		}
	}
	f.on(e)
	e.picky("memory number 30")
	f.index()
	s := f.status()
	if want := fmt.Sprintf("memory #%d got no vector: the embeddings endpoint answers with status 400: too long", bad); s.Memories.Have != 39 || s.Failure != want {
		t.Errorf("status %+v", s)
	}
}

// TestIndex_OneAtATime: who comes second leaves it to the first.
func TestIndex_OneAtATime(t *testing.T) {
	f, e := open(t), newEndpoint(t)
	f.save(codex, store.Draft{Body: "the automobile is red"})
	f.on(e)
	began, goOn := make(chan struct{}), make(chan struct{})
	e.answers(func(w http.ResponseWriter, r *http.Request) {
		close(began)
		<-goOn
		status(200, vectorJSON("car"))(w, r)
	})
	done := make(chan error)
	go func() { done <- f.Index(context.Background()) }()
	<-began
	second, err := sqlite.Open(t.Context(), sqlite.Options{Home: f.store.Home()})
	if err != nil {
		t.Fatal(err)
	}
	defer second.Close()
	other := embed.New(second)
	defer other.Close()
	if err := other.Index(t.Context()); err != nil { // would close began again
		t.Error(err)
	}
	close(goOn)
	if err := <-done; err != nil {
		t.Error(err)
	}
	e.answers(nil)
	if near := other.Near(t.Context(), "vehicle", store.Filter{}); len(near) != 1 {
		t.Errorf("the other process finds %v", near)
	}
}

// TestIndex_GivesWay: indexing ends when it is told to, in the middle of a
// request too, and an edit meanwhile is not given the former text's vector.
func TestIndex_GivesWay(t *testing.T) {
	f, e := open(t), newEndpoint(t)
	m := f.save(codex, store.Draft{Body: "the automobile is red"})
	f.on(e)
	ctx, stop := context.WithCancel(t.Context())
	e.answers(func(_ http.ResponseWriter, r *http.Request) {
		stop()
		<-r.Context().Done()
	})
	if err := f.Index(ctx); err != nil {
		t.Error(err)
	}
	if s := f.status(); s.Failure != "" || s.Memories.Have != 0 {
		t.Errorf("status %+v", s)
	}
	e.answers(func(w http.ResponseWriter, r *http.Request) {
		if _, err := f.store.Change(context.Background(), codex, store.Change{IDs: []int64{m.ID}, Patch: store.Patch{Body: ptr("bread")}}); err != nil {
			t.Error(err)
		}
		e.answers(nil)
		status(200, vectorJSON("car"))(w, r)
	})
	f.index()
	if s := f.status(); s.Memories.Have != 0 {
		t.Errorf("status %+v", s)
	}
	f.index()
	if s := f.status(); s.Memories.Have != 1 {
		t.Errorf("status %+v", s)
	}
}

// TestIndex_LongTexts: of a long text the beginning is asked for.
func TestIndex_LongTexts(t *testing.T) {
	f, e := open(t), newEndpoint(t)
	for _, word := range []string{"word ", "字", "x", "🙂", " \n", "ä "} {
		f.save(codex, store.Draft{Body: "begin " + strings.Repeat(word, 60_000/len(word))})
	}
	f.on(e)
	f.index()
	inputs, _ := e.asked()
	if len(inputs) != 7 {
		t.Fatalf("%d texts", len(inputs))
	}
	for _, in := range inputs[1:] {
		if n := text.Count(in); n > 500 || len([]rune(in)) > 4001 || !strings.HasPrefix(in, "begin") {
			t.Errorf("%d tokens, %d bytes: %.40q", n, len(in), in)
		}
	}
}
