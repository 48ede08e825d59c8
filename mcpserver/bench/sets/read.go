package sets

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"memtray/store"
	"memtray/store/text"
)

// The files of a set.
const (
	corpusFile  = "corpus.jsonl"
	queriesFile = "queries.jsonl"
)

// Read returns the sets of a folder, at any depth, by name. The set that is the
// folder itself has the folder's name. An error names file and line of the first
// fault; it is one too if there is no set.
func Read(root string) ([]Set, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(root); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("%s is no folder", root)
	}
	var all []Set
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() != corpusFile && d.Name() != queriesFile {
			return err
		}
		if d.Name() == queriesFile {
			_, err := os.Stat(filepath.Join(filepath.Dir(path), corpusFile))
			return err
		}
		s, err := readSet(filepath.Dir(path))
		if err != nil {
			return err
		}
		s.Name = filepath.Base(root)
		if below, err := filepath.Rel(root, filepath.Dir(path)); err == nil && below != "." {
			s.Name = filepath.ToSlash(below)
		}
		s.Name = oneWord(s.Name)
		all = append(all, s)
		return nil
	})
	if err == nil && len(all) == 0 {
		err = fmt.Errorf("no set is in %s: a set is a folder with %s and %s", root, corpusFile, queriesFile)
	}
	return all, err
}

func readSet(folder string) (Set, error) {
	var s Set
	var err error
	if s.Records, err = readRecords(filepath.Join(folder, corpusFile)); err != nil {
		return s, err
	}
	s.Units = equalTexts(s.Records)
	s.Questions, err = readQuestions(filepath.Join(folder, queriesFile), s)
	return s, err
}

// recordLine is a line of corpus.jsonl.
type recordLine struct {
	ID      string     `json:"id"`
	Text    string     `json:"text"`
	Session string     `json:"session"`
	At      time.Time  `json:"at"`
	Project string     `json:"project"`
	Kind    store.Kind `json:"kind"`
	Tags    []string   `json:"tags"`
}

func readRecords(path string) ([]Record, error) {
	var records []Record
	seen := map[string]bool{}
	err := lines(path, func(r recordLine) error {
		switch {
		case r.ID == "":
			return errors.New("id is required")
		case seen[r.ID]:
			return fmt.Errorf("id %q is there twice", r.ID)
		case strings.TrimSpace(r.Text) == "":
			return errors.New("text is required")
		case r.Kind != "" && !r.Kind.Valid():
			return fmt.Errorf("unknown kind %q", r.Kind)
		}
		seen[r.ID] = true
		records = append(records, Record(r))
		return nil
	})
	return records, err
}

// equalTexts returns the units of records of which equal texts are one memory.
func equalTexts(records []Record) []int {
	units := make([]int, len(records))
	first := make(map[string]int, len(records))
	for i, r := range records {
		key := r.Project + "\x00" + text.Fold(r.Text)
		if _, ok := first[key]; !ok {
			first[key] = i
		}
		units[i] = first[key]
	}
	return units
}

// questionLine is a line of queries.jsonl.
type questionLine struct {
	Q        string   `json:"q"`
	Relevant []string `json:"relevant"`
	Category string   `json:"category"`
}

func readQuestions(path string, s Set) ([]Question, error) {
	numbers := make(map[string]int, len(s.Records))
	for i, r := range s.Records {
		numbers[r.ID] = i
	}
	var questions []Question
	err := lines(path, func(l questionLine) error {
		if strings.TrimSpace(l.Q) == "" {
			return errors.New("q is required")
		}
		if len(l.Relevant) == 0 {
			return errors.New("relevant is required: the ids that answer the question")
		}
		q := Question{Text: l.Q, Category: oneWord(l.Category)}
		for _, id := range l.Relevant {
			i, ok := numbers[id]
			if !ok {
				return fmt.Errorf("relevant id %q is not in %s", id, corpusFile)
			}
			if u := s.Units[i]; !slices.Contains(q.Relevant, u) {
				q.Relevant = append(q.Relevant, u)
			}
		}
		questions = append(questions, q)
		return nil
	})
	return questions, err
}

// lines calls each with every line of a file that is not blank. There must be
// one. Errors begin with file and line.
func lines[T any](path string, each func(T) error) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	in := bufio.NewReader(f)
	count := 0
	for number := 1; ; number++ {
		line, err := in.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return fmt.Errorf("%s:%d: %w", path, number, err)
		}
		if strings.TrimSpace(string(line)) != "" {
			count++
			var v T
			fault := json.Unmarshal(line, &v)
			if fault == nil {
				fault = each(v)
			}
			if fault != nil {
				return fmt.Errorf("%s:%d: %w", path, number, fault)
			}
		}
		if err == io.EOF {
			break
		}
	}
	if count == 0 {
		return fmt.Errorf("%s:1: the file is empty", path)
	}
	return nil
}

// oneWord joins the words of a name, so that it is one in a line for machines.
func oneWord(name string) string { return strings.Join(strings.Fields(name), "-") }
