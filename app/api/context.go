package api

import (
	"net/http"
	"os"

	"memtray/mcpserver"
	"memtray/store"
	"memtray/store/brief"
	"memtray/store/recall"
)

// getContext shows what a client would be told at the start of its work. Nothing
// is noted as recalled.
func (s *server) getContext(w http.ResponseWriter, r *http.Request) error {
	p := readParams(r, "project", "client", "budget")
	budget := p.number("budget", 0, brief.MinBudget, brief.MaxBudget)
	client := p.text("client")
	if client != "" && !store.ValidClient(client) {
		p.fail(store.Errorf(store.Invalid, "a client's id must be 1 to %d of a-z, 0-9, - and _", store.MaxClient))
	}
	projects := p.ids("project")
	if len(projects) > 1 {
		p.fail(store.Errorf(store.Invalid, "project must be one id"))
	}
	if p.err != nil {
		return p.err
	}
	req := recall.ContextRequest{Language: SystemLocale(os.Getenv)}
	var err error
	if len(projects) == 1 {
		if req.Project, err = s.project(r, projects[0]); err != nil {
			return err
		}
	}
	if req.Limits.Tokens, err = s.recall.ContextBudget(r.Context(), budget, ""); err != nil {
		return err
	}
	by := store.Author{Kind: store.Person}
	if client != "" {
		by = store.Author{Kind: store.Agent, Client: client}
	}
	c, err := mcpserver.Context(r.Context(), s.recall, by, req)
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, struct {
		brief.Context
		Budget   int             `json:"budget"`
		Sections []brief.Section `json:"sections"`
	}{c, req.Limits.Tokens, list(c.Sections)})
}

// project returns the project with an id.
func (s *server) project(r *http.Request, id int64) (store.Project, error) {
	all, err := s.store.Projects(r.Context())
	if err != nil {
		return store.Project{}, err
	}
	for _, p := range all {
		if p.ID == id {
			return p, nil
		}
	}
	return store.Project{}, store.Errorf(store.NotFound, "there is no such project")
}
