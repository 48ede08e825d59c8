package api

import (
	"context"
	"net/http"

	"memtray/store"
)

// link is a memory's link with what a person needs to recognise its target.
type link struct {
	Relation store.Relation `json:"relation"`
	Target   int64          `json:"target"`
	Title    string         `json:"title"`
	State    store.State    `json:"state"`
	Incoming bool           `json:"incoming"`
}

func (s *server) getMemory(w http.ResponseWriter, r *http.Request) error {
	if p := readParams(r); p.err != nil {
		return p.err
	}
	m, err := s.memory(r)
	if err != nil {
		return err
	}
	links, err := s.links(r.Context(), m)
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, struct {
		Memory store.Memory `json:"memory"`
		Links  []link       `json:"links"`
	}{shown(m), links})
}

// memory returns the memory that the path names.
func (s *server) memory(r *http.Request) (store.Memory, error) {
	id, err := pathID(r, "memory")
	if err != nil {
		return store.Memory{}, err
	}
	return s.memoryByID(r.Context(), id)
}

func (s *server) memoryByID(ctx context.Context, id int64) (store.Memory, error) {
	got, err := s.recall.Get(ctx, store.Author{Kind: store.Person}, []int64{id})
	if err != nil {
		return store.Memory{}, err
	}
	if len(got.Memories) == 0 {
		return store.Memory{}, store.Errorf(store.NotFound, "#%d does not exist", id)
	}
	return got.Memories[0], nil
}

// links returns where m points to. Targets that are gone are left out.
func (s *server) links(ctx context.Context, m store.Memory) ([]link, error) {
	ids := make([]int64, len(m.Links))
	for i, l := range m.Links {
		ids[i] = l.Target
	}
	targets, err := s.store.Memories(ctx, ids)
	if err != nil {
		return nil, err
	}
	byID := make(map[int64]store.Memory, len(targets))
	for _, t := range targets {
		byID[t.ID] = t
	}
	links := make([]link, 0, len(m.Links))
	for _, l := range m.Links {
		if t, ok := byID[l.Target]; ok {
			links = append(links, link{Relation: l.Relation, Target: l.Target, Title: t.Title, State: t.State})
		}
	}
	return links, nil
}

func (s *server) getVersions(w http.ResponseWriter, r *http.Request) error {
	if p := readParams(r); p.err != nil {
		return p.err
	}
	m, err := s.memory(r)
	if err != nil {
		return err
	}
	versions, err := s.store.Versions(r.Context(), m.ID)
	if err != nil {
		return err
	}
	for i := range versions {
		image := &versions[i].Image
		image.Tags, image.Files, image.Links = list(image.Tags), list(image.Files), list(image.Links)
	}
	return answer(w, http.StatusOK, struct {
		Versions []store.Version `json:"versions"`
	}{list(versions)})
}

// shown gives m lists where it has none.
func shown(m store.Memory) store.Memory {
	m.Tags, m.Files, m.Links = list(m.Tags), list(m.Files), list(m.Links)
	return m
}
