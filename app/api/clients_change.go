package api

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"slices"

	"memtray/app/clients"
	"memtray/store"
)

func (s *server) previewClient(w http.ResponseWriter, r *http.Request) error {
	p := readParams(r, "action", "part")
	action, err := readAction(p.text("action"))
	if p.err != nil {
		return p.err
	}
	if err != nil {
		return err
	}
	preview, err := s.clients.Preview(r.Context(), r.PathValue("id"), readPart(p.text("part")), action)
	if err != nil {
		return err
	}
	preview.Lines = list(preview.Lines)
	return answer(w, http.StatusOK, preview)
}

func (s *server) applyClient(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Part   string `json:"part"` // "" is server
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
		return errNoDigest
	}
	state, err := s.clients.Apply(r.Context(), r.PathValue("id"), readPart(in.Part), action, in.Digest)
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, state)
}

var errNoDigest = store.Errorf(store.Invalid, "digest is required: that of the preview")

// leave is what taking all of ours out of a client's files changes.
type leave struct {
	Previews []clients.Preview `json:"previews"`
	Digest   string            `json:"digest"` // of all of them
}

func (s *server) previewRemoval(w http.ResponseWriter, r *http.Request) error {
	if p := readParams(r); p.err != nil {
		return p.err
	}
	all, err := s.leaving(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, all)
}

// applyRemoval takes every part of a client out. The error names a part that was
// refused; the others are out.
func (s *server) applyRemoval(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Digest string `json:"digest"`
	}
	if _, err := readWrite(w, r, &in); err != nil {
		return err
	}
	if in.Digest == "" {
		return errNoDigest
	}
	id := r.PathValue("id")
	all, err := s.leaving(r.Context(), id)
	if err != nil {
		return err
	}
	if all.Digest != in.Digest {
		return store.Errorf(store.Conflict, "a file changed since the preview; look again")
	}
	reports, err := s.clients.RemoveAll(r.Context(), id)
	if err != nil {
		return err
	}
	for _, one := range reports {
		if one.Problem != "" {
			return store.Errorf(store.Conflict, "%s", one.Problem)
		}
	}
	return answer(w, http.StatusOK, struct {
		Done []clients.Report `json:"done"`
	}{reports})
}

func (s *server) undoClient(w http.ResponseWriter, r *http.Request) error {
	if _, err := readWrite(w, r, &struct{}{}); err != nil {
		return err
	}
	state, err := s.clients.Undo(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, state)
}

// ourStatuses are the statuses of a part of which something is in the file, or was.
var ourStatuses = []clients.Status{clients.Registered, clients.Elsewhere, clients.Missing}

// leaving works out what is to be taken out of a client's files: extras first,
// the last one first.
func (s *server) leaving(ctx context.Context, id string) (leave, error) {
	all := leave{Previews: []clients.Preview{}}
	state, err := s.clientState(ctx, id)
	if err != nil {
		return all, err
	}
	digests := sha256.New()
	for _, part := range slices.Backward(append([]clients.PartState{state.PartState}, state.Extras...)) {
		if part.Foreign || part.Through != "" || !slices.Contains(ourStatuses, part.Status) {
			continue
		}
		preview, err := s.clients.Preview(ctx, id, part.Part, clients.Remove)
		if err != nil {
			return all, err
		}
		preview.Lines = list(preview.Lines)
		digests.Write([]byte(preview.Digest))
		all.Previews = append(all.Previews, preview)
	}
	all.Digest = hex.EncodeToString(digests.Sum(nil))
	return all, nil
}

func (s *server) clientState(ctx context.Context, id string) (clients.State, error) {
	if _, err := clients.Find(id); err != nil {
		return clients.State{}, err
	}
	states, err := s.clients.States(ctx)
	if err != nil {
		return clients.State{}, err
	}
	return states[slices.IndexFunc(states, func(c clients.State) bool { return c.ID == id })], nil
}

func readAction(s string) (clients.Action, error) {
	if s != "add" && s != "remove" {
		return "", store.Errorf(store.Invalid, "action must be add or remove")
	}
	return clients.Action(s), nil
}

// readPart leaves it to the client which parts there are.
func readPart(s string) clients.Part {
	if s == "" {
		return clients.Server
	}
	return clients.Part(s)
}
