package api

import (
	"encoding/json"
	"net/http"

	"memtray/store"
	"memtray/store/guard"
	"memtray/store/recall"
)

// proposal is a proposal with the reasons that hold it in words.
type proposal struct {
	store.Proposal
	Holds []hold `json:"holds"`
}

type hold struct {
	store.Hold
	Message string `json:"message,omitempty"` // in English; the code is for the person's language
}

func shownProposal(p store.Proposal) proposal {
	out := proposal{Proposal: p, Holds: []hold{}}
	for _, h := range p.Holds {
		out.Holds = append(out.Holds, hold{h, guard.Message(guard.Code(h.Code))})
	}
	if p.Memory != nil {
		m := shown(*p.Memory)
		out.Memory = &m
	}
	return out
}

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
	all := make([]proposal, len(found.Proposals))
	for i, one := range found.Proposals {
		all[i] = shownProposal(one)
	}
	return answer(w, http.StatusOK, struct {
		Proposals []proposal `json:"proposals"`
		Total     int        `json:"total"`
	}{all, found.Total})
}

func (s *server) getProposal(w http.ResponseWriter, r *http.Request) error {
	if p := readParams(r); p.err != nil {
		return p.err
	}
	id, err := pathID(r, "proposal")
	if err != nil {
		return err
	}
	p, err := s.store.Proposal(r.Context(), id)
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, shownProposal(p))
}

// ruledPatch is what the person can change in what is proposed for a memory.
type ruledPatch struct {
	Title     *string     `json:"title"`
	Body      *string     `json:"body"`
	Kind      *store.Kind `json:"kind"`
	Tags      *[]string   `json:"tags"`
	Files     *[]string   `json:"files"`
	ProjectID *int64      `json:"project_id"`
	Pinned    *bool       `json:"pinned"`
}

func (s *server) decideProposal(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Verdict  store.Verdict   `json:"verdict"`
		Reason   string          `json:"reason"`
		Revision int64           `json:"revision"` // of the memory or document that the person saw
		Patch    json.RawMessage `json:"patch"`    // what the person changes in what is proposed
		Text     *string         `json:"text"`     // of a document or note
	}
	id, err := pathID(r, "proposal")
	if err != nil {
		return err
	}
	by, err := readWrite(w, r, &in)
	if err != nil {
		return err
	}
	var p ruledPatch
	if len(in.Patch) > 0 {
		if err := decode(in.Patch, &p); err != nil {
			return err
		}
	}
	done, err := s.recall.Decide(r.Context(), by, id, recall.Ruling{
		Verdict: in.Verdict, Reason: in.Reason, Revision: in.Revision,
		Title: p.Title, Body: p.Body, Kind: p.Kind, Tags: p.Tags, Files: p.Files, ProjectID: p.ProjectID, Pinned: p.Pinned,
		Text: in.Text,
	})
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, struct {
		Act int64   `json:"act"`
		IDs []int64 `json:"ids"`
	}{done.Act, list(done.IDs)})
}
