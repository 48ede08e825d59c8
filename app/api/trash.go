package api

import (
	"net/http"

	"memtray/store"
	"memtray/store/recall"
)

func (s *server) emptyTrash(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Count *int `json:"count"`
	}
	by, err := readWrite(w, r, &in)
	if err != nil {
		return err
	}
	if in.Count == nil {
		return store.Errorf(store.Invalid, "count is required: how many memories the trash was seen to hold")
	}
	done, err := s.recall.EmptyTrash(r.Context(), by, *in.Count)
	return answerPurged(w, done, err)
}

func (s *server) purgeTrash(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		IDs []int64 `json:"ids"`
	}
	by, err := readWrite(w, r, &in)
	if err != nil {
		return err
	}
	done, err := s.recall.Purge(r.Context(), by, in.IDs)
	return answerPurged(w, done, err)
}

func answerPurged(w http.ResponseWriter, done recall.Purged, err error) error {
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, struct {
		IDs       []int64 `json:"ids"`
		Left      []int64 `json:"left"`      // not in the trash
		Compacted bool    `json:"compacted"` // false: the bytes leave the file later
	}{list(done.IDs), list(done.Left), done.Compacted})
}
