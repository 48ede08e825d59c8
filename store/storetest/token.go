package storetest

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"memtray/store"
)

func (f *fixture) token(n store.NewToken) (store.Token, string) {
	f.t.Helper()
	t, secret, err := f.AddToken(ctx, n)
	f.ok(err)
	return t, secret
}

// testTokens: a token is known by its secret until it is revoked, and what was done
// with it is counted.
func testTokens(t *testing.T, f *fixture) {
	api := f.project("api")
	end, err := f.Changes(ctx, -1)
	f.ok(err)
	first, _ := f.token(store.NewToken{Name: " laptop ", Client: "codex"})
	f.clock.Advance(time.Second)
	made, secret := f.token(store.NewToken{Name: "容器", Client: "cursor", Access: store.ReadAccess, Projects: []int64{api.ID}})
	now := store.MillisOf(f.clock.Now())
	want := store.Token{ID: made.ID, Name: "容器", Client: "cursor", Access: store.ReadAccess, CreatedAt: now,
		Projects: []store.TokenProject{{ID: api.ID, Name: "api"}}}
	if !reflect.DeepEqual(made, want) {
		t.Errorf("made %+v, want %+v", made, want)
	}
	if first.Name != "laptop" || first.Access != store.WriteAccess || len(first.Projects) != 0 {
		t.Errorf("made %+v", first)
	}
	if !strings.HasPrefix(secret, store.TokenPrefix) || len(secret) < len(store.TokenPrefix)+43 {
		t.Errorf("the secret is %q", secret)
	}
	if c, err := f.Changes(ctx, end.Seq); err != nil || !reflect.DeepEqual(c.Other, []string{"token"}) {
		t.Errorf("others are told of %+v, %v", c, err)
	}
	if got, err := f.TokenOf(ctx, secret); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("by its secret %+v, %v", got, err)
	}
	for _, wrong := range []string{"", secret[:len(secret)-1], secret + "A", strings.ToUpper(secret), "' or 1=1 --"} {
		_, err := f.TokenOf(ctx, wrong)
		f.fails(err, store.NotFound)
	}

	by := store.Author{Kind: store.Agent, Client: "codex", Process: "http", Token: first.ID}
	f.clock.Advance(time.Minute)
	m := f.note(by, "over HTTP")
	f.note(store.Author{Kind: store.Agent, Client: "codex", Process: "stdio"}, "over stdio")
	f.ok(f.NoteRecall(ctx, store.Recall{Author: by, Kind: store.ListedRecall, Query: "q", IDs: []int64{m.ID}}))
	f.ok(f.Touch(ctx, by))
	f.ok(f.RevokeToken(ctx, made.ID))
	f.ok(f.RevokeToken(ctx, made.ID))
	_, err = f.TokenOf(ctx, secret)
	f.fails(err, store.NotFound)
	all, err := f.Tokens(ctx)
	f.ok(err)
	want.RevokedAt = store.MillisOf(f.clock.Now())
	first.LastAt, first.Saved, first.Recalled = want.RevokedAt, 1, 1
	if !reflect.DeepEqual(all, []store.Token{want, first}) {
		t.Errorf("tokens %+v, want %+v", all, []store.Token{want, first})
	}
}

// testTokenDeeds: what was done with a token is told, the newest first, and nothing
// that was done without it, also not by the same client with its hooks.
func testTokenDeeds(t *testing.T, f *fixture) {
	made, _ := f.token(store.NewToken{Name: "laptop", Client: "codex"})
	other, _ := f.token(store.NewToken{Name: "ci", Client: "codex"})
	by := store.Author{Kind: store.Agent, Client: "codex", Process: "http", Token: made.ID}
	local := store.Author{Kind: store.Agent, Client: "codex", Process: "stdio"}
	hook := local
	hook.Process = ""
	_, err := f.Inject(ctx, store.Injection{Session: store.SessionRef{Author: hook, External: "s1", Begins: true}, Context: true})
	f.ok(err)

	// What is written where no session runs yet is told too.
	_, err = f.WriteDocument(ctx, by, store.DocumentWrite{Name: "goals", Mode: store.Append, Text: "More."})
	f.ok(err)
	f.clock.Advance(time.Second)
	m := f.note(by, "over HTTP")
	f.note(local, "over stdio")
	steps := []func() error{
		func() error {
			return f.NoteRecall(ctx, store.Recall{Author: by, Kind: store.ListedRecall, Query: "http", IDs: []int64{m.ID}})
		},
		func() error {
			return f.NoteRecall(ctx, store.Recall{Author: by, Kind: store.ListedRecall, Query: "none"})
		},
		func() error {
			return f.NoteRecall(ctx, store.Recall{Author: local, Kind: store.ListedRecall, Query: "local"})
		},
		func() error {
			return f.NoteRecall(ctx, store.Recall{Author: by, Kind: store.FetchedRecall, IDs: []int64{m.ID}})
		},
		func() error {
			_, err := f.Change(ctx, by, store.Change{IDs: []int64{m.ID}, Patch: store.Patch{Title: ptr("Over the wire")}})
			return err
		},
		func() error {
			_, err := f.Change(ctx, by, store.Change{IDs: []int64{m.ID}, Patch: store.Patch{State: ptr(store.Trashed)}})
			return err
		},
	}
	for _, step := range steps {
		f.clock.Advance(time.Second)
		f.ok(step())
	}
	const title = "Over the wire"
	want := []store.TokenDeed{
		{What: store.TokenTrashed, Memory: m.ID, Title: title, Count: 1},
		{What: store.TokenChanged, Memory: m.ID, Title: title, Count: 1},
		{What: store.TokenRead, Memory: m.ID, Title: title, Count: 1},
		{What: store.TokenSearched, Query: "none"},
		{What: store.TokenSearched, Query: "http", Memory: m.ID, Title: title, Count: 1},
		{What: store.TokenSaved, Memory: m.ID, Title: title, Count: 1},
		{What: store.TokenSaved, Document: "goals", Count: 1},
	}
	told := func(limit int) []store.TokenDeed {
		t.Helper()
		got, err := f.TokenDeeds(ctx, made.ID, limit)
		f.ok(err)
		last := store.MillisOf(f.clock.Now())
		for i := range got {
			if got[i].At == 0 || got[i].At > last {
				t.Errorf("deed %d is of %d", i, got[i].At)
			}
			last, got[i].At = got[i].At, 0
		}
		return got
	}
	if got := told(store.MaxTokenDeeds); !reflect.DeepEqual(got, want) {
		t.Errorf("told\n%+v, want\n%+v", got, want)
	}
	if got := told(2); !reflect.DeepEqual(got, want[:2]) {
		t.Errorf("the last two are %+v", got)
	}
	if got, err := f.TokenDeeds(ctx, other.ID, 5); err != nil || len(got) != 0 {
		t.Errorf("the other token did %+v, %v", got, err)
	}
	_, err = f.TokenDeeds(ctx, 99, 5)
	f.fails(err, store.NotFound)
	_, err = f.TokenDeeds(ctx, made.ID, 0)
	f.fails(err, store.Invalid)
}

func testTokensRefuse(t *testing.T, f *fixture) {
	add := func(n store.NewToken) error { _, _, err := f.AddToken(ctx, n); return err }
	f.fails(add(store.NewToken{Name: " ", Client: "codex"}), store.Invalid)
	f.fails(add(store.NewToken{Name: "a\nb", Client: "codex"}), store.Invalid)
	f.fails(add(store.NewToken{Name: strings.Repeat("名", store.MaxTokenName+1), Client: "codex"}), store.Invalid)
	f.fails(add(store.NewToken{Name: "a", Client: "A B"}), store.Invalid)
	f.fails(add(store.NewToken{Name: "a", Client: "codex", Access: "all"}), store.Invalid)
	f.fails(add(store.NewToken{Name: "a", Client: "codex", Projects: make([]int64, store.MaxTokenProjects+1)}), store.Invalid)
	f.fails(add(store.NewToken{Name: "a", Client: "codex", Projects: []int64{99}}), store.NotFound)
	f.fails(f.RevokeToken(ctx, 99), store.NotFound)
	if all, err := f.Tokens(ctx); err != nil || len(all) != 0 {
		t.Errorf("tokens %+v, %v", all, err)
	}
}

// testTokenAccess: a token narrows what its client may do, and never widens it.
func testTokenAccess(t *testing.T, f *fixture) {
	api, web, old := f.project("api").ID, f.project("web").ID, f.project("old").ID
	f.ok(f.SetProjectTrust(ctx, "codex", web, store.ReviewTrust))
	f.ok(f.SetProjectTrust(ctx, "codex", old, store.PausedTrust))
	levels := func(n store.NewToken) [4]store.Trust {
		t.Helper()
		n.Name, n.Client = "a", "codex"
		made, _ := f.token(n)
		a, err := f.Access(ctx, "codex", made.ID)
		f.ok(err)
		return [4]store.Trust{a.Trust, a.In(api), a.In(web), a.In(old)}
	}
	const save, review, read, paused = store.SaveTrust, store.ReviewTrust, store.ReadTrust, store.PausedTrust
	for _, one := range []struct {
		NewToken store.NewToken
		want     [4]store.Trust // in general, and in api, web and old
	}{
		{store.NewToken{}, [4]store.Trust{save, save, review, paused}},
		{store.NewToken{Access: store.ReadAccess}, [4]store.Trust{read, read, read, paused}},
		{store.NewToken{Projects: []int64{api}}, [4]store.Trust{paused, save, paused, paused}},
		{store.NewToken{Projects: []int64{web, old}, Access: store.ReadAccess}, [4]store.Trust{paused, paused, read, paused}},
	} {
		if got := levels(one.NewToken); got != one.want {
			t.Errorf("%+v: %v, want %v", one.NewToken, got, one.want)
		}
	}

	// A token goes where its project goes, and ends for whoever still uses it.
	made, _ := f.token(store.NewToken{Name: "a", Client: "codex", Projects: []int64{api}})
	_, err := f.MergeProjects(ctx, you, api, web)
	f.ok(err)
	if a, err := f.Access(ctx, "codex", made.ID); err != nil || a.In(web) != review || a.In(old) != paused {
		t.Errorf("after a merge %+v, %v", a, err)
	}
	f.ok(f.RevokeToken(ctx, made.ID))
	for _, id := range []int64{made.ID, 99} {
		if a, err := f.Access(ctx, "codex", id); err != nil || a.Trust != paused || len(a.Projects) != 0 {
			t.Errorf("with a token that is not valid %+v, %v", a, err)
		}
	}
}
