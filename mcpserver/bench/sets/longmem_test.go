package sets_test

import (
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"memtray/mcpserver/bench/sets"
)

const entry = `{
  "question_id": "q1", "question_type": "single-session-user", "question": "Where do I keep the spare key?", "answer": "under the pot",
  "question_date": "2026/05/30 (Sat) 23:40",
  "haystack_session_ids": ["s1", "s2"],
  "haystack_dates": ["2026/05/20 (Wed) 02:21", "2026/05/21 (Thu) 10:00"],
  "haystack_sessions": [
    [{"role": "user", "content": "Hello"}, {"role": "assistant", "content": ""}],
    [{"role": "user", "content": "The spare key lies under the pot", "has_answer": true}, {"role": "assistant", "content": "Noted"}]
  ],
  "answer_session_ids": ["s2"]
}`

func longMem(t *testing.T, content string) ([]sets.Set, error) {
	t.Helper()
	var all []sets.Set
	for s, err := range sets.LongMem(filepath.Join(folder(t, map[string]string{"longmem.json": content}), "longmem.json")) {
		if err != nil {
			return all, err
		}
		all = append(all, s)
	}
	return all, nil
}

func TestLongMem(t *testing.T) {
	all, err := longMem(t, "["+entry+",\n"+strings.Replace(entry, `"q1"`, `"q2_abs"`, 1)+"]")
	if err != nil || len(all) != 1 {
		t.Fatalf("%d sets, %v", len(all), err)
	}
	s := all[0]
	if len(s.Records) != 3 || !s.Sessions() || s.Records[1].ID != "s2:1" || s.Records[1].At.Day() != 21 {
		t.Errorf("records %+v", s.Records)
	}
	if want := []int{0, 1, 1}; !reflect.DeepEqual(s.Units, want) {
		t.Errorf("units %v, want %v", s.Units, want)
	}
	want := []sets.Question{{Text: "Where do I keep the spare key?", Relevant: []int{1}, Category: "single-session-user"}}
	if !reflect.DeepEqual(s.Questions, want) {
		t.Errorf("questions %+v", s.Questions)
	}
}

func TestLongMem_Refuses(t *testing.T) {
	for _, c := range []struct{ name, content, want string }{
		{"no array", `{"a": 1}`, "longmem.json:1: an array of questions is expected"},
		{"empty", ``, "longmem.json:1: an array of questions is expected"},
		{"bad JSON", "[" + entry + ",\n{]", "longmem.json:12: invalid character"},
		{"cut off", "[" + entry, "longmem.json:11: "},
		{"dates", "[" + strings.Replace(entry, `"2026/05/20 (Wed) 02:21", `, "", 1) + "]", `longmem.json:11: question "q1": 2 sessions, but 2 ids and 1 dates`},
		{"a date", "[" + strings.Replace(entry, "2026/05/20 (Wed)", "20 May", 1) + "]", `question "q1": parsing time`},
		{"an answer", "[" + strings.Replace(entry, `"answer_session_ids": ["s2"]`, `"answer_session_ids": ["s3"]`, 1) + "]", `answer session "s3" is not in its history`},
		{"no answer", "[" + strings.Replace(entry, `"answer_session_ids": ["s2"]`, `"answer_session_ids": []`, 1) + "]", "question and answer_session_ids are required"},
	} {
		if _, err := longMem(t, c.content); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want …%s…", c.name, err, c.want)
		}
	}
	for _, err := range sets.LongMem(filepath.Join(t.TempDir(), "missing.json")) {
		if err == nil || !strings.Contains(err.Error(), "missing.json") {
			t.Errorf("a missing file: %v", err)
		}
	}
}
