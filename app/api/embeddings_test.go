package api_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"
)

// newEmbedder is an endpoint that gives every text the same vector.
func newEmbedder(t *testing.T) *httptest.Server {
	t.Helper()
	e := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var in struct{ Input []string }
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil || r.URL.Path != "/v1/embeddings" {
			http.Error(w, `{"error":{"message":"no such path"}}`, http.StatusNotFound)
			return
		}
		data := []any{}
		for range in.Input {
			data = append(data, map[string]any{"embedding": []float32{1, 2, 3}})
		}
		_ = json.NewEncoder(w).Encode(map[string]any{"data": data})
	}))
	t.Cleanup(e.Close)
	return e
}

func TestEmbeddings(t *testing.T) {
	s, e := newSite(t), newEmbedder(t)
	s.save(`{"body":"one"}`)
	s.save(`{"body":"two","private":true}`)
	off := []string{"on", "false", "url", "", "model", "", "allow_remote", "false", "dimensions", "0", "memories.have", "0", "memories.all", "0", "failure", ""}
	s.get("/api/embeddings").wants(200, off...)
	s.get("/api/embeddings?x=1").wants(400)
	for body, message := range map[string]string{
		`{}`:                       "on is required: true or false",
		`{"on":"yes"}`:             "on must be true or false",
		`{"on":true}`:              "~the endpoint's url is required",
		`{"on":false,"model":"m"}`: "~have a meaning only with on true",
		`{"on":true,"url":"http://192.0.2.1/v1","model":"m"}`:              "~192.0.2.1 is not this computer",
		`{"on":true,"url":"` + e.URL + `/v2","model":"m"}`:                 "the embeddings endpoint answers with status 404: no such path",
		`{"on":true,"url":"` + e.URL + `/v1","model":"m","key":"secret"}`:  `~unknown field "key"`,
		`{"on":true,"url":"` + e.URL + `/v1","model":"m","dimensions":12}`: `~unknown field "dimensions"`,
	} {
		s.do("PUT", "/api/embeddings", body).wants(400, "error.message", message)
	}
	s.get("/api/embeddings").wants(200, off...)

	on := []string{"on", "true", "url", e.URL + "/v1", "model", "m", "dimensions", "3", "memories.have", "0", "memories.all", "2", "failure", ""}
	s.do("PUT", "/api/embeddings", `{"on":true,"url":"`+e.URL+`/v1","model":"m"}`).wants(200, on...)
	if err := s.recall.Index(t.Context()); err != nil {
		t.Fatal(err)
	}
	on[9] = "2"
	s.get("/api/embeddings").wants(200, on...)
	s.do("PUT", "/api/embeddings", `{"on":true,"url":"`+e.URL+`/v1","model":"other","allow_remote":true}`).
		wants(200, "model", "other", "allow_remote", "true", "memories.have", "0", "memories.all", "1")
	e.Close()
	s.do("PUT", "/api/embeddings", `{"on":true,"url":"`+e.URL+`/v1","model":"m"}`).wants(400, "error.message", "~no embeddings endpoint answers at "+e.URL)
	s.get("/api/embeddings").wants(200, "on", "true", "model", "other")
	s.do("PUT", "/api/embeddings", `{"on":false}`).wants(200, off...)
	s.get("/api/embeddings").wants(200, off...)
}
