// Package sets reads sets that measure recall, and judges what a search found.
//
// A set is a folder with two files of one JSON object a line. corpus.jsonl holds
// the records in the order in which they were made: id and text, and where they
// have them session, at (RFC 3339), project, kind and tags. queries.jsonl holds
// the questions: q, relevant (ids of the records that answer it) and, if they
// are to be told apart, category. A category may be divided by a slash: nostem/en
// counts for nostem as well.
package sets

import (
	"time"

	"memtray/store"
)

// Set is a corpus and the questions to it.
type Set struct {
	Name      string // its path below the folder that was read, with slashes
	Records   []Record
	Questions []Question

	// Units says for each record as what it counts when it is found: records with
	// equal texts are one memory, so all count as the first of them; where whole
	// sessions are looked for, as the number of its session.
	Units []int
}

// Record is what is to be remembered.
type Record struct {
	ID      string
	Text    string
	Session string // "": of no session
	At      time.Time
	Project string
	Kind    store.Kind
	Tags    []string
}

// Question is what is asked of a set.
type Question struct {
	Text     string
	Relevant []int // the units that answer it, each once; at least one
	Category string
}

// Sessions reports whether every record belongs to a session, as in a
// conversation.
func (s Set) Sessions() bool {
	for _, r := range s.Records {
		if r.Session == "" {
			return false
		}
	}
	return true
}

// Found turns the numbers of records, best first, into units, each once.
func (s Set) Found(records []int) []int {
	units := make([]int, 0, len(records))
	seen := make(map[int]bool, len(records))
	for _, i := range records {
		if u := s.Units[i]; !seen[u] {
			seen[u] = true
			units = append(units, u)
		}
	}
	return units
}
