package api

import (
	"encoding/json"
	"net/http"

	"memtray/store"
	"memtray/store/recall"
)

func (s *server) changeMany(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		IDs    []int64         `json:"ids"`
		Patch  json.RawMessage `json:"patch"`
		Reason string          `json:"reason"`
	}
	by, err := readWrite(w, r, &in)
	if err != nil {
		return err
	}
	var patch struct {
		State     *store.State `json:"state"`
		Pinned    *bool        `json:"pinned"`
		Kind      *store.Kind  `json:"kind"`
		ProjectID *int64       `json:"project_id"`
		Reviewed  *bool        `json:"reviewed"`
		Private   *bool        `json:"private"`
	}
	if len(in.Patch) == 0 {
		return store.Errorf(store.Invalid, "patch is required: what to set")
	}
	if err := decode(in.Patch, &patch); err != nil {
		return err
	}
	changed, err := s.recall.Change(r.Context(), by, recall.Change{
		IDs: in.IDs, Reason: in.Reason,
		State: patch.State, Pinned: patch.Pinned, Kind: patch.Kind,
		ProjectID: patch.ProjectID, Reviewed: patch.Reviewed, Private: patch.Private,
	})
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, struct {
		Act     int64   `json:"act"`
		IDs     []int64 `json:"ids"`
		Missing []int64 `json:"missing"`
	}{changed.Act, list(changed.IDs), list(changed.Missing)})
}

func (s *server) undoAct(w http.ResponseWriter, r *http.Request) error {
	act, err := pathID(r, "act")
	if err != nil {
		return err
	}
	by, err := readWrite(w, r, &struct{}{})
	if err != nil {
		return err
	}
	undone, err := s.recall.Undo(r.Context(), by, act)
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, struct {
		Act      int64        `json:"act"`
		Restored []int64      `json:"restored"`
		Projects []int64      `json:"projects"`
		Kept     []store.Kept `json:"kept"`
		Purged   int          `json:"purged"` // deleted for good since

		Documents []string `json:"documents"`
		Notes     []int64  `json:"notes"`
	}{undone.Act, list(undone.Restored), list(undone.Projects), list(undone.Kept), undone.Purged, list(undone.Documents), list(undone.Notes)})
}
