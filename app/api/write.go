package api

import (
	"net/http"
	"unicode/utf8"

	"memtray/store"
	"memtray/store/guard"
	"memtray/store/recall"
)

// WindowHeader names the window of the person that a request comes from: each
// window undoes its own acts.
const WindowHeader = "X-Memtray-Window"

// written is the answer to a write of one memory.
type written struct {
	Memory  store.Memory `json:"memory"`
	Act     int64        `json:"act"`
	Known   *bool        `json:"known,omitempty"` // after a save only
	Removed []removal    `json:"removed"`
	Similar []similar    `json:"similar"` // what says the same or contradicts it
}

// similar is a memory for which a proposal was made.
type similar struct {
	ID     int64              `json:"id"`
	Title  string             `json:"title"`
	Kind   store.ProposalKind `json:"kind"`
	Reason string             `json:"reason"`
}

func similars(all []store.Near) []similar {
	out := make([]similar, len(all))
	for i, n := range all {
		out[i] = similar{n.ID, n.Title, n.Kind, n.Reason}
	}
	return out
}

// removal is what cleaning took out of the given text.
type removal struct {
	What  string `json:"what"`
	Count int    `json:"count"`
}

func (s *server) saveMemory(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Kind      store.Kind `json:"kind"`
		Title     string     `json:"title"`
		Body      string     `json:"body"`
		Tags      []string   `json:"tags"`
		Files     []string   `json:"files"`
		ProjectID int64      `json:"project_id"`
		Private   bool       `json:"private"`
		Pinned    bool       `json:"pinned"`
	}
	by, err := readWrite(w, r, &in)
	if err != nil {
		return err
	}
	saved, err := s.recall.Save(r.Context(), by, recall.Input{
		Kind: in.Kind, Title: in.Title, Body: in.Body, Tags: in.Tags, Files: in.Files,
		ProjectID: in.ProjectID, Private: in.Private, Pinned: in.Pinned,
	})
	if err != nil {
		return err
	}
	return answer(w, http.StatusCreated, written{shown(saved.Memory), saved.Act, &saved.Known, removals(saved.Removed), similars(saved.Similar)})
}

func (s *server) changeMemory(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Revision  int64        `json:"revision"`
		Reason    string       `json:"reason"`
		Title     *string      `json:"title"`
		Body      *string      `json:"body"`
		Kind      *store.Kind  `json:"kind"`
		Tags      *[]string    `json:"tags"`
		Files     *[]string    `json:"files"`
		ProjectID *int64       `json:"project_id"`
		Pinned    *bool        `json:"pinned"`
		Private   *bool        `json:"private"`
		State     *store.State `json:"state"`
		Reviewed  *bool        `json:"reviewed"`
	}
	id, err := pathID(r, "memory")
	if err != nil {
		return err
	}
	by, err := readWrite(w, r, &in)
	if err != nil {
		return err
	}
	if in.Revision < 1 {
		return store.Errorf(store.Invalid, "revision is required: that of the memory as it was read")
	}
	changed, err := s.recall.Change(r.Context(), by, recall.Change{
		IDs: []int64{id}, Revision: in.Revision, Reason: in.Reason,
		Title: in.Title, Body: in.Body, Kind: in.Kind, Tags: in.Tags, Files: in.Files,
		ProjectID: in.ProjectID, Pinned: in.Pinned, Private: in.Private,
		State: in.State, Reviewed: in.Reviewed,
	})
	if err != nil {
		return err
	}
	m, err := s.memoryByID(r.Context(), id)
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, written{Memory: shown(m), Act: changed.Act, Removed: removals(changed.Removed), Similar: similars(changed.Similar)})
}

// readWrite reads what every write has: no query, a JSON body and the window.
func readWrite(w http.ResponseWriter, r *http.Request, into any) (store.Author, error) {
	if p := readParams(r); p.err != nil {
		return store.Author{}, p.err
	}
	by, err := author(r)
	if err != nil {
		return by, err
	}
	return by, readBody(w, r, into)
}

// readDelete reads what a DELETE has: the window, and perhaps the revision that
// was read. It has no body.
func readDelete(r *http.Request) (by store.Author, revision int64, err error) {
	p := readParams(r, "revision")
	revision = int64(p.number("revision", 0, 1, store.MaxID))
	if p.err != nil {
		return by, 0, p.err
	}
	by, err = author(r)
	return by, revision, err
}

// author returns the person in the window that a request comes from.
func author(r *http.Request) (store.Author, error) {
	by := store.Author{Kind: store.Person, Process: r.Header.Get(WindowHeader)}
	if utf8.RuneCountInString(by.Process) > store.MaxProcess {
		return by, store.Errorf(store.Invalid, "%s is longer than %d characters", WindowHeader, store.MaxProcess)
	}
	return by, nil
}

func removals(all []guard.Removal) []removal {
	out := make([]removal, len(all))
	for i, one := range all {
		out[i] = removal{one.What, one.Count}
	}
	return out
}
