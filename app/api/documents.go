package api

import (
	"net/http"
	"strings"

	"memtray/store"
	"memtray/store/recall"
)

func (s *server) listDocuments(w http.ResponseWriter, r *http.Request) error {
	p := readParams(r, "deleted")
	deleted := p.flag("deleted")
	if p.err != nil {
		return p.err
	}
	all, err := s.store.Documents(r.Context(), deleted != nil && *deleted)
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, struct {
		Documents []store.DocumentHead `json:"documents"`
	}{list(all)})
}

// documentName returns the name in a path; what cannot be one does not exist.
func documentName(r *http.Request) (string, error) {
	name := r.PathValue("id")
	if store.CheckDocumentName(name) != nil {
		return "", store.Errorf(store.NotFound, "there is no such document")
	}
	return name, nil
}

func (s *server) getDocument(w http.ResponseWriter, r *http.Request) error {
	if p := readParams(r); p.err != nil {
		return p.err
	}
	name, err := documentName(r)
	if err != nil {
		return err
	}
	d, err := s.store.Document(r.Context(), name)
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, struct {
		Document store.Document `json:"document"`
	}{d})
}

func (s *server) getDocumentVersions(w http.ResponseWriter, r *http.Request) error {
	if p := readParams(r); p.err != nil {
		return p.err
	}
	name, err := documentName(r)
	if err != nil {
		return err
	}
	all, err := s.store.DocumentVersions(r.Context(), name)
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, struct {
		Versions []store.DocumentVersion `json:"versions"`
	}{list(all)})
}

// writeDocument replaces a document, or appends to it. Deleting is another
// method, so that an empty field deletes nothing by mistake.
func (s *server) writeDocument(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Mode     store.DocumentMode `json:"mode"`
		Text     string             `json:"text"`
		Revision *int64             `json:"revision"`
		Reason   string             `json:"reason"`
	}
	by, err := readWrite(w, r, &in)
	if err != nil {
		return err
	}
	write := recall.DocumentInput{Name: r.PathValue("id"), Mode: in.Mode, Text: in.Text, Reason: in.Reason}
	if in.Mode == "" {
		write.Mode = store.Replace
	}
	switch {
	case strings.TrimSpace(in.Text) == "":
		return store.Errorf(store.Invalid, "text is required; DELETE deletes the document")
	case in.Revision != nil && *in.Revision < 0:
		return store.Errorf(store.Invalid, "revision must not be negative")
	case in.Revision == nil && write.Mode == store.Replace:
		return store.Errorf(store.Invalid, "revision is required: that of the document as it was read, 0 for a new one")
	case in.Revision != nil:
		write.Revision = *in.Revision
		if write.Revision == 0 {
			write.Revision = store.NewDocument
		}
	}
	return s.putDocument(w, r, by, write)
}

func (s *server) deleteDocument(w http.ResponseWriter, r *http.Request) error {
	by, revision, err := readDelete(r)
	if err != nil {
		return err
	}
	name, err := documentName(r)
	if err != nil {
		return err
	}
	return s.putDocument(w, r, by, recall.DocumentInput{Name: name, Mode: store.Replace, Revision: revision})
}

func (s *server) putDocument(w http.ResponseWriter, r *http.Request, by store.Author, in recall.DocumentInput) error {
	done, err := s.recall.WriteDocument(r.Context(), by, in)
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, struct {
		Document store.Document `json:"document"`
		Act      int64          `json:"act"`
		Removed  []removal      `json:"removed"`
	}{done.Document, done.Act, removals(done.Removed)})
}

func (s *server) purgeDocument(w http.ResponseWriter, r *http.Request) error {
	by, err := readWrite(w, r, &struct{}{})
	if err != nil {
		return err
	}
	name, err := documentName(r)
	if err != nil {
		return err
	}
	compacted, err := s.recall.PurgeDocument(r.Context(), by, name)
	return answerGone(w, compacted, err)
}

// answerGone says that something was deleted for good.
func answerGone(w http.ResponseWriter, compacted bool, err error) error {
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, struct {
		Compacted bool `json:"compacted"` // false: the bytes leave the file later
	}{compacted})
}
