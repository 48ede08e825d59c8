package api

import (
	"net/http"

	"memtray/store"
)

func (s *server) listProjects(w http.ResponseWriter, r *http.Request) error {
	if p := readParams(r); p.err != nil {
		return p.err
	}
	all, err := s.store.Projects(r.Context())
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, struct {
		Projects []store.Project `json:"projects"`
	}{list(all)})
}

func (s *server) renameProject(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Name string `json:"name"`
	}
	id, err := pathID(r, "project")
	if err != nil {
		return err
	}
	by, err := readWrite(w, r, &in)
	if err != nil {
		return err
	}
	done, err := s.recall.RenameProject(r.Context(), by, id, in.Name)
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, struct {
		Project store.Project `json:"project"`
		Act     int64         `json:"act"`
	}{done.Project, done.Act})
}

func (s *server) mergeProject(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Into int64 `json:"into"`
	}
	id, err := pathID(r, "project")
	if err != nil {
		return err
	}
	by, err := readWrite(w, r, &in)
	if err != nil {
		return err
	}
	if in.Into < 1 {
		return store.Errorf(store.Invalid, "into is required: the number of the project that is left")
	}
	done, err := s.recall.MergeProjects(r.Context(), by, id, in.Into)
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, struct {
		Project store.Project `json:"project"`
		Act     int64         `json:"act"`
		Moved   int           `json:"moved"`
		Joined  int           `json:"joined"`
	}{done.Project, done.Act, done.Moved, done.Joined})
}
