package store

import (
	"strings"
	"time"
)

// MaxNote is the greatest length of a note in bytes.
const MaxNote = 4 << 10

// JournalNote is a note of the journal. Its day is that of whoever wrote it, in
// their time zone at that time, and never changes.
type JournalNote struct {
	ID        int64  `json:"id"`   // never reused
	UID       string `json:"uid"`  // UUIDv7, the same in every backup
	Day       string `json:"day"`  // 2026-11-30
	Text      string `json:"text"` // Markdown, shown as text; "" if it is deleted
	Tokens    int    `json:"tokens"`
	Revision  int64  `json:"revision"`
	Client    string `json:"client"` // who wrote it: a client's id, "" for the person
	CreatedAt Millis `json:"created_at"`
	UpdatedAt Millis `json:"updated_at"`
	By        Author `json:"by"` // who changed it last
}

// NoteDraft is a note that is about to be written.
type NoteDraft struct {
	Day  string
	Text string

	// LongAt, if not 0, is how many tokens make the page of a day long; see
	// [NoteWritten].
	LongAt int
}

// Validate returns an [Invalid] error for the first rule that n breaks.
func (n NoteDraft) Validate() error {
	if err := CheckDay(n.Day); err != nil {
		return err
	}
	if strings.TrimSpace(n.Text) == "" {
		return Errorf(Invalid, "text is required")
	}
	return CheckNote(n.Text)
}

// CheckNote returns an [Invalid] error for a text that is too long for a note.
func CheckNote(text string) error {
	if n := len(text); n > MaxNote {
		return Errorf(Invalid, "the note is %d bytes long; at most %d are allowed: split it into several notes", n, MaxNote)
	}
	return nil
}

// CheckDay returns an [Invalid] error for what is not a day, such as 2026-11-30.
func CheckDay(day string) error {
	at, err := time.Parse(time.DateOnly, day)
	if err != nil || at.Format(time.DateOnly) != day {
		return Errorf(Invalid, "day must be a date such as 2026-11-30")
	}
	return nil
}

// NoteChange asks for another text of a note.
type NoteChange struct {
	ID   int64
	Text string // blank deletes the note

	// Revision, if not 0, must be the note's revision; otherwise the change fails
	// with [Conflict] and the note as it is now.
	Revision int64
}

// Validate returns an [Invalid] error for the first rule that c breaks.
func (c NoteChange) Validate() error { return CheckNote(c.Text) }

// NoteWritten is the outcome of writing or changing a note.
type NoteWritten struct {
	Note JournalNote
	Act  int64 // 0 if nothing differed

	// DayTokens is what the page of its day costs a model now.
	DayTokens int

	// Long says that the page has become long (see [NoteDraft]), for the first
	// time that day: that it was said is kept.
	Long bool
}

// JournalDay is a day of the journal.
type JournalDay struct {
	Day       string `json:"day"`
	Notes     int    `json:"notes"`
	Tokens    int    `json:"tokens"`
	UpdatedAt Millis `json:"updated_at"` // of the last note that was written or changed
}

// What the rows of documents and days of the journal are called in a search.
const (
	DocumentPrefix = "doc:" // and the document's name
	DayPrefix      = "day:" // and the day
)

// WritingHit is a document or a day of the journal that holds a term.
type WritingHit struct {
	Document  string // name, or ""
	Day       string // or ""
	Text      string // of the document; of a day, the note that matches best
	Tokens    int    // of all of the document or day
	UpdatedAt Millis
}

// Name returns what the row of h is called, such as doc:profile or
// day:2026-11-30.
func (h WritingHit) Name() string {
	if h.Document != "" {
		return DocumentPrefix + h.Document
	}
	return DayPrefix + h.Day
}
