package api

import (
	"net/http"

	"memtray/store"
	"memtray/store/recall"
)

func (s *server) listMemories(w http.ResponseWriter, r *http.Request) error {
	req, err := readSearch(r)
	if err != nil {
		return err
	}
	found, err := s.recall.Search(r.Context(), req)
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, struct {
		Total      int          `json:"total"`
		Matching   int          `json:"matching"` // of these, that hold a word: what the facets count
		Partial    bool         `json:"partial"`  // only the newest memories were looked at
		Rows       []recall.Hit `json:"rows"`
		Highlights []string     `json:"highlights"`
	}{found.Total, found.Matching, found.Partial, list(found.Rows), list(found.Highlights)})
}

func (s *server) getFacets(w http.ResponseWriter, r *http.Request) error {
	req, err := readSearch(r)
	if err != nil {
		return err
	}
	f, err := s.recall.Facets(r.Context(), req)
	if err != nil {
		return err
	}
	for i := range f.Clients {
		if f.Clients[i].Value == "" {
			f.Clients[i].Value = you
		}
	}
	return answer(w, http.StatusOK, store.Facets{Kinds: list(f.Kinds), Projects: list(f.Projects), Clients: list(f.Clients)})
}

// list makes an empty list of nil, so that JSON never says null.
func list[T any](all []T) []T {
	if all == nil {
		return []T{}
	}
	return all
}
