package mcpserver

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"memtray/store"
	"memtray/store/recall"
	"memtray/store/text"
	"memtray/store/when"
)

func TestTimelineAnswers(t *testing.T) {
	s := newSession(t)
	s.clock.at.Store(time.Date(2026, 11, 28, 22, 40, 0, 0, time.UTC).UnixMilli())
	save := func(args string) {
		t.Helper()
		if got := s.call("memory_save", args); !strings.HasPrefix(got, "saved #") {
			t.Fatal(got)
		}
		s.clock.wait(25 * time.Minute)
	}
	save(`{"body":"The webhook fires twice.","kind":"discovery"}`)
	save(`{"body":"Use the event id to drop the second call.","kind":"decision"}`)
	save(`{"body":"Answer in German.","kind":"preference","scope":"global"}`)
	save(`{"body":"去重表保留三十天。","kind":"fact"}`)
	s.clock.wait(10 * time.Hour)
	if _, err := s.recall.Save(t.Context(), store.Author{Kind: store.Person}, recall.Input{Body: "Ask Ada before the table is dropped.", Project: store.ProjectRef{Name: "api"}}); err != nil {
		t.Fatal(err)
	}
	s.clock.wait(time.Minute)
	save(`{"body":"The shop has its own webhook.","project":"shop"}`)
	save(`{"body":"Retries stop after five.","kind":"fact"}`)
	s.server.opts.Client, s.server.process = "cursor", "another"
	save(`{"body":"Held by cursor."}`)
	save(`{"body":"Seen by cursor."}`)
	s.server.opts.Client, s.server.process = "claude-code", "first"
	private, held, trashed, archived := true, store.Pending, store.Trashed, store.Archived
	save(`{"body":"private"}`)
	save(`{"body":"half of it"}`)
	save(`{"body":"rubbish"}`)
	save(`{"body":"old news"}`)
	s.person(recall.Change{IDs: []int64{8}, State: &held})
	s.person(recall.Change{IDs: []int64{10}, Private: &private})
	s.link(11, store.MergedInto, 7)
	s.link(2, store.Supersedes, 1)
	s.person(recall.Change{IDs: []int64{11, 12}, State: &trashed})
	s.person(recall.Change{IDs: []int64{13}, State: &archived})
	golden(t, "timeline.txt", s.transcript(
		`memory_timeline {"id":2}`,
		`memory_timeline {"id":"#2","before":1,"after":1}`,
		`memory_timeline {"id":4,"before":0,"after":0}`,
		`memory_timeline {"at":"yesterday 10:00","before":2,"after":1}`,
		`memory_timeline {"at":"2020-01-01","after":1}`,
		`memory_timeline {"at":"now","before":1}`,
		`memory_timeline {"query":"how long do we keep the 去重 table?","before":1,"after":1}`,
		`memory_timeline {"query":"kubernetes"}`,
		`memory_timeline {"id":6,"before":1,"after":0}`,
		`memory_timeline {"at":"today","project":"shop","before":1}`,
		`memory_timeline {"at":"today","project":"shpo"}`,
		`memory_timeline {"id":8}`,
		`memory_timeline {"id":10}`,
		`memory_timeline {"id":11}`,
		`memory_timeline {"id":12}`,
		`memory_timeline {"id":13,"before":1}`,
		`memory_timeline {"id":99}`,
		`memory_timeline {}`,
		`memory_timeline {"id":1,"at":"today"}`,
		`memory_get {"ids":[11]}`,
	))
	if got, want := s.call("memory_timeline", `{"at":"soon"}`), "error: at must be "+when.Forms; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestTimelineGoesOn walks in both directions as the answers say, and meets
// every memory of the scope once.
func TestTimelineGoesOn(t *testing.T) {
	for _, project := range []string{"", `,"project":"zoo"`} {
		s := newSession(t)
		for i := range 30 {
			scope := project
			if i%5 == 0 {
				scope = `,"scope":"global"`
			}
			s.call("memory_save", fmt.Sprintf(`{"body":"owl %d"%s}`, i, scope))
			s.call("memory_save", fmt.Sprintf(`{"body":"elsewhere %d","project":"birds"}`, i))
			if i%3 == 0 {
				s.clock.wait(time.Minute)
			}
		}
		middle := s.call("memory_timeline", `{"id":31,"before":2,"after":2}`) // number 15, a global one
		if project != "" {
			middle = s.call("memory_timeline", `{"id":29,"before":2,"after":2}`) // number 14
		}
		seen := rowsOf(middle)
		for _, direction := range []string{"before", "after"} {
			for answer := middle; ; {
				id, ok := goesOn(answer, direction)
				if !ok {
					break
				}
				named := ""
				if _, rest, ok := strings.Cut(answer, ` in project "`); ok {
					named = `,"project":"` + rest[:strings.Index(rest, `"`)] + `"`
				}
				other := map[string]string{"before": "after", "after": "before"}[direction]
				answer = s.call("memory_timeline", fmt.Sprintf(`{"id":%s,"%s":4,"%s":0%s}`, id, direction, other, named))
				for _, row := range rowsOf(answer) {
					if fmt.Sprint(row) != id {
						seen = append(seen, row)
					}
				}
			}
		}
		slices.Sort(seen)
		var want []int64
		for i := range int64(30) {
			want = append(want, 2*i+1)
		}
		if !slices.Equal(seen, want) {
			t.Errorf("%q: seen %v, want %v", project, seen, want)
		}
	}
}

// goesOn reads from an answer which id leads on.
func goesOn(answer, direction string) (id string, ok bool) {
	other := map[string]string{"before": " and after 0", "after": " and before 0"}[direction]
	before, _, ok := strings.Cut(answer, other)
	return before[strings.LastIndex(before, " ")+1:], ok
}

// TestTimelineIsBounded: the greatest answer with the longest titles.
func TestTimelineIsBounded(t *testing.T) {
	s := newSession(t)
	for i := range 45 {
		_, err := s.recall.Save(t.Context(), store.Author{Kind: store.Person}, recall.Input{
			Title: strings.Repeat("忆", store.MaxTitle), Body: fmt.Sprintf("owl %d", i), Project: store.ProjectRef{Name: strings.Repeat("计", store.MaxProject)},
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	answer := s.call("memory_timeline", `{"id":22,"before":20,"after":20}`)
	if n := text.Count(answer); n > 41*80+300 || len(rowsOf(answer)) != 41 {
		t.Errorf("%d rows, %d tokens", len(rowsOf(answer)), n)
	}
}

// TestTimelineIsNoted: what a timeline shows counts as listed.
func TestTimelineIsNoted(t *testing.T) {
	s := newSession(t)
	s.call("memory_save", `{"body":"owl"}`)
	s.call("memory_timeline", `{"id":1}`)
	for deadline := time.Now().Add(5 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		got, err := s.recall.Get(t.Context(), store.Author{Kind: store.Person}, []int64{1})
		if err != nil {
			t.Fatal(err)
		}
		if got.Memories[0].Listed.Count == 1 {
			return
		}
		if time.Now().After(deadline) {
			t.Fatal("not noted within 5 s")
		}
	}
}
