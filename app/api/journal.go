package api

import (
	"net/http"
	"strings"

	"memtray/store"
	"memtray/store/recall"
)

func (s *server) listJournal(w http.ResponseWriter, r *http.Request) error {
	p := readParams(r, "from", "limit")
	from, limit := p.text("from"), p.number("limit", defaultPage, 1, store.MaxPage)
	if p.err != nil {
		return p.err
	}
	days, err := s.store.JournalDays(r.Context(), from, limit)
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, struct {
		Today string             `json:"today"` // the day of a note that is written now
		Days  []store.JournalDay `json:"days"`
	}{s.recall.Today(), list(days)})
}

func (s *server) getJournalDay(w http.ResponseWriter, r *http.Request) error {
	if p := readParams(r); p.err != nil {
		return p.err
	}
	day := r.PathValue("id")
	if store.CheckDay(day) != nil {
		return store.Errorf(store.NotFound, "there is no such day")
	}
	notes, err := s.store.JournalDay(r.Context(), day)
	if err != nil {
		return err
	}
	tokens := 0
	for _, n := range notes {
		tokens += n.Tokens
	}
	return answer(w, http.StatusOK, struct {
		Day    string              `json:"day"`
		Tokens int                 `json:"tokens"`
		Notes  []store.JournalNote `json:"notes"`
	}{day, tokens, list(notes)})
}

func (s *server) addNote(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Text string `json:"text"`
		Day  string `json:"day"`
	}
	by, err := readWrite(w, r, &in)
	if err != nil {
		return err
	}
	done, err := s.recall.WriteNote(r.Context(), by, in.Day, in.Text)
	return answerNote(w, http.StatusCreated, done, err)
}

func (s *server) changeNote(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Text     string `json:"text"`
		Revision int64  `json:"revision"`
	}
	id, err := pathID(r, "note")
	if err != nil {
		return err
	}
	by, err := readWrite(w, r, &in)
	if err != nil {
		return err
	}
	switch {
	case strings.TrimSpace(in.Text) == "":
		return store.Errorf(store.Invalid, "text is required; DELETE deletes the note")
	case in.Revision < 1:
		return store.Errorf(store.Invalid, "revision is required: that of the note as it was read")
	}
	done, err := s.recall.ChangeNote(r.Context(), by, store.NoteChange{ID: id, Text: in.Text, Revision: in.Revision})
	return answerNote(w, http.StatusOK, done, err)
}

func (s *server) deleteNote(w http.ResponseWriter, r *http.Request) error {
	id, err := pathID(r, "note")
	if err != nil {
		return err
	}
	by, revision, err := readDelete(r)
	if err != nil {
		return err
	}
	done, err := s.recall.ChangeNote(r.Context(), by, store.NoteChange{ID: id, Revision: revision})
	return answerNote(w, http.StatusOK, done, err)
}

func (s *server) purgeNote(w http.ResponseWriter, r *http.Request) error {
	id, err := pathID(r, "note")
	if err != nil {
		return err
	}
	by, err := readWrite(w, r, &struct{}{})
	if err != nil {
		return err
	}
	compacted, err := s.recall.PurgeNote(r.Context(), by, id)
	return answerGone(w, compacted, err)
}

func answerNote(w http.ResponseWriter, status int, done recall.NoteWritten, err error) error {
	if err != nil {
		return err
	}
	return answer(w, status, struct {
		Note      store.JournalNote `json:"note"`
		Act       int64             `json:"act"`
		DayTokens int               `json:"day_tokens"`
		Removed   []removal         `json:"removed"`
	}{done.Note, done.Act, done.DayTokens, removals(done.Removed)})
}
