package recall_test

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"memtray/store"
	"memtray/store/embed"
	"memtray/store/recall"
)

// synonyms are words that the model of [newModel] takes for the same.
var synonyms = map[string]string{"automobile": "car", "汽车": "car", "purchase": "buy"}

// newModel is an embeddings endpoint on loopback. What it answers with can be
// replaced; nil are vectors in which synonyms are the same.
func newModel(t *testing.T) (url string, answer *atomic.Pointer[http.HandlerFunc]) {
	t.Helper()
	answer = new(atomic.Pointer[http.HandlerFunc])
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if h := answer.Load(); h != nil {
			(*h)(w, r)
			return
		}
		var in struct{ Input []string }
		_ = json.NewDecoder(r.Body).Decode(&in)
		data := []any{}
		for _, one := range in.Input {
			data = append(data, map[string]any{"embedding": meaning(one)})
		}
		_ = json.NewEncoder(w).Encode(map[string]any{"data": data})
	}))
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	return server.URL, answer
}

func meaning(text string) []float32 {
	out := make([]float32, 64)
	for _, word := range strings.Fields(strings.ToLower(text)) {
		if same, ok := synonyms[word]; ok {
			word = same
		}
		h := fnv.New64()
		h.Write([]byte(word))
		rng := rand.New(rand.NewPCG(h.Sum64(), 1))
		for i := range out {
			out[i] += float32(rng.NormFloat64())
		}
	}
	return out
}

// remembered is a store with some memories, of which one answers a question about
// a car in other words.
func remembered(t *testing.T) (f *fixture, car int64) {
	f = open(t)
	car = f.save(claude, recall.Input{Body: "the automobile is in the garage"}).ID
	for i := range 30 {
		f.save(cursor, recall.Input{Body: fmt.Sprintf("note %d: the red house number %d of the street", i, i*7)})
	}
	f.save(claude, recall.Input{Body: "a red bicycle for the street"})
	return f, car
}

func (f *fixture) embed(url string) {
	f.t.Helper()
	if _, err := f.Embeddings().SwitchOn(f.ctx, person, embed.Config{URL: url, Model: "words"}); err != nil {
		f.t.Fatal(err)
	}
	if err := f.Index(f.ctx); err != nil {
		f.t.Fatal(err)
	}
}

func TestSearch_ByMeaning(t *testing.T) {
	f, car := remembered(t)
	private := f.save(person, recall.Input{Body: "my automobile is in the garage", Private: true}).ID
	url, _ := newModel(t)
	agent := recall.Request{Query: "car", Filter: store.Filter{Reader: "cursor"}, Limit: 3}
	wantIDs(t, "without a model", f.found(agent))
	f.embed(url)
	if ids := f.found(agent); ids[0] != car || slices.Contains(ids, private) {
		t.Errorf("a client finds %v, want #%d first", ids, car)
	}
	if ids := f.found(recall.Request{Query: "汽车", Limit: 2}); !slices.Contains(ids, car) || !slices.Contains(ids, private) {
		t.Errorf("the person finds %v, want #%d and #%d", ids, car, private)
	}
	// The pages together hold each memory once, as many as the total says.
	all, total := []int64{}, 0
	for {
		page, err := f.Search(f.ctx, recall.Request{Query: "red car", Filter: agent.Filter, Offset: len(all), Limit: 7})
		if err != nil {
			t.Fatal(err)
		}
		if len(page.Rows) == 0 {
			break
		}
		total = page.Total
		for _, row := range page.Rows {
			all = append(all, row.ID)
		}
	}
	distinct := slices.Clone(all)
	slices.Sort(distinct)
	if distinct = slices.Compact(distinct); len(distinct) != len(all) || total != len(all) || !slices.Contains(all, car) {
		t.Errorf("%d rows, %d distinct, total %d", len(all), len(distinct), total)
	}
	// The trash, and an order that is not by relevance, are as without.
	wantIDs(t, "newest", f.found(recall.Request{Query: "car", Sort: store.Newest}))
	f.change(person, recall.Change{IDs: []int64{car}, State: ptr(store.Trashed)})
	if ids := f.found(agent); slices.Contains(ids, car) {
		t.Errorf("found in the trash: %v", ids)
	}
}

// TestSearch_EndpointDown: whatever the endpoint does, a search gives the same
// rows in the same order as without it, and soon.
func TestSearch_EndpointDown(t *testing.T) {
	questions := []string{"car", "red street", "the automobile", "house number 14", "zzz", "“", "红色"}
	answers := func(f *fixture) (out []recall.Result) {
		for _, q := range questions {
			for _, limit := range []int{3, 50} {
				result, err := f.Search(f.ctx, recall.Request{Query: q, Filter: store.Filter{Reader: "cursor"}, Limit: limit})
				if err != nil {
					t.Fatal(err)
				}
				out = append(out, result)
			}
		}
		return out
	}
	body := func(status int, text string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(status)
			_, _ = w.Write([]byte(text))
		}
	}
	for name, wrong := range map[string]http.HandlerFunc{
		"500":              body(500, ""),
		"HTML":             body(200, "<html></html>"),
		"other dimensions": body(200, `{"data":[{"embedding":[1,2,3]}]}`),
		"NaN":              body(200, `{"data":[{"embedding":[NaN]}]}`),
		"a huge body":      body(200, strings.Repeat(" ", 20<<20)),
		"hangs": func(_ http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body) // or the server does not see that it is given up
			<-r.Context().Done()
		},
	} {
		t.Run(name, func(t *testing.T) {
			f, _ := remembered(t)
			want := answers(f)
			url, answer := newModel(t)
			f.embed(url)
			answer.Store(&wrong)
			began := time.Now()
			if got := answers(f); !reflect.DeepEqual(got, want) {
				t.Errorf("got %+v, want %+v", got, want)
			}
			if took := time.Since(began); took > 5*time.Second {
				t.Errorf("%d searches took %s", len(want), took)
			}
		})
	}
}
