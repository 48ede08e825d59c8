package store

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Token lets a client in over HTTP. Its secret is told once, when it is made; the
// store keeps a hash of it alone. One that was revoked stays, so that what it did
// can still be shown.
type Token struct {
	ID     int64  `json:"id"`
	Name   string `json:"name"`   // the person's, such as "laptop"
	Client string `json:"client"` // whose saves they are

	Access   TokenAccess    `json:"access"`
	Projects []TokenProject `json:"projects"` // the only ones that it reaches; empty: all

	CreatedAt Millis `json:"created_at"`
	LastAt    Millis `json:"last_at"`    // of its last call, to within a second; 0: none
	RevokedAt Millis `json:"revoked_at"` // 0: it is valid

	Saved    int `json:"saved"`    // memories that were saved with it and are still there
	Recalled int `json:"recalled"` // recalls with it, as far as the recall log goes back
}

// TokenProject is a project that a token reaches.
type TokenProject struct {
	ID   int64  `json:"id"`
	Name string `json:"name"` // display name
}

// TokenAccess says what a token is good for.
type TokenAccess string

// The kinds of access.
const (
	WriteAccess TokenAccess = "write" // to read and to save
	ReadAccess  TokenAccess = "read"  // to read
)

// TokenDeed is one thing that was done with a token: an act, or a recall as long as
// the recall log has it.
type TokenDeed struct {
	At   Millis       `json:"at"`
	What TokenDeedWas `json:"what"`

	// Query is what was looked for; "" for what was read by its number.
	Query string `json:"query"`

	// Memory is the first memory that it was about; 0 if there was none. Title is
	// its title now, "" if it was deleted for good.
	Memory int64  `json:"memory"`
	Title  string `json:"title"`

	// Document or Day names what was written instead of a memory, or is "".
	Document string `json:"document"`
	Day      string `json:"day"`

	Count int `json:"count"` // memories or writings; 0 for a search that found none
}

// TokenDeedWas says what was done.
type TokenDeedWas string

// The kinds of deeds.
const (
	TokenSaved    TokenDeedWas = "saved"    // something new, be it held
	TokenChanged  TokenDeedWas = "changed"  // something that was there
	TokenTrashed  TokenDeedWas = "trashed"  // moved to the trash
	TokenSearched TokenDeedWas = "searched" // and was told of what was found
	TokenRead     TokenDeedWas = "read"     // whole texts
	TokenTold     TokenDeedWas = "told"     // a context, or what fits a prompt
)

// NewToken is what a token is made of.
type NewToken struct {
	Name     string
	Client   string
	Access   TokenAccess // "" is [WriteAccess]
	Projects []int64     // the only ones that it reaches; empty: all
}

// Limits of [NewToken].
const (
	MaxTokenName     = 100 // characters
	MaxTokenProjects = 64

	MaxTokenDeeds = 100 // that are asked for at once
)

// TokenPrefix begins every secret, so that one is known for what it is wherever it
// turns up.
const TokenPrefix = "memtray_"

// Clean trims the name and returns an [Invalid] error for the first rule that n
// breaks.
func (n *NewToken) Clean() error {
	n.Name = strings.TrimSpace(n.Name)
	if n.Access == "" {
		n.Access = WriteAccess
	}
	switch length := utf8.RuneCountInString(n.Name); {
	case length == 0:
		return Errorf(Invalid, "a token needs a name, such as that of the machine it is for")
	case length > MaxTokenName:
		return Errorf(Invalid, "a token's name is %d characters long; at most %d are allowed", length, MaxTokenName)
	case strings.ContainsFunc(n.Name, func(r rune) bool { return r < ' ' || r == 0x7f }):
		return Errorf(Invalid, "a token's name must be one line")
	case !ValidClient(n.Client):
		return Errorf(Invalid, "a client's id must be 1 to %d of a-z, 0-9, - and _", MaxClient)
	case n.Access != WriteAccess && n.Access != ReadAccess:
		return Errorf(Invalid, "access must be read or write")
	case len(n.Projects) > MaxTokenProjects:
		return Errorf(Invalid, "a token can be limited to at most %d projects", MaxTokenProjects)
	}
	return nil
}

// Within returns what is left of a with this token: never more than the client
// itself may do.
func (t Token) Within(a Access) Access {
	reach := func(level Trust) Trust {
		if t.Access == ReadAccess && level != PausedTrust {
			return ReadTrust
		}
		return level
	}
	if t.RevokedAt != 0 {
		a.Trust, a.Projects = PausedTrust, nil
		return a
	}
	own := slices.Clone(a.Projects)
	for i := range own {
		own[i].Trust = reach(own[i].Trust)
	}
	if len(t.Projects) > 0 {
		own = own[:0:0]
		for _, p := range t.Projects {
			own = append(own, ProjectTrust{ProjectID: p.ID, Project: p.Name, Trust: reach(a.In(p.ID))})
		}
		a.Trust = PausedTrust
	}
	a.Trust, a.Projects = reach(a.Trust), own
	return a
}
