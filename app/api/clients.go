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
		Clients []clientInfo    `json:"clients"`
		Others  []otherClient   `json:"others"` // that called, but are none that can be registered
		Program clients.Program `json:"program"`
	}{mergeClients(states, seen, present), otherClients(states, seen, present), s.clients.Program()})
}

func mergeClients(states []clients.State, seen []store.Client, present []store.Presence) []clientInfo {
	all := make([]clientInfo, len(states))
	for i, state := range states {
		all[i] = clientInfo{State: state, Trust: store.SaveTrust, Projects: []store.ProjectTrust{}, Connected: running(present, state.ID)}
		if at := slices.IndexFunc(seen, func(c store.Client) bool { return c.ID == state.ID }); at >= 0 {
			all[i].LastAt, all[i].Memories = seen[at].LastAt, seen[at].Memories
			all[i].Trust, all[i].Projects, all[i].HourlyLimit = seen[at].Trust, list(seen[at].Projects), seen[at].HourlyLimit
		}
	}
	return all
}

// otherClient is a client that only the store knows.
type otherClient struct {
	store.Client
	Connected   int  `json:"connected"`
	HourlyLimit *int `json:"hourly_limit"` // as in clientInfo
}

func otherClients(states []clients.State, seen []store.Client, present []store.Presence) []otherClient {
	others := []otherClient{}
	for _, c := range seen {
		if slices.ContainsFunc(states, func(s clients.State) bool { return s.ID == c.ID }) {
			continue
		}
		c.Projects = list(c.Projects)
		others = append(others, otherClient{Client: c, Connected: running(present, c.ID), HourlyLimit: c.HourlyLimit})
	}
	return others
}

// running counts the servers that a client runs now.
func running(present []store.Presence, client string) (n int) {
	for _, p := range present {
		if p.Client == client {
			n++
		}
	}
	return n
}
