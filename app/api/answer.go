package api

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"

	"memtray/store"
)

var errPanic = errors.New("panic")

// failure is the body of every answer that is not a success.
type failure struct {
	Error struct {
		Code    store.Code `json:"code"`
		Message string     `json:"message"`
		Current any        `json:"current,omitempty"` // memory, document or note as it is now
	} `json:"error"`
}

// statusError is a refusal whose HTTP status does not follow from its code.
type statusError struct {
	status  int
	message string
}

func (e *statusError) Error() string { return e.message }

// answer writes v as JSON. The status is always written out: the desktop
// window takes an answer without one for an error.
func answer(w http.ResponseWriter, status int, v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(append(body, '\n')) // whoever asked is gone
	return nil
}

// fail answers with err. A fault of ours is logged in full and shown as one
// sentence.
func fail(w http.ResponseWriter, r *http.Request, err error) {
	if special, ok := errors.AsType[*statusError](err); ok {
		refuse(w, special.status, store.Invalid, special.message)
		return
	}
	if errors.Is(err, context.Canceled) && r.Context().Err() != nil {
		err = store.Errorf(store.Busy, "the request was given up")
	}
	var f failure
	f.Error.Code = store.ErrorCode(err)
	f.Error.Message = store.ErrorMessage(err)
	if e, ok := errors.AsType[*store.Error](err); ok {
		f.Error.Current = current(e)
	}
	status := statusOf(f.Error.Code)
	if status == http.StatusInternalServerError {
		slog.Error("request failed", "method", r.Method, "path", r.URL.Path, "error", err)
	}
	_ = answer(w, status, f)
}

// current returns what a conflict shows, nil for any other error.
func current(e *store.Error) any {
	switch {
	case e.Current != nil:
		return e.Current
	case e.CurrentDocument != nil:
		return e.CurrentDocument
	case e.CurrentNote != nil:
		return e.CurrentNote
	}
	return nil
}

func refuse(w http.ResponseWriter, status int, code store.Code, message string) {
	var f failure
	f.Error.Code, f.Error.Message = code, message
	_ = answer(w, status, f)
}

func statusOf(code store.Code) int {
	switch code {
	case store.Invalid:
		return http.StatusBadRequest
	case store.NotFound:
		return http.StatusNotFound
	case store.Conflict:
		return http.StatusConflict
	case store.Busy:
		return http.StatusServiceUnavailable
	}
	return http.StatusInternalServerError
}
