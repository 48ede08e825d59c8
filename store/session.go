package store

import "unicode/utf8"

// MaxExternal is the limit of [SessionRef.External] in characters.
const MaxExternal = 200

// SessionRef says of which session of a client a hook tells. It is the one with
// the same external id, else that of the client's process, else the one that runs
// in the project.
type SessionRef struct {
	Author   Author // a client; of its processes only Parent counts
	External string // the client's own id of the session; "" if it tells none

	// Project is where the client works. One that is not known is not made.
	Project ProjectRef

	// Begins says that the session begins now: what another process of the client
	// does in the project is not of it.
	Begins bool
}

// Validate returns an [Invalid] error for the first rule that r breaks.
func (r SessionRef) Validate() error {
	if r.Author.Kind != Agent {
		return Errorf(Invalid, "only a client has sessions")
	}
	if n := utf8.RuneCountInString(r.External); n > MaxExternal {
		return Errorf(Invalid, "a session's id is %d characters long; at most %d are allowed", n, MaxExternal)
	}
	return nil
}

// Injection is what is about to be given to a client that did not ask.
type Injection struct {
	Session SessionRef

	// IDs are the memories, best first, of which at most Most are given; 0 is all.
	// Without Context those are left out that the session has been given since its
	// last context.
	IDs  []int64
	Most int

	// Context says that it is the whole context of a session. It is given once,
	// unless Anew says that the client has dropped what it was given.
	Context bool
	Anew    bool
}

// Injected is the outcome of [Store.Inject].
type Injected struct {
	Give bool    // whether anything is to be given
	IDs  []int64 // which memories
}
