package store

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Limits of documents.
const (
	MaxDocument     = 256 << 10 // bytes of a document
	MaxDocumentName = 64        // characters of its name
)

// Document is named Markdown that the person and the clients keep together. It
// belongs to no project.
type Document struct {
	Name      string `json:"name"`
	Text      string `json:"text"` // Markdown, shown as text; "" if it is deleted
	Tokens    int    `json:"tokens"`
	Revision  int64  `json:"revision"`
	CreatedAt Millis `json:"created_at"`
	UpdatedAt Millis `json:"updated_at"`
	By        Author `json:"by"` // who changed it last
}

// DocumentHead is a document without its text.
type DocumentHead struct {
	Name      string `json:"name"`
	Tokens    int    `json:"tokens"`
	Revision  int64  `json:"revision"`
	UpdatedAt Millis `json:"updated_at"`
	By        Author `json:"by"`
}

// WellKnownDocuments returns the names that have a meaning, in the order in
// which documents are listed and given; others follow by name.
func WellKnownDocuments() []string {
	return []string{"persona", "instructions", "profile", "goals", "glossary"}
}

// DocumentMode says what a write does with the text that is there.
type DocumentMode string

// The modes.
const (
	Append  DocumentMode = "append"  // add a paragraph
	Replace DocumentMode = "replace" // put the new text in its place
)

// DocumentModes returns all modes.
func DocumentModes() []DocumentMode { return []DocumentMode{Append, Replace} }

// NewDocument as the revision of a write says that there is no such document.
const NewDocument int64 = -1

// DocumentWrite asks for a change of a document, or for a new one.
type DocumentWrite struct {
	Name string
	Mode DocumentMode

	// Text, if blank, deletes the document with [Replace] and is refused with
	// [Append].
	Text string

	// Revision, if not 0, must be the document's revision, or [NewDocument];
	// otherwise the write fails with [Conflict] and the document as it is now.
	Revision int64

	Reason string
}

// Validate returns an [Invalid] error for the first rule that w breaks. How long
// a text is with what is there already is for the engine to see.
func (w DocumentWrite) Validate() error {
	if err := CheckDocumentName(w.Name); err != nil {
		return err
	}
	if w.Mode != Append && w.Mode != Replace {
		return Errorf(Invalid, "mode must be one of %s", join(DocumentModes()))
	}
	if w.Mode == Append && strings.TrimSpace(w.Text) == "" {
		return Errorf(Invalid, "text is required")
	}
	if w.Revision < NewDocument {
		return Errorf(Invalid, "revision must not be negative")
	}
	if n := utf8.RuneCountInString(w.Reason); n > MaxReason {
		return Errorf(Invalid, "reason is %d characters long; at most %d are allowed", n, MaxReason)
	}
	return CheckDocument(w.Text)
}

// After returns the text of a document that holds text once w is applied. A
// blank text means that there is none.
func (w DocumentWrite) After(text string) string {
	switch {
	case strings.TrimSpace(w.Text) == "":
		return ""
	case w.Mode == Replace || text == "":
		return w.Text
	}
	return strings.TrimRight(text, "\n") + "\n\n" + strings.TrimLeft(w.Text, "\n")
}

// CheckDocumentName returns an [Invalid] error for what cannot name a document: a
// name has lower-case letters of any script, digits, - and _. Whoever takes one
// from outside folds it first (text.Name).
func CheckDocumentName(name string) error {
	if name == "" {
		return Errorf(Invalid, "name is required")
	}
	ok := utf8.ValidString(name) && utf8.RuneCountInString(name) <= MaxDocumentName && name == strings.ToLower(name)
	for i, r := range name {
		ok = ok && inName(r, i == 0)
	}
	if !ok {
		return Errorf(Invalid, "a document's name must be 1 to %d letters, digits, - and _", MaxDocumentName)
	}
	return nil
}

// inName reports whether a character may be in a document's name. Letters that
// show nothing may not: two names would look the same.
func inName(r rune, first bool) bool {
	switch {
	case unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector):
		return false
	case unicode.IsMark(r):
		return !first
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_'
}

// CheckDocument returns an [Invalid] error for a text that is too long.
func CheckDocument(text string) error {
	if n := len(text); n > MaxDocument {
		return Errorf(Invalid, "the document would be %d bytes long; at most %d are allowed: shorten it or begin another", n, MaxDocument)
	}
	return nil
}

// DocumentWritten is the outcome of [Store.WriteDocument].
type DocumentWritten struct {
	Document Document
	Act      int64 // 0 if nothing differed
}

// DocumentVersion is a document as one act left it.
type DocumentVersion struct {
	Revision int64  `json:"revision"`
	Act      Act    `json:"act"`
	Text     string `json:"text"` // "" where the act deleted it
}
