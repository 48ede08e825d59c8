package store

import (
	"errors"
	"fmt"
)

// Code says what kind of failure an [Error] is. It is a closed set: everything
// that is not one of these is [Internal] and shown to people as one sentence.
type Code string

// The codes. Each names what the caller can do about it.
const (
	Invalid  Code = "invalid"   // the input breaks a rule; the message names the rule and the bound
	NotFound Code = "not_found" // there is no such record
	Conflict Code = "conflict"  // the record changed since it was read, or an equal one exists
	Paused   Code = "paused"    // the person has paused saving, or shut out this client or folder; nothing was stored
	Busy     Code = "busy"      // another process held the file longer than the timeout; trying again is safe
	Newer    Code = "newer"     // the file was written by a newer version; restart or update this program
	Damaged  Code = "damaged"   // the file is not a readable store
	Internal Code = "internal"  // a fault of this program or of the machine below it
)

// Error is a failure with a message that a person can act on. Messages are
// lower case, without a full stop, and never repeat a long value.
type Error struct {
	Code    Code
	Message string

	// Current holds, for a [Conflict] on a stale revision, the memory as it is
	// now, so that the caller can show both; nil otherwise.
	Current *Memory

	// CurrentDocument and CurrentNote are the same for a document, whose text is
	// "" if there is none any more, and for a note.
	CurrentDocument *Document
	CurrentNote     *JournalNote

	// Err is the cause, if there is one. It is logged, not shown.
	Err error
}

// Error returns the message, followed by the cause.
func (e *Error) Error() string {
	if e.Err != nil {
		return e.Message + ": " + e.Err.Error()
	}
	return e.Message
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Errorf returns an [Error] with the given code and message.
func Errorf(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// ErrorCode returns the code of the first [Error] in err's chain, [Internal]
// for any other error and "" for nil.
func ErrorCode(err error) Code {
	if err == nil {
		return ""
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return Internal
}

// ErrorMessage returns the message for people: that of the first [Error] in
// err's chain, a general sentence for any other error and "" for nil.
func ErrorMessage(err error) string {
	if err == nil {
		return ""
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Message
	}
	return "something went wrong inside Memtray; the log has the details"
}
