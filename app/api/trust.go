package api

import (
	"net/http"
	"slices"
	"time"

	"memtray/store"
)

// callDays is how many days of calls are shown if nothing else is asked for.
const callDays = 30

func (s *server) trustClient(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Trust     store.Trust `json:"trust"`      // "" with a project leaves it to the general level
		ProjectID int64       `json:"project_id"` // 0: the general level
	}
	if _, err := readWrite(w, r, &in); err != nil {
		return err
	}
	set := func() error { return s.store.SetTrust(r.Context(), r.PathValue("id"), in.Trust) }
	if in.ProjectID != 0 {
		set = func() error { return s.store.SetProjectTrust(r.Context(), r.PathValue("id"), in.ProjectID, in.Trust) }
	}
	if err := set(); err != nil {
		return err
	}
	return s.answerAccess(w, r)
}

func (s *server) limitClient(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Hourly *int `json:"hourly"` // null leaves it to the general limit
	}
	if _, err := readWrite(w, r, &in); err != nil {
		return err
	}
	if err := s.store.SetHourlyLimit(r.Context(), r.PathValue("id"), in.Hourly); err != nil {
		return err
	}
	return s.answerAccess(w, r)
}

// answerAccess answers with what a client may do now.
func (s *server) answerAccess(w http.ResponseWriter, r *http.Request) error {
	now, err := s.store.Access(r.Context(), r.PathValue("id"), 0)
	if err != nil {
		return err
	}
	all, err := s.store.Clients(r.Context())
	if err != nil {
		return err
	}
	seen := slices.ContainsFunc(all, func(c store.Client) bool { return c.ID == r.PathValue("id") && c.FirstAt != 0 })
	return answer(w, http.StatusOK, struct {
		Seen     bool                 `json:"seen"` // whether it ever called: if not, its id may be a slip
		Trust    store.Trust          `json:"trust"`
		Projects []store.ProjectTrust `json:"projects"`
		Limit    int                  `json:"limit"` // memories an hour
		Saved    int                  `json:"saved"` // in this hour
	}{seen, now.Trust, list(now.Projects), now.Limit, now.Saved})
}

func (s *server) getExclusions(w http.ResponseWriter, r *http.Request) error {
	if p := readParams(r); p.err != nil {
		return p.err
	}
	return s.answerExclusions(w, r)
}

func (s *server) putExclusions(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Globs *[]string `json:"globs"`
	}
	if _, err := readWrite(w, r, &in); err != nil {
		return err
	}
	if in.Globs == nil {
		return store.Errorf(store.Invalid, "globs is required: a list of folders and projects")
	}
	if err := s.recall.SetExclusions(r.Context(), *in.Globs); err != nil {
		return err
	}
	return s.answerExclusions(w, r)
}

func (s *server) answerExclusions(w http.ResponseWriter, r *http.Request) error {
	globs, err := s.recall.Exclusions(r.Context())
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, struct {
		Globs []string `json:"globs"`
	}{list(globs)})
}

func (s *server) getCalls(w http.ResponseWriter, r *http.Request) error {
	p := readParams(r, "since")
	since := p.text("since")
	if p.err != nil {
		return p.err
	}
	if since == "" {
		since = time.Now().AddDate(0, 0, -callDays).Format(time.DateOnly)
	}
	all, err := s.store.CallCounts(r.Context(), since)
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, struct {
		Calls []store.CallCount `json:"calls"`
	}{list(all)})
}
