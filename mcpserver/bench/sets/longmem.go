package sets

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"strings"
	"time"
)

// LongMem yields the questions of a file of LongMemEval as it was published,
// each as a set of its own: the turns of its sessions are the records, and what
// has to be found are whole sessions, those that hold the answer. Questions
// without an answer in the file (_abs) are left out. The first error, which
// names file and line, is the last that is yielded.
func LongMem(path string) iter.Seq2[Set, error] {
	return func(yield func(Set, error) bool) {
		f, err := os.Open(path)
		if err != nil {
			yield(Set{}, err)
			return
		}
		defer f.Close()
		d := json.NewDecoder(f)
		fail := func(err error) { yield(Set{}, fmt.Errorf("%s:%d: %w", path, lineAt(path, offset(d, err)), err)) }
		if t, err := d.Token(); err != nil || t != json.Delim('[') {
			fail(errors.Join(errors.New("an array of questions is expected"), err))
			return
		}
		for d.More() {
			var e longMemEntry
			if err := d.Decode(&e); err != nil {
				fail(err)
				return
			}
			if strings.HasSuffix(e.ID, "_abs") {
				continue
			}
			s, err := e.set()
			if err != nil {
				fail(fmt.Errorf("question %q: %w", e.ID, err))
				return
			}
			if !yield(s, nil) {
				return
			}
		}
		if _, err := d.Token(); err != nil {
			fail(err)
		}
	}
}

// longMemEntry is one question of LongMemEval with the history it is asked of.
type longMemEntry struct {
	ID       string   `json:"question_id"`
	Type     string   `json:"question_type"`
	Question string   `json:"question"`
	Date     string   `json:"question_date"`
	IDs      []string `json:"haystack_session_ids"`
	Dates    []string `json:"haystack_dates"`
	Sessions [][]struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	} `json:"haystack_sessions"`
	Answers []string `json:"answer_session_ids"`
}

const longMemTime = "2006/01/02 (Mon) 15:04"

func (e longMemEntry) set() (Set, error) {
	s := Set{Name: oneWord(e.ID)}
	if len(e.IDs) != len(e.Sessions) || len(e.Dates) != len(e.Sessions) {
		return s, fmt.Errorf("%d sessions, but %d ids and %d dates", len(e.Sessions), len(e.IDs), len(e.Dates))
	}
	numbers := map[string]int{}
	for i, turns := range e.Sessions {
		at, err := time.Parse(longMemTime, e.Dates[i])
		if err != nil {
			return s, err
		}
		if _, known := numbers[e.IDs[i]]; !known {
			numbers[e.IDs[i]] = i
		}
		for j, t := range turns {
			if strings.TrimSpace(t.Content) == "" {
				continue
			}
			s.Records = append(s.Records, Record{ID: fmt.Sprintf("%s:%d", e.IDs[i], j+1), Text: t.Content, Session: e.IDs[i], At: at})
			s.Units = append(s.Units, numbers[e.IDs[i]])
		}
	}
	q := Question{Text: e.Question, Category: oneWord(e.Type)}
	for _, id := range e.Answers {
		n, ok := numbers[id]
		if !ok {
			return s, fmt.Errorf("answer session %q is not in its history", id)
		}
		if !slices.Contains(q.Relevant, n) {
			q.Relevant = append(q.Relevant, n)
		}
	}
	if q.Text == "" || len(q.Relevant) == 0 {
		return s, errors.New("question and answer_session_ids are required")
	}
	s.Questions = []Question{q}
	return s, nil
}

// offset returns where a decoder met an error.
func offset(d *json.Decoder, err error) int64 {
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return syntax.Offset
	}
	return d.InputOffset()
}

// lineAt returns the number of the line at an offset of a file.
func lineAt(path string, offset int64) int {
	f, err := os.Open(path)
	if err != nil {
		return 1
	}
	defer f.Close()
	line, buffer := 1, make([]byte, 1<<16)
	for in := io.LimitReader(f, offset); ; {
		n, err := in.Read(buffer)
		line += bytes.Count(buffer[:n], []byte{'\n'})
		if err != nil {
			return line
		}
	}
}
