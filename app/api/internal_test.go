package api

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"testing"
	"time"
	_ "time/tzdata"
	"unicode/utf8"

	"memtray/store"
)

func TestDayStart(t *testing.T) {
	for _, c := range []struct{ zone, at, want string }{
		{"Asia/Tokyo", "2026-11-30T00:30:00+09:00", "2026-11-30T00:00:00+09:00"},
		{"America/Los_Angeles", "2026-11-30T00:30:00-08:00", "2026-11-30T00:00:00-08:00"},
		{"America/Los_Angeles", "2026-03-08T23:30:00-07:00", "2026-03-08T00:00:00-08:00"},
		{"America/Los_Angeles", "2026-11-01T23:30:00-08:00", "2026-11-01T00:00:00-07:00"},
		{"America/Havana", "2024-03-10T12:00:00-04:00", "2024-03-10T01:00:00-04:00"},    // 00:00 does not exist
		{"America/Havana", "2024-11-03T12:00:00-05:00", "2024-11-03T00:00:00-04:00"},    // 00:00 exists twice
		{"America/Sao_Paulo", "2018-11-04T00:59:00-03:00", "2018-11-04T01:00:00-02:00"}, // 23:59 of the day before is not today
		{"UTC", "2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z"},
	} {
		zone, err := time.LoadLocation(c.zone)
		if err != nil {
			t.Fatal(err)
		}
		at, _ := time.Parse(time.RFC3339, c.at)
		if got := DayStart(at.In(zone)).Format(time.RFC3339); got != c.want {
			t.Errorf("%s in %s: the day starts %s, want %s", c.at, c.zone, got, c.want)
		}
	}
}

func TestSystemLocale(t *testing.T) {
	for _, c := range []struct {
		env  map[string]string
		want string
	}{
		{nil, "en"},
		{map[string]string{"LANG": "C.UTF-8"}, "en"},
		{map[string]string{"LANG": "zh_CN.UTF-8"}, "zh-CN"},
		{map[string]string{"LANG": "zh_TW"}, "zh-CN"},
		{map[string]string{"LANG": "zh_CN.UTF-8", "LC_ALL": "de_DE"}, "en"},
		{map[string]string{"LANG": "en_US", "LC_MESSAGES": "zh_CN"}, "zh-CN"},
	} {
		if got := SystemLocale(func(name string) string { return c.env[name] }); got != c.want {
			t.Errorf("%v: %s, want %s", c.env, got, c.want)
		}
	}
}

func TestEventsOfAChangeSet(t *testing.T) {
	for name, c := range map[string]struct {
		set  store.ChangeSet
		want string
	}{
		"nothing":  {store.ChangeSet{Seq: 7}, `null`},
		"memories": {store.ChangeSet{Memories: []int64{3, 4}}, `[{"type":"memory:changed","ids":[3,4]}]`},
		"settings": {store.ChangeSet{Other: []string{"setting"}}, `[{"type":"settings:changed"}]`},
		"clients":  {store.ChangeSet{Other: []string{"registration", "client"}}, `[{"type":"clients:changed"}]`},
		"project":  {store.ChangeSet{Memories: []int64{3}, Other: []string{"project"}}, `[{"type":"memory:changed","ids":[]},{"type":"tokens:changed"}]`},
		"tokens":   {store.ChangeSet{Other: []string{"token"}}, `[{"type":"tokens:changed"}]`},
		"reload": {store.ChangeSet{Memories: []int64{3}, Reload: true},
			`[{"type":"memory:changed","ids":[]},{"type":"clients:changed"},{"type":"settings:changed"},{"type":"documents:changed"},{"type":"journal:changed"},{"type":"proposals:changed"},{"type":"tokens:changed"}]`},
		"documents": {store.ChangeSet{Documents: []string{"profile"}, Other: []string{"document"}}, `[{"type":"documents:changed"}]`},
		"journal":   {store.ChangeSet{Days: []string{"2026-11-30"}, Other: []string{"journal"}}, `[{"type":"journal:changed"}]`},
	} {
		if got, _ := json.Marshal(events(c.set)); string(got) != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

func FuzzReadSearch(f *testing.F) {
	for _, seed := range []string{
		"", "q=a&typing=1&kind=fact,note&project=1,2&client=you,cursor&state=active&tag=a&tag=b&pinned=1&reviewed=0&sort=used&offset=5&limit=500",
		"q=%ff%00&tag=%e6%95%b0", "kind=&kind=", "limit=00", "project=+1", "a=;", "%=%", "client=you,you,YOU",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		req, err := readSearch(&http.Request{URL: &url.URL{RawQuery: raw}})
		if err != nil {
			if store.ErrorCode(err) != store.Invalid || !utf8.ValidString(err.Error()) || len(err.Error()) > 400 {
				t.Fatalf("%q: %q", raw, err)
			}
			return
		}
		if req.Limit < 1 || req.Limit > store.MaxPage || req.Offset < 0 || !utf8.ValidString(req.Query) {
			t.Fatalf("%q: %+v", raw, req)
		}
		for _, id := range req.Filter.Projects {
			if id < 1 || id > store.MaxID {
				t.Fatalf("%q: project %d", raw, id)
			}
		}
		bad := func(k store.Kind) bool { return !k.Valid() }
		if slices.ContainsFunc(req.Filter.Kinds, bad) || slices.Contains(req.Filter.Clients, you) {
			t.Fatalf("%q: %+v", raw, req.Filter)
		}
	})
}

func FuzzDecode(f *testing.F) {
	for _, seed := range []string{`{}`, `{"id":1,"names":["a"]}`, `{"id":"x"}`, `{"ID":1}`, `[]`, `null`, `{"id":1e9}`, `{"x":`, "\xff"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		var in struct {
			ID    int64    `json:"id"`
			Names []string `json:"names"`
		}
		err := decode(raw, &in)
		if err != nil && (store.ErrorCode(err) != store.Invalid || !utf8.ValidString(err.Error())) {
			t.Fatalf("%q: %q", raw, err)
		}
		var fields map[string]any
		if err == nil && (json.Unmarshal(raw, &fields) != nil || fields == nil) {
			t.Fatalf("%q was taken", raw)
		}
	})
}
