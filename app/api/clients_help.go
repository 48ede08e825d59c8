package api

import (
	"net/http"
	"slices"

	"memtray/app/clients"
)

// diagnoseClient says why nothing arrives from a client. It starts the program
// that the client is told to start, which can take some seconds.
func (s *server) diagnoseClient(w http.ResponseWriter, r *http.Request) error {
	if p := readParams(r); p.err != nil {
		return p.err
	}
	found, err := s.clients.Diagnose(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, found)
}

// ways are how a client can be registered without writing its file here.
type ways struct {
	Snippet clients.Snippet `json:"snippet"`
	Link    string          `json:"link"`   // has the client offer it; "" if it takes none
	Plugin  bool            `json:"plugin"` // it takes a plugin folder
}

// clientWays serves any client, also one of which nothing is known.
func (s *server) clientWays(w http.ResponseWriter, r *http.Request) error {
	if p := readParams(r); p.err != nil {
		return p.err
	}
	id := r.PathValue("id")
	snippet, err := s.clients.Snippet(id, "")
	if err != nil {
		return err
	}
	out := ways{Snippet: snippet, Plugin: slices.Contains(clients.Pluggable(), id)}
	if slices.Contains(clients.Linked(), id) {
		if out.Link, err = s.clients.Link(id); err != nil {
			return err
		}
	}
	return answer(w, http.StatusOK, out)
}

// writePlugin writes a client's plugin folder and says how to install it.
func (s *server) writePlugin(w http.ResponseWriter, r *http.Request) error {
	if _, err := readWrite(w, r, &struct{}{}); err != nil {
		return err
	}
	plugin, err := s.clients.Plugin(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, plugin)
}

// installProgram copies the program to where clients always find it.
func (s *server) installProgram(w http.ResponseWriter, r *http.Request) error {
	if _, err := readWrite(w, r, &struct{}{}); err != nil {
		return err
	}
	program, err := s.clients.Install()
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, program)
}
