// Package brief compiles what a client is told at the start of its work: the
// memories, documents and journal that matter most, within a budget of tokens.
//
// [Compile] is pure: the same input gives the same text. Who gathers the input
// has left out what must not be given (superseded, expired, archived, trashed,
// pending, private memories and those of other projects).
//
// # Sections
//
// A context has sections in a fixed order, each with a share of the budget:
// pinned memories; the documents persona, instructions, profile, goals and
// glossary; decisions, preferences and gotchas of the project by [Retention]; the
// summary of the last session; today's journal; the skills; what holds in every
// project; the names of further documents; and titles of what else is known. What
// a section does not need goes to those that need more, in the same order. Where
// the budget is too small for all, the last ones are left out.
//
// Items are given whole. One that is larger than its share is its title and first
// lines, with its id and what all of it costs. Where items are left out, a line
// says how many.
package brief

import (
	"time"
	"unicode/utf16"

	"memtray/store"
	"memtray/store/text"
)

// Bounds of a budget in tokens.
const (
	MinBudget     = 200
	MaxBudget     = 20000
	DefaultBudget = 2000
)

// Item is a memory, or the start of one.
type Item struct {
	ID    int64
	Kind  store.Kind
	Title string
	Body  string
	// Derived says that the title is the start of the body.
	Derived bool
	// Cut says that Body is only the start of the text.
	Cut    bool
	Tokens int // of the whole
}

// Items are the first of a list, best first, and how many it has.
type Items struct {
	Items []Item
	Total int
}

// Document is a document, or the start of one.
type Document struct {
	Name   string
	Text   string
	Cut    bool // Text is only the start
	Tokens int  // of the whole
}

// Note is a note of the journal.
type Note struct {
	At   time.Time
	Text string
}

// Skill is what the index says of a skill.
type Skill struct {
	Name        string
	Description string
}

// Input is what a context is compiled from. Anything may be missing.
type Input struct {
	Project  string    // its display name; "" where none could be found
	Now      time.Time // in the person's time zone
	Language string    // of headings: zh-CN; anything else is English

	Pinned    Items
	Documents []Document // in the order in which they are given
	Known     Items      // decisions, preferences and gotchas of the project
	Summary   *Item      // of the last session
	Journal   []Note     // today's, oldest first
	Skills    []Skill
	Further   []Document // whose names are told; the text is not needed
	Global    Items
	Other     Items // what else the project knows; titles only
}

// Limits bound a text. No bound is exceeded by any input.
type Limits struct {
	Tokens int // as [text.Count] counts
	Units  int // UTF-16 code units, as hooks are bounded; 0: no bound

	// Frame, if not nil, makes the final text of a context that is not empty. The
	// bounds are for what it returns.
	Frame func(Context) string
}

// Context is a compiled context.
type Context struct {
	Head     string    `json:"-"` // the first line
	Text     string    `json:"text"`
	Tokens   int       `json:"tokens"`
	Sections []Section `json:"sections"` // those of which something is there, in their order
	IDs      []int64   `json:"-"`        // the memories that are shown, in their order
	// Empty says that nothing is remembered at all.
	Empty bool `json:"empty"`
}

// Section is one section of a context.
type Section struct {
	Name   Name   `json:"name"`
	Text   string `json:"-"`      // with its heading; "" if there was no room
	Tokens int    `json:"tokens"` // of the text
	Shown  int    `json:"shown"`  // items, whole or not
	Short  int    `json:"short"`  // of these, not whole
	Left   int    `json:"left"`   // items that are not shown
}

// Compile writes the context of in within limits.
func Compile(in Input, limits Limits) Context {
	w, all := wordsOf(in.Language), parts(in)
	target := limits.Tokens
	if limits.Frame != nil {
		target -= text.Count(limits.Frame(Context{}))
	}
	for {
		c := compose(in, w, all, target)
		if limits.Frame != nil && !c.Empty {
			c.Text = limits.Frame(c)
		}
		c.Tokens = text.Count(c.Text)
		units := unitsOf(c.Text)
		tooLong := limits.Units > 0 && units > limits.Units
		if c.Tokens <= limits.Tokens && !tooLong {
			return c
		}
		if target <= 0 { // not even the frame fits
			return Context{Empty: c.Empty}
		}
		// Costs of parts add up to no less than that of the whole, but for rare
		// texts and frames; the bound on units is met by fewer tokens.
		if tooLong {
			target = min(target, c.Tokens) * limits.Units / units
		}
		target -= max(1, c.Tokens-limits.Tokens)
	}
}

// unitsOf returns the length of s in UTF-16 code units.
func unitsOf(s string) int {
	n := 0
	for _, r := range s {
		n += utf16.RuneLen(r)
	}
	return n
}
