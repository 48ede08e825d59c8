package mcpserver

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"memtray/store"
	"memtray/store/recall"
	"memtray/store/text"
	"memtray/store/when"
)

var rowID = regexp.MustCompile(`(?m)^(?:> )?#(\d+) `)

// rowsOf returns the ids of the rows of an answer, in order.
func rowsOf(answer string) []int64 {
	var ids []int64
	for _, m := range rowID.FindAllStringSubmatch(answer, -1) {
		id, _ := strconv.ParseInt(m[1], 10, 64)
		ids = append(ids, id)
	}
	return ids
}

// cursorOf returns the cursor that an answer names.
func cursorOf(t *testing.T, answer string) string {
	t.Helper()
	_, rest, ok := strings.Cut(answer, "; cursor ")
	if !ok {
		t.Fatalf("no cursor in %s", answer)
	}
	cursor, _, _ := strings.Cut(rest, " ")
	return cursor
}

// TestSearchFilters narrows by each argument, with a query and without.
func TestSearchFilters(t *testing.T) {
	s := newSession(t) // it is Monday, 30 November 2026, noon
	noon := s.clock.now()
	at := func(day time.Time, args string) {
		s.clock.at.Store(day.UnixMilli())
		if got := s.call("memory_save", args); !strings.HasPrefix(got, "saved #") {
			t.Fatal(got)
		}
	}
	at(noon.AddDate(0, -1, 0), `{"body":"owls in october","kind":"fact","tags":["birds"],"files":["zoo/owl.go"]}`)
	at(noon.AddDate(0, 0, -8), `{"body":"owls on the sunday before last","kind":"gotcha"}`)
	at(noon.AddDate(0, 0, -3), `{"body":"owls on friday","kind":"fact","files":["C:\\zoo\\owl.go","README.md"]}`)
	at(noon.AddDate(0, 0, -1), `{"body":"owls of yesterday","kind":"decision","tags":["Birds","night"]}`)
	at(noon, `{"body":"owls of today","kind":"fact"}`)
	at(noon, `{"body":"owls elsewhere","kind":"fact","project":"shop"}`)
	archived := store.Archived
	s.person(recall.Change{IDs: []int64{2}, State: &archived})
	s.server.opts.Client = "cursor"
	at(noon, `{"body":"owls of cursor","scope":"global"}`)
	for _, c := range []struct {
		args string
		want []int64
	}{
		{`"scope":"all"`, []int64{7, 6, 5, 4, 3, 1}},
		{`"kinds":["fact"]`, []int64{5, 3, 1}},
		{`"kinds":["fact","decision"]`, []int64{5, 4, 3, 1}},
		{`"tags":["birds"]`, []int64{4, 1}},
		{`"tags":["birds","night"]`, []int64{4}},
		{`"client":"cursor"`, []int64{7}},
		{`"client":"you"`, nil},
		{`"project":"shop"`, []int64{7, 6}},
		{`"state":"archived"`, []int64{2}},
		{`"since":"yesterday"`, []int64{7, 5, 4}},
		{`"since":"今天"`, []int64{7, 5}},
		{`"since":"last week"`, []int64{7, 5, 4, 3}},
		{`"since":"last week","until":"last week"`, []int64{4, 3}},
		{`"since":"上周","until":"上周五"`, []int64{3}},
		{`"until":"friday"`, []int64{3, 1}},
		{`"until":"2026-10-31"`, []int64{1}},
		{`"until":"october"`, []int64{1}},
		{`"since":"2026-11-30T12:01"`, nil},
		{`"since":"2026-11-30T12:00","until":"2026-11-30T12:00"`, []int64{7, 5}},
		{`"since":"3d","kinds":["fact"]`, []int64{5, 3}},
		{`"files":["zoo"]`, []int64{3, 1}},
		{`"files":["owl.go"]`, []int64{3, 1}},
		{`"files":["C:/zoo/owl.go"]`, []int64{3}},
		{`"files":["readme.md","zoo/owl"]`, nil},
		{`"files":["zoo"],"until":"october"`, []int64{1}},
	} {
		for _, query := range []string{"", `"query":"owls",`} {
			if query == "" && c.args == `"scope":"all"` {
				continue // that is no filter
			}
			got := rowsOf(s.call("memory_search", "{"+query+c.args+"}"))
			if query != "" {
				slices.Sort(got)
				slices.Reverse(got)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("{%s%s}: %v, want %v", query, c.args, got, c.want)
			}
		}
	}
	for args, want := range map[string]string{
		`{"since":"soon"}`:                                  "since must be " + when.Forms,
		`{"query":"owls","until":"2026-02-30"}`:             "until must be " + when.Forms,
		`{"since":"today","until":"yesterday"}`:             "since must not be later than until",
		`{"files":["/"]}`:                                   "a file's path must not be empty",
		`{"query":"owls","files":["<private>x</private>"]}`: "nothing is left of the file's path after cleaning",
		`{"query":"owls","client":"Not A Client"}`:          "a client's id must be 1 to 64 of a-z, 0-9, - and _",
		`{"query":"owls","project":"shop","scope":"all"}`:   "project cannot be given with scope all",
		`{"query":"owls","project":"shpo"}`:                 `there is no project named "shpo"; the nearest: "shop"`,
		`{"scope":"all"}`:                                   "query is required, or one of project, kinds, tags, client, state, since, until, files",
	} {
		if got := s.call("memory_search", args); got != "error: "+want {
			t.Errorf("%s\n got %s\nwant error: %s", args, got, want)
		}
	}
}

// TestSearchMentionsTime: a time in the question narrows nothing by itself, but
// the answer says what it would narrow to.
func TestSearchMentionsTime(t *testing.T) {
	s := newSession(t)
	for i, days := range []int{9, 7, 6, 1, 0} {
		s.clock.at.Store(time.Date(2026, 11, 30, 12, i, 0, 0, time.UTC).AddDate(0, 0, -days).UnixMilli())
		s.call("memory_save", fmt.Sprintf(`{"body":"decided: owl %d"}`, i))
	}
	for query, hint := range map[string]string{
		"which owl did we decide on yesterday?":     `Of these, 1 saved then: since and until "yesterday" narrow to them.`,
		"上周 owl":                                    `Of these, 3 saved then: since and until "上周" narrow to them.`,
		"owl last year":                             "",
		"owl this year":                             "", // all of them
		"owl of monday":                             "",
		`owl today","since":"2020`:                  "",
		`yesterday's owls","limit":1,"client":"you`: "",
	} {
		got := s.call("memory_search", `{"query":"`+query+`"}`)
		if strings.Contains(got, "Of these") != (hint != "") || !strings.Contains(got, hint) {
			t.Errorf("%s: %s", query, got)
		}
		if hint != "" && len(rowsOf(got)) != 5 {
			t.Errorf("%s is narrowed: %s", query, got)
		}
	}
}

// TestSearchMentionsTime_NoWords: where the words find little, the answer says how
// many memories the time has.
func TestSearchMentionsTime_NoWords(t *testing.T) {
	s := newSession(t)
	for i, days := range []int{8, 1, 1, 0} {
		s.clock.at.Store(time.Date(2026, 11, 30, 12, i, 0, 0, time.UTC).AddDate(0, 0, -days).UnixMilli())
		s.call("memory_save", fmt.Sprintf(`{"body":"owl number %d"}`, i))
	}
	for query, hint := range map[string]string{
		"what did we decide yesterday": `Saved then, whatever the words: 2. Search with since and until "yesterday" and no query lists them.`,
		"昨天做了什么":                       `Saved then, whatever the words: 2. Search with since and until "昨天" and no query lists them.`,
		"what happened last week":      `Saved then, whatever the words: 2. Search with since and until "last week" and no query lists them.`,
		"what happened last year":      "",
		"what did we decide":           "",
	} {
		got := s.call("memory_search", `{"query":"`+query+`"}`)
		if !strings.HasPrefix(got, "No memory matches") || strings.Contains(got, "Saved then") != (hint != "") || !strings.HasSuffix(got, hint) {
			t.Errorf("%s: %s", query, got)
		}
	}
	if got := rowsOf(s.call("memory_search", `{"since":"yesterday","until":"yesterday"}`)); !slices.Equal(got, []int64{3, 2}) {
		t.Errorf("yesterday: %v", got)
	}
}

// TestSearchLong: the end of a long question counts, and its start.
func TestSearchLong(t *testing.T) {
	s := newSession(t)
	s.call("memory_save", `{"body":"The flux capacitor needs 1.21 gigawatts."}`)
	s.call("memory_save", `{"body":"部署前先备份数据库。"}`)
	s.call("memory_save", `{"body":"Nothing of the kind."}`)
	words, han := "", ""
	for i := range 65 {
		words += fmt.Sprintf("%c%clor ", 'a'+i%26, 'b'+i/26)
	}
	for r := range rune(94) {
		han += string(0x5000 + r)
	}
	trace := ""
	for i := 0; len(trace) < 1900; i++ {
		trace += fmt.Sprintf("at com.acme.%cool.Wor%cer%d.run%d(Fi%d.java:%d) ", 'a'+i%26, 'a'+i%25, i, i*7, i*3, i*11)
	}
	for query, want := range map[string]int64{
		words + "flux capacitor":            1,
		han + "部署前备份什么数据库":                  2,
		trace + "why the flux capacitor?":   1,
		"why the flux capacitor? " + trace:  1,
		trace[:900] + "备份数据库" + trace[:900]: 2,
	} {
		if got := rowsOf(s.call("memory_search", `{"query":"`+query+`"}`)); !slices.Contains(got, want) {
			t.Errorf("%.40s…: %v, want %d", query, got, want)
		}
	}
	got := s.call("memory_search", `{"query":"`+trace+`","client":"you"}`)
	if !strings.Contains(got, ", of which only the start and the end were looked for, in project") {
		t.Errorf("a trace: %s", got)
	}
}

// TestGetSuperseded: who reads an old memory is told of the newer one.
func TestGetSuperseded(t *testing.T) {
	s := newSession(t)
	for _, body := range []string{"Use sqlite.", "Use postgres.", "Use mysql."} {
		s.call("memory_save", `{"body":"`+body+`"}`)
	}
	s.link(2, store.Supersedes, 1)
	s.link(3, store.Supersedes, 2)
	got := s.call("memory_get", `{"ids":[1,3]}`)
	if strings.Count(got, "superseded by #3, read that instead") != 1 || strings.Count(got, "superseded by") != 1 {
		t.Errorf("%s", got)
	}
}

// TestSearchDaysAreLocal: a day is one of the person's own time zone.
func TestSearchDaysAreLocal(t *testing.T) {
	for _, name := range []string{"Asia/Tokyo", "America/Los_Angeles"} {
		zone, err := time.LoadLocation(name)
		if err != nil {
			t.Skip(err)
		}
		s := newSession(t)
		s.clock.zone.Store(zone)
		for _, at := range []time.Time{
			time.Date(2026, 11, 25, 23, 50, 0, 0, zone), time.Date(2026, 11, 26, 0, 10, 0, 0, zone),
		} {
			s.clock.at.Store(at.UnixMilli())
			s.call("memory_save", fmt.Sprintf(`{"body":"at %d"}`, at.Minute()))
		}
		s.clock.at.Store(time.Date(2026, 11, 26, 0, 30, 0, 0, zone).UnixMilli())
		for args, want := range map[string][]int64{
			`{"since":"today"}`: {2}, `{"until":"yesterday"}`: {1}, `{"since":"昨天","until":"昨天"}`: {1},
			`{"since":"2026-11-26"}`: {2}, `{"since":"30 min"}`: {2}, `{"since":"1h"}`: {2, 1},
		} {
			if got := rowsOf(s.call("memory_search", args)); !slices.Equal(got, want) {
				t.Errorf("%s: %s: %v, want %v", name, args, got, want)
			}
		}
		if got := s.call("memory_timeline", `{"id":1}`); !strings.Contains(got, "2026-11-25 23:50") || !strings.Contains(got, "2026-11-26 00:10") {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// TestSearchFew: a scoped search that finds little says what others have, and
// counts nothing that the client may not see.
func TestSearchFew(t *testing.T) {
	s := newSession(t)
	for i := range 4 {
		s.call("memory_save", fmt.Sprintf(`{"body":"owl %d","project":"zoo"}`, i))
	}
	private, held := true, store.Pending
	s.person(recall.Change{IDs: []int64{1}, Private: &private})
	s.person(recall.Change{IDs: []int64{2}, State: &held})
	s.server.opts.Client = "cursor"
	if got := s.call("memory_search", `{"query":"owl"}`); !strings.Contains(got, "Other projects have 2: search with scope all.") {
		t.Errorf("without a hit: %s", got)
	}
	for n := 1; n <= 3; n++ {
		s.call("memory_save", fmt.Sprintf(`{"body":"an owl here %d"}`, n))
		got := s.call("memory_search", `{"query":"owl"}`)
		line := fmt.Sprintf("\n%d here; 2 more in other projects: search with scope all.", n)
		if strings.Contains(got, line) != (n <= Few) {
			t.Errorf("%d hits: %s", n, got)
		}
	}
	if got := s.call("memory_search", `{"query":"owl","scope":"all"}`); strings.Contains(got, "other projects") || !strings.Contains(got, "5 of 5") {
		t.Errorf("with scope all: %s", got)
	}
	if got := s.call("memory_search", `{"query":"owl","project":"zoo"}`); !strings.Contains(got, "2 here; 3 more in other projects: search with scope all and no project.") {
		t.Errorf("in a named project: %s", got)
	}
}

// TestCursorSurvivesWrites: between two pages memories are saved, edited,
// archived, deleted, hidden and moved away. Each that is still what was asked
// for is shown once, the others not at all.
func TestCursorSurvivesWrites(t *testing.T) {
	s := newSession(t)
	for i := range 20 {
		s.call("memory_save", fmt.Sprintf(`{"body":"fact number %d about owls","kind":"fact"}`, i+1))
	}
	first := s.call("memory_search", `{"query":"owls","kinds":["fact"],"limit":5}`)
	shown := rowsOf(first)
	cursor := cursorOf(t, first)
	rest := []int64{}
	for id := range int64(20) {
		if !slices.Contains(shown, id+1) {
			rest = append(rest, id+1)
		}
	}
	archived, trashed, private, howto, body := store.Archived, store.Trashed, true, store.Howto, "no such bird any more"
	for i, ch := range []recall.Change{
		{State: &archived}, {State: &trashed}, {Private: &private}, {Project: &store.ProjectRef{Name: "shop"}}, {Kind: &howto},
	} {
		ch.IDs = rest[i : i+1]
		s.person(ch)
	}
	s.person(recall.Change{IDs: rest[5:6], Body: &body}) // still one of those that were found
	s.person(recall.Change{IDs: shown[:1], Body: new("owls owls owls")})
	s.call("memory_save", `{"body":"owls, a new fact","kind":"fact"}`)
	second := s.call("memory_search", `{"cursor":"`+cursor+`","limit":4}`)
	if !strings.Contains(second, "9 of 15; cursor ") {
		t.Errorf("second page: %s", second)
	}
	if again := s.call("memory_search", `{"cursor":"`+cursor+`","limit":4}`); !slices.Equal(rowsOf(again), rowsOf(second)) {
		t.Errorf("asked again: %s", again)
	}
	third := s.call("memory_search", `{"cursor":"`+cursorOf(t, second)+`","limit":20}`)
	got := append(rowsOf(second), rowsOf(third)...)
	slices.Sort(got)
	if !slices.Equal(got, rest[5:]) || !strings.Contains(third, "15 of 15.") {
		t.Errorf("the rest is %v, want %v: %s", got, rest[5:], third)
	}
	s.person(recall.Change{IDs: rest, State: &trashed})
	if got := s.call("memory_search", `{"cursor":"`+cursor+`"}`); got != "The rest is gone meanwhile. 5 of 5." {
		t.Errorf("of nothing left: %s", got)
	}
}

// TestCursorFollowsMerge: a search goes on in the project that its own was
// merged into.
func TestCursorFollowsMerge(t *testing.T) {
	s := newSession(t)
	for i := range 4 {
		s.call("memory_save", fmt.Sprintf(`{"body":"owl %d","project":"zoo"}`, i))
	}
	s.call("memory_save", `{"body":"another","project":"birds"}`)
	cursor := cursorOf(t, s.call("memory_search", `{"query":"owl","project":"zoo","limit":1}`))
	ids := map[string]int64{}
	all, err := s.recall.Store().Projects(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range all {
		ids[p.Name] = p.ID
	}
	if _, err := s.recall.MergeProjects(t.Context(), store.Author{Kind: store.Person}, ids["zoo"], ids["birds"]); err != nil {
		t.Fatal(err)
	}
	if got := s.call("memory_search", `{"cursor":"`+cursor+`"}`); len(rowsOf(got)) != 3 || strings.Contains(got, "[birds]") {
		t.Errorf("after the merge: %s", got)
	}
}

// TestCursorArguments: a cursor is given alone or with what its search had.
func TestCursorArguments(t *testing.T) {
	s := newSession(t)
	for i := range 3 {
		s.call("memory_save", fmt.Sprintf(`{"body":"owl %d","kind":"fact"}`, i))
	}
	cursor := cursorOf(t, s.call("memory_search", `{"query":"owl","kinds":["fact"],"limit":1}`))
	for args, fault := range map[string]string{
		``:                                  "",
		`,"query":"owl"`:                    "",
		`,"query":"owl","kinds":["fact"]`:   "",
		`,"limit":1,"tags":[],"since":""`:   "",
		`,"query":"owls"`:                   "query",
		`,"kinds":["note"]`:                 "kinds",
		`,"scope":"all"`:                    "scope",
		`,"query":"owl","since":"today"`:    "since",
		`,"query":"owl","files":["a.go"]`:   "files",
		`,"project":"api"`:                  "project",
		`,"query":"owl","state":"archived"`: "state",
	} {
		got := s.call("memory_search", `{"cursor":"`+cursor+`"`+args+`}`)
		want := "error: cursor goes on with the search that it came from, which had another " + fault + "; give it alone, or search anew without it"
		if fault == "" && len(rowsOf(got)) == 0 || fault != "" && got != want {
			t.Errorf("%s: %s", args, got)
		}
	}
	for range maxCursors {
		s.call("memory_search", `{"query":"owl","limit":1}`)
	}
	if got := s.call("memory_search", `{"cursor":"`+cursor+`"}`); got != "error: cursor is unknown or too old; search again without it" {
		t.Errorf("an old cursor: %s", got)
	}
	if n := len(s.server.cursors.pages); n != maxCursors {
		t.Errorf("%d cursors are kept", n)
	}
}

// TestRowsAreShort: whatever title and project, a row costs little.
func TestRowsAreShort(t *testing.T) {
	s := newSession(t)
	for i, letter := range []string{"W", "忆", "👨‍👩‍👧‍👦", "𒀀", "x ", "é"} {
		title := string([]rune(strings.Repeat(letter, store.MaxTitle))[:store.MaxTitle-3])
		project := string([]rune(strings.Repeat(letter, store.MaxProject))[:store.MaxProject-3])
		_, err := s.recall.Save(t.Context(), store.Author{Kind: store.Person}, recall.Input{
			Title: strings.TrimSpace(title), Body: fmt.Sprintf("owl %d", i), Project: store.ProjectRef{Name: strings.TrimSpace(project)},
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	answer := s.call("memory_search", `{"query":"owl","scope":"all"}`)
	for line := range strings.Lines(answer) {
		if n := text.Count(line); strings.HasPrefix(line, "#") && n > 100 {
			t.Errorf("a row of %d tokens: %s", n, line)
		}
	}
	if len(rowsOf(answer)) != 6 {
		t.Errorf("%s", answer)
	}
}

// TestSupersededRow: the row of an old memory names the newer one.
func TestSupersededRow(t *testing.T) {
	s := newSession(t)
	s.call("memory_save", `{"body":"owls sleep by day"}`)
	s.call("memory_save", `{"body":"owls sleep at noon"}`)
	s.link(2, store.Supersedes, 1)
	if got := s.call("memory_search", `{"query":"owls"}`); !strings.Contains(got, "\n#1 · now · note · superseded by #2 · owls sleep by day") {
		t.Errorf("%s", got)
	}
	private := true
	s.person(recall.Change{IDs: []int64{2}, Private: &private})
	if got := s.call("memory_search", `{"query":"owls"}`); strings.Contains(got, "#2") {
		t.Errorf("a private memory is named: %s", got)
	}
}

// TestRowsSayWhy: behind a row stands what part of the question it holds, on
// later pages too, and nothing where it holds all of it.
func TestRowsSayWhy(t *testing.T) {
	s := newSession(t)
	s.call("memory_save", `{"body":"the webhook retries five times"}`)
	s.call("memory_save", `{"body":"a webhook needs a secret"}`)
	first := s.call("memory_search", `{"query":"webhook retries","limit":1}`)
	if !strings.Contains(first, "\n#1 · now · note · the webhook retries five times · 6 tok\n") {
		t.Errorf("holds all: %s", first)
	}
	second := s.call("memory_search", `{"cursor":"`+cursorOf(t, first)+`"}`)
	if !strings.Contains(second, "\n#2 · now · note · a webhook needs a secret · 6 tok · body: webhook\n") {
		t.Errorf("holds one: %s", second)
	}
}
