package api

import (
	"context"
	"net/http"

	"memtray/store"
	"memtray/store/embed"
)

// getEmbeddings answers whether search by meaning is on, and how far the memories
// have their vectors.
func (s *server) getEmbeddings(w http.ResponseWriter, r *http.Request) error {
	if p := readParams(r); p.err != nil {
		return p.err
	}
	now, err := s.recall.Embeddings().Status(r.Context())
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, now)
}

// putEmbeddings switches search by meaning on, which asks the endpoint for one
// vector, or off.
func (s *server) putEmbeddings(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		On          *bool  `json:"on"`
		URL         string `json:"url"`
		Model       string `json:"model"`
		AllowRemote bool   `json:"allow_remote"`
	}
	by, err := readWrite(w, r, &in)
	if err != nil {
		return err
	}
	c := embed.Config{URL: in.URL, Model: in.Model, AllowRemote: in.AllowRemote}
	switch {
	case in.On == nil:
		return store.Errorf(store.Invalid, "on is required: true or false")
	case !*in.On && c != embed.Config{}:
		return store.Errorf(store.Invalid, "url, model and allow_remote have a meaning only with on true")
	}
	if !*in.On {
		// Not given up with the request: off must not be half-way.
		if _, err := s.recall.Embeddings().SwitchOff(context.WithoutCancel(r.Context()), by); err != nil {
			return err
		}
		return answer(w, http.StatusOK, embed.Status{})
	}
	now, err := s.recall.Embeddings().SwitchOn(r.Context(), by, c)
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, now)
}
