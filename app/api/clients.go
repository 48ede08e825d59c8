package api

import (
	"net/http"
	"slices"

	"memtray/app/clients"
	"memtray/store"
)

// clientInfo is a client as its configuration file and the store know it.
type clientInfo struct {
	clients.State
	LastAt    store.Millis `json:"last_at"`
	Memories  int          `json:"memories"`  // active and pending
	Connected int          `json:"connected"` // shims that run now

	Trust       store.Trust          `json:"trust"`
	Projects    []store.ProjectTrust `json:"projects"`     // levels of its own in projects
	HourlyLimit *int                 `json:"hourly_limit"` // null: the general one
}

func (s *server) listClients(w http.ResponseWriter, r *http.Request) error {
	if p := readParams(r); p.err != nil {
		return p.err
	}
	states, err := s.clients.States(r.Context())
	if err != nil {
		return err
	}
	seen, err := s.store.Clients(r.Context())
	if err != nil {
		return err
	}
	present, err := s.store.Present(r.Context())
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, struct {
		Clients []clientInfo   `json:"clients"`
		Others  []store.Client `json:"others"` // that called, but are none that can be registered
	}{mergeClients(states, seen, present), otherClients(states, seen)})
}

func mergeClients(states []clients.State, seen []store.Client, present []store.Presence) []clientInfo {
	all := make([]clientInfo, len(states))
	for i, state := range states {
		all[i] = clientInfo{State: state, Trust: store.SaveTrust, Projects: []store.ProjectTrust{}}
		if at := slices.IndexFunc(seen, func(c store.Client) bool { return c.ID == state.ID }); at >= 0 {
			all[i].LastAt, all[i].Memories = seen[at].LastAt, seen[at].Memories
			all[i].Trust, all[i].Projects, all[i].HourlyLimit = seen[at].Trust, list(seen[at].Projects), seen[at].HourlyLimit
		}
		for _, p := range present {
			if p.Client == state.ID {
				all[i].Connected++
			}
		}
	}
	return all
}

func otherClients(states []clients.State, seen []store.Client) []store.Client {
	return list(slices.DeleteFunc(slices.Clone(seen), func(c store.Client) bool {
		return slices.ContainsFunc(states, func(s clients.State) bool { return s.ID == c.ID })
	}))
}

func (s *server) previewClient(w http.ResponseWriter, r *http.Request) error {
	p := readParams(r, "action")
	action, err := readAction(p.text("action"))
	if p.err != nil {
		return p.err
	}
	if err != nil {
		return err
	}
	preview, err := s.clients.Preview(r.Context(), r.PathValue("id"), clients.Server, action)
	if err != nil {
		return err
	}
	preview.Lines = list(preview.Lines)
	return answer(w, http.StatusOK, preview)
}

func (s *server) applyClient(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Action string `json:"action"`
		Digest string `json:"digest"`
	}
	if _, err := readWrite(w, r, &in); err != nil {
		return err
	}
	action, err := readAction(in.Action)
	if err != nil {
		return err
	}
	if in.Digest == "" { // only the command line may write without a preview
		return store.Errorf(store.Invalid, "digest is required: that of the preview")
	}
	state, err := s.clients.Apply(r.Context(), r.PathValue("id"), clients.Server, action, in.Digest)
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, state)
}

func readAction(s string) (clients.Action, error) {
	if s != "add" && s != "remove" {
		return "", store.Errorf(store.Invalid, "action must be add or remove")
	}
	return clients.Action(s), nil
}
