package api

import (
	"net/http"

	"memtray/app/clients"
	"memtray/mcpserver"
	"memtray/store"
)

// tokensInfo is what lets clients in over HTTP.
type tokensInfo struct {
	Tokens []store.Token         `json:"tokens"` // the newest first
	HTTP   mcpserver.ListenState `json:"http"`
	Port   int                   `json:"port"`
}

func (s *server) listTokens(w http.ResponseWriter, r *http.Request) error {
	if p := readParams(r); p.err != nil {
		return p.err
	}
	all, err := s.store.Tokens(r.Context())
	if err != nil {
		return err
	}
	port, err := mcpserver.HTTPPort(r.Context(), s.store)
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, tokensInfo{all, s.mcp.State(), port})
}

func (s *server) addToken(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Name     string            `json:"name"`
		Client   string            `json:"client"`
		Access   store.TokenAccess `json:"access"`
		Projects []int64           `json:"projects"`
	}
	if _, err := readWrite(w, r, &in); err != nil {
		return err
	}
	made, secret, err := s.store.AddToken(r.Context(), store.NewToken{Name: in.Name, Client: in.Client, Access: in.Access, Projects: in.Projects})
	if err != nil {
		return err
	}
	return answer(w, http.StatusCreated, struct {
		Token  store.Token `json:"token"`
		Secret string      `json:"secret"` // told here alone
	}{made, secret})
}

// tokenDeeds is how many of the last things that were done with a token are shown.
const tokenDeeds = 20

func (s *server) getTokenDeeds(w http.ResponseWriter, r *http.Request) error {
	if p := readParams(r); p.err != nil {
		return p.err
	}
	id, err := pathID(r, "token")
	if err != nil {
		return err
	}
	deeds, err := s.store.TokenDeeds(r.Context(), id, tokenDeeds)
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, struct {
		Deeds []store.TokenDeed `json:"deeds"`
	}{deeds})
}

// clientAddress serves what to paste into a client's file to have it call this
// server: for any client, also one of which nothing is known. The snippet is null
// for a client that takes no address.
func (s *server) clientAddress(w http.ResponseWriter, r *http.Request) error {
	if p := readParams(r); p.err != nil {
		return p.err
	}
	id := r.PathValue("id")
	port, err := mcpserver.HTTPPort(r.Context(), s.store)
	if err != nil {
		return err
	}
	var out struct {
		Snippet     *clients.Snippet `json:"snippet"`
		Placeholder string           `json:"placeholder"` // stands where the secret belongs
	}
	out.Placeholder = clients.TokenPlaceholder
	if clients.TakesAddress(id) {
		snippet, err := s.clients.Snippet(id, mcpserver.HTTPAddress(port))
		if err != nil {
			return err
		}
		out.Snippet = &snippet
	}
	return answer(w, http.StatusOK, out)
}

func (s *server) revokeToken(w http.ResponseWriter, r *http.Request) error {
	if p := readParams(r); p.err != nil {
		return p.err
	}
	id, err := pathID(r, "token")
	if err != nil {
		return err
	}
	if err := s.store.RevokeToken(r.Context(), id); err != nil {
		return err
	}
	return answer(w, http.StatusOK, struct{}{})
}
