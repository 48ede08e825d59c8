package api

import (
	"context"
	"net/http"

	"memtray/store"
)

// answerNotice does what the person chose about a notice and answers with the
// notices that are left.
func (s *server) answerNotice(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Action store.NoticeAction `json:"action"`
	}
	by, err := readWrite(w, r, &in)
	if err != nil {
		return err
	}
	// Not given up with the request: the window may be closed meanwhile.
	if err := s.keeper.Answer(context.WithoutCancel(r.Context()), by, store.NoticeCode(r.PathValue("id")), in.Action); err != nil {
		return err
	}
	left, err := s.keeper.Notices(r.Context())
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, struct {
		Notices []store.Notice `json:"notices"`
	}{list(left)})
}
