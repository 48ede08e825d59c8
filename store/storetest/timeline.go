package storetest

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"memtray/store"
)

// timeline returns the ids of a timeline and what remains on each side.
func (f *fixture) timeline(q store.TimelineQuery) (ids []int64, earlier, later int) {
	f.t.Helper()
	line, err := f.Timeline(ctx, q)
	f.ok(err)
	for _, r := range line.Rows {
		ids = append(ids, r.ID)
	}
	return ids, line.Earlier, line.Later
}

func testTimeline(t *testing.T, f *fixture) {
	api, web := f.project("api"), f.project("web")
	var ids []int64
	for i, body := range []string{"one", "two", "three", "four", "five", "six"} {
		if i != 3 { // three and four are of one time
			f.clock.Advance(time.Minute)
		}
		ids = append(ids, f.save(claude, store.Draft{Body: body, ProjectID: api.ID}).ID)
		if i != 3 {
			f.save(claude, store.Draft{Body: "elsewhere " + body, ProjectID: web.ID})
		}
	}
	at := func(i int) store.Millis { return f.get(ids[i]).CreatedAt }
	scope := store.Filter{Projects: []int64{api.ID}}
	for _, x := range []struct {
		name           string
		q              store.TimelineQuery
		want           []int64
		earlier, later int
	}{
		{"around one", store.TimelineQuery{ID: ids[2], Before: 1, After: 1}, ids[1:4], 1, 2},
		{"around its equal in time", store.TimelineQuery{ID: ids[3], Before: 1, After: 1}, ids[2:5], 2, 1},
		{"alone", store.TimelineQuery{ID: ids[2]}, ids[2:3], 2, 3},
		{"at the start", store.TimelineQuery{ID: ids[0], Before: 5, After: 1}, ids[:2], 0, 4},
		{"at the end", store.TimelineQuery{ID: ids[5], Before: 1, After: 5}, ids[4:], 4, 0},
		{"around a time", store.TimelineQuery{At: at(2), Before: 1, After: 2}, ids[1:4], 1, 2},
		{"just after a time", store.TimelineQuery{At: at(2) + 1, Before: 1, After: 1}, ids[3:5], 3, 1},
		{"long ago", store.TimelineQuery{At: 1, Before: 3, After: 1}, ids[:1], 0, 5},
		{"in the future", store.TimelineQuery{At: at(5) * 2, Before: 1, After: 3}, ids[5:], 5, 0},
		{"nothing asked for", store.TimelineQuery{At: at(2)}, nil, 2, 4},
	} {
		x.q.Filter = scope
		got, earlier, later := f.timeline(x.q)
		if !slices.Equal(got, x.want) || earlier != x.earlier || later != x.later {
			t.Errorf("%s: %v, %d earlier, %d later; want %v, %d, %d", x.name, got, earlier, later, x.want, x.earlier, x.later)
		}
	}
	if got, earlier, later := f.timeline(store.TimelineQuery{ID: ids[2], Before: 2, After: 2}); len(got) != 5 || earlier+later != 6 {
		t.Errorf("of all projects: %v, %d earlier, %d later", got, earlier, later)
	}
	f.change(you, store.Patch{Body: ptr("one, edited much later")}, ids[0])
	if got, _, _ := f.timeline(store.TimelineQuery{ID: ids[1], Before: 1, Filter: scope}); !slices.Equal(got, ids[:2]) {
		t.Errorf("an edit moves a memory: %v", got)
	}
}

func testTimelineReader(t *testing.T, f *fixture) {
	a := f.note(claude, "a")
	private := f.save(claude, store.Draft{Body: "private", Private: true})
	held, gone, old := f.note(cursor, "held"), f.note(claude, "gone"), f.note(claude, "old")
	own, z := f.note(claude, "own, held"), f.note(claude, "z")
	f.change(you, store.Patch{State: ptr(store.Pending)}, held.ID, own.ID)
	f.change(you, store.Patch{State: ptr(store.Trashed)}, gone.ID)
	f.change(you, store.Patch{State: ptr(store.Archived)}, old.ID)
	reader := store.Filter{Reader: "claude-code"}
	if got, _, later := f.timeline(store.TimelineQuery{ID: a.ID, After: 1, Filter: reader}); !slices.Equal(got, []int64{a.ID, own.ID}) || later != 1 {
		t.Errorf("for a client: %v, %d later", got, later)
	}
	if got, earlier, _ := f.timeline(store.TimelineQuery{ID: old.ID, Before: 1, After: 5, Filter: reader}); !slices.Equal(got, []int64{a.ID, old.ID, own.ID, z.ID}) || earlier != 0 {
		t.Errorf("around an archived one: %v, %d earlier", got, earlier)
	}
	if got, _, _ := f.timeline(store.TimelineQuery{ID: private.ID, Before: 5, After: 5}); !slices.Equal(got, []int64{a.ID, private.ID, held.ID, own.ID, z.ID}) {
		t.Errorf("for the person: %v", got)
	}
	for _, id := range []int64{private.ID, held.ID, gone.ID, 999} {
		_, err := f.Timeline(ctx, store.TimelineQuery{ID: id, Filter: reader})
		f.fails(err, store.NotFound)
	}
	for name, q := range map[string]store.TimelineQuery{
		"before": {At: 1, Before: -1}, "after": {At: 1, After: store.MaxPage + 1},
		"filter": {At: 1, Filter: store.Filter{States: []store.State{"gone"}}},
	} {
		if _, err := f.Timeline(ctx, q); store.ErrorCode(err) != store.Invalid {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func testTimelineSessions(t *testing.T, f *fixture) {
	start := store.MillisOf(f.clock.Now())
	a := f.note(claude, "a")
	f.clock.Advance(time.Hour)
	last := store.MillisOf(f.clock.Now())
	f.note(claude, "b")
	f.note(you, "by the person")
	c := f.note(cursor, "c")
	line, err := f.Timeline(ctx, store.TimelineQuery{ID: a.ID, After: 5})
	f.ok(err)
	if got := []int64{line.Rows[0].Session, line.Rows[1].Session, line.Rows[2].Session, line.Rows[3].Session}; !slices.Equal(got, []int64{a.Session, a.Session, 0, c.Session}) {
		t.Errorf("sessions %v", got)
	}
	want := map[int64]store.Session{
		a.Session: {Client: "claude-code", StartedAt: start, LastAt: last},
		c.Session: {Client: "cursor", StartedAt: last, LastAt: last},
	}
	if !reflect.DeepEqual(line.Sessions, want) {
		t.Errorf("sessions %+v, want %+v", line.Sessions, want)
	}
}

// testRowNewer: a row says which memory is given instead of it, and never one
// that the reader may not see.
func testRowNewer(t *testing.T, f *fixture) {
	oldest, old, newest := f.note(claude, "word oldest"), f.note(claude, "word old"), f.note(claude, "word newest")
	merged := f.note(claude, "word merged")
	f.change(you, store.Patch{Links: &[]store.Link{{Relation: store.Supersedes, Target: oldest.ID}}}, old.ID)
	f.change(you, store.Patch{Links: &[]store.Link{{Relation: store.Supersedes, Target: old.ID}}}, newest.ID)
	f.change(you, store.Patch{Links: &[]store.Link{{Relation: store.MergedInto, Target: oldest.ID}}}, merged.ID)
	newer := func(reader string) map[int64]int64 {
		l, err := f.Find(ctx, store.Query{Limit: 10, Terms: terms("word"), Filter: store.Filter{Reader: reader}})
		f.ok(err)
		out := map[int64]int64{}
		for _, r := range l.Rows {
			out[r.ID] = r.Newer
		}
		return out
	}
	if got, want := newer("cursor"), map[int64]int64{oldest.ID: newest.ID, old.ID: newest.ID, newest.ID: 0, merged.ID: newest.ID}; !reflect.DeepEqual(got, want) {
		t.Errorf("newer ones %v, want %v", got, want)
	}
	f.change(you, store.Patch{Private: ptr(true)}, newest.ID)
	if got := newer("cursor"); got[oldest.ID] != old.ID || got[old.ID] != 0 {
		t.Errorf("with a private one: %v", got)
	}
	if got := newer(""); got[old.ID] != newest.ID {
		t.Errorf("the person sees %v", got)
	}
	f.change(you, store.Patch{State: ptr(store.Trashed)}, old.ID)
	if got := newer("cursor"); got[oldest.ID] != 0 {
		t.Errorf("with one in the trash: %v", got)
	}
}
