package mcpserver

import (
	"encoding/json"
	"slices"
	"testing"

	"memtray/store"
)

func TestNormalIDs(t *testing.T) {
	for raw, want := range map[string][]int64{
		`12`:                   {12},
		`"12"`:                 {12},
		`"#12"`:                {12},
		`"12,13"`:              {12, 13},
		`"#12, #13"`:           {12, 13},
		`["12"]`:               {12},
		`[12,"#13"]`:           {12, 13},
		`"[1,2]"`:              {1, 2},
		`"[\"1\", \"2\"]"`:     {1, 2},
		`[[1],2]`:              {1, 2},
		`12.0`:                 {12},
		`[3,1,3,2,1]`:          {3, 1, 2},
		`9007199254740991`:     {store.MaxID},
		` [ 7 ] `:              {7},
		`"9007199254740991 1"`: {store.MaxID, 1},
	} {
		got, err := normalIDs(json.RawMessage(raw))
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("normalIDs(%s) = %v, %v; want %v", raw, got, err, want)
		}
	}
}

func TestNormalIDsRefused(t *testing.T) {
	for raw, want := range map[string]error{
		`1.5`:                    errIDRange,
		`"1.5"`:                  errIDRange,
		`0`:                      errIDRange,
		`-1`:                     errIDRange,
		`9007199254740992`:       errIDRange,
		`9007199254740993`:       errIDRange,
		`1e3`:                    errIDRange,
		`"twelve"`:               errIDForm,
		`""`:                     errIDForm,
		`"[1,2"`:                 errIDForm,
		`true`:                   errIDForm,
		`{"id":1}`:               errIDForm,
		`[null]`:                 errIDForm,
		`[[[[1]]]]`:              errIDForm,
		`"99999999999999999999"`: errIDRange,
	} {
		if got, err := normalIDs(json.RawMessage(raw)); err != want {
			t.Errorf("normalIDs(%s) = %v, %v; want %v", raw, got, err, want)
		}
	}
}

func FuzzNormalIDs(f *testing.F) {
	for _, seed := range []string{`12`, `"#1,2"`, `["3"]`, `"[1,2]"`, `1.5`, `{}`, `9007199254740993`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		if !json.Valid([]byte(raw)) {
			return
		}
		ids, err := normalIDs(json.RawMessage(raw))
		if err != nil {
			return
		}
		for i, id := range ids {
			if id < 1 || id > store.MaxID || slices.Contains(ids[:i], id) {
				t.Errorf("normalIDs(%s) = %v", raw, ids)
			}
		}
	})
}
