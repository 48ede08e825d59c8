package embed_test

import (
	"encoding/json"
	"hash/fnv"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
)

const dimensions = 64

// concepts are words that mean the same.
var concepts = map[string]string{
	"automobile": "car", "vehicle": "car", "汽车": "car",
	"purchase": "buy", "购买": "buy",
}

// endpoint is a real HTTP server on loopback that turns words into vectors:
// words that mean the same into the same direction.
type endpoint struct {
	*httptest.Server
	mu       sync.Mutex
	answer   http.HandlerFunc // instead of vectors; nil while all is well
	dislikes string           // a text that it refuses
	inputs   []string         // all that was asked for
	calls    int
}

func newEndpoint(t *testing.T) *endpoint {
	e := &endpoint{}
	e.Server = httptest.NewServer(e)
	t.Cleanup(func() {
		e.CloseClientConnections()
		e.Close()
	})
	return e
}

func (e *endpoint) url() string { return e.URL + "/v1" }

// answers makes the endpoint answer in another way; nil makes it work again.
func (e *endpoint) answers(h http.HandlerFunc) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.answer = h
}

// picky makes the endpoint refuse a text, and what comes with it.
func (e *endpoint) picky(text string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.dislikes = text
}

func (e *endpoint) asked() (inputs []string, calls int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return append([]string{}, e.inputs...), e.calls
}

func (e *endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Model string
		Input []string
	}
	err := json.NewDecoder(r.Body).Decode(&in)
	if err != nil || r.Method != http.MethodPost || r.URL.Path != "/v1/embeddings" || in.Model == "" {
		http.Error(w, "unexpected request", http.StatusNotFound)
		return
	}
	e.mu.Lock()
	e.calls++
	e.inputs = append(e.inputs, in.Input...)
	answer := e.answer
	if e.dislikes != "" && slices.Contains(in.Input, e.dislikes) {
		answer = status(http.StatusBadRequest, `{"error":"too long"}`)
	}
	e.mu.Unlock()
	if answer != nil {
		answer(w, r)
		return
	}
	type one struct {
		Object    string    `json:"object"`
		Index     int       `json:"index"`
		Embedding []float32 `json:"embedding"`
	}
	data := []one{}
	for i := len(in.Input) - 1; i >= 0; i-- { // the index decides, not the order
		data = append(data, one{"embedding", i, meaning(in.Input[i])})
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{"object": "list", "model": in.Model, "data": data})
}

// meaning is the sum of the directions of a text's words.
func meaning(text string) []float32 {
	out := make([]float32, dimensions)
	for _, word := range strings.Fields(strings.ToLower(text)) {
		if same, ok := concepts[word]; ok {
			word = same
		}
		h := fnv.New64()
		h.Write([]byte(word))
		rng := rand.New(rand.NewPCG(h.Sum64(), 1))
		for i := range out {
			out[i] += float32(rng.NormFloat64())
		}
	}
	if len(strings.Fields(text)) == 0 {
		out[0] = 1
	}
	return out
}
