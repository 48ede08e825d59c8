package api

import (
	"net/http"

	"memtray/store"
	"memtray/store/skills"
)

func (s *server) listSkills(w http.ResponseWriter, r *http.Request) error {
	if p := readParams(r); p.err != nil {
		return p.err
	}
	f := skills.In(s.store.Home())
	all, err := f.List()
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, struct {
		Folder string         `json:"folder"`
		Skills []skills.Skill `json:"skills"` // bad ones have an error
	}{f.Dir(), list(all)})
}

func (s *server) getSkill(w http.ResponseWriter, r *http.Request) error {
	if p := readParams(r); p.err != nil {
		return p.err
	}
	d, err := skills.In(s.store.Home()).Get(r.PathValue("id"))
	return answerSkill(w, d, err)
}

// writeSkill makes a skill, or replaces the text of one.
func (s *server) writeSkill(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Text     string  `json:"text"`
		Revision *string `json:"revision"`
	}
	if _, err := readWrite(w, r, &in); err != nil {
		return err
	}
	if in.Revision == nil {
		return store.Errorf(store.Invalid, "revision is required: that of the skill as it was read, empty for a new one")
	}
	d, err := skills.In(s.store.Home()).Put(r.PathValue("id"), in.Text, *in.Revision)
	return answerSkill(w, d, err)
}

func answerSkill(w http.ResponseWriter, d skills.Document, err error) error {
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, struct {
		Skill skills.Document `json:"skill"`
	}{d})
}

func (s *server) deleteSkill(w http.ResponseWriter, r *http.Request) error {
	if p := readParams(r); p.err != nil {
		return p.err
	}
	kept, err := skills.In(s.store.Home()).Delete(r.PathValue("id"))
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, struct {
		Kept string `json:"kept"` // where it is now
	}{kept})
}
