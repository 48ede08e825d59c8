package api

import (
	"net/http"

	"memtray/store"
	"memtray/store/recall"
)

func (s *server) listProposals(w http.ResponseWriter, r *http.Request) error {
	p := readParams(r, "offset", "limit")
	offset := p.number("offset", 0, 0, 1<<31-1)
	limit := p.number("limit", defaultPage, 1, store.MaxPage)
	if p.err != nil {
		return p.err
	}
	found, err := s.store.Proposals(r.Context(), offset, limit)
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, store.Proposed{Proposals: list(found.Proposals), Total: found.Total})
}

func (s *server) decideProposal(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Verdict store.Verdict `json:"verdict"`
	}
	id, err := pathID(r, "proposal")
	if err != nil {
		return err
	}
	by, err := readWrite(w, r, &in)
	if err != nil {
		return err
	}
	done, err := s.recall.Decide(r.Context(), by, id, recall.Ruling{Verdict: in.Verdict})
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, struct {
		Act int64   `json:"act"`
		IDs []int64 `json:"ids"`
	}{done.Act, list(done.IDs)})
}
