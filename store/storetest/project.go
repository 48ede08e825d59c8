package storetest

import (
	"slices"
	"strings"
	"testing"

	"memtray/store"
)

func testProjectNames(t *testing.T, f *fixture) {
	p := f.project("Payments API")
	for _, name := range []string{"Payments API", "payments api", "  PAYMENTS   API "} {
		got, err := f.Project(ctx, store.ProjectRef{Name: name, Create: true})
		f.ok(err)
		if got.ID != p.ID || got.Name != "Payments API" {
			t.Errorf("%q is %+v", name, got)
		}
	}
	for name, id := range map[string]int64{"unfiled": store.Unfiled, "Global": store.Global} {
		if got, err := f.Project(ctx, store.ProjectRef{Name: name}); err != nil || got.ID != id {
			t.Errorf("%s is %+v, %v", name, got, err)
		}
	}
	f.project("支付")
	f.project("web")
	_, err := f.Project(ctx, store.ProjectRef{Name: "payment-api"})
	f.fails(err, store.NotFound)
	if !strings.Contains(store.ErrorMessage(err), `"Payments API"`) {
		t.Errorf("the nearest name is missing in %q", store.ErrorMessage(err))
	}

	f.save(claude, store.Draft{Body: "x", ProjectID: p.ID})
	gone := f.save(claude, store.Draft{Body: "y", ProjectID: p.ID})
	f.change(you, store.Patch{State: ptr(store.Trashed)}, gone.ID)
	all, err := f.Projects(ctx)
	f.ok(err)
	var names []string
	for _, p := range all {
		names = append(names, p.Name)
	}
	if !slices.Equal(names, []string{"global", "Payments API", "unfiled", "web", "支付"}) {
		t.Errorf("projects %v", names)
	}
	if all[1].Memories != 1 || all[1].CreatedAt != store.MillisOf(f.clock.Now()) {
		t.Errorf("project %+v", all[1])
	}
}

func testProjectKeys(t *testing.T, f *fixture) {
	remote := store.ProjectKey{Kind: store.KeyRemote, Value: "example.org/me/api"}
	path := store.ProjectKey{Kind: store.KeyPath, Value: "/home/me/api"}
	other := store.ProjectKey{Kind: store.KeyPath, Value: "/home/me/api-2"}
	ask := func(label string, create bool, keys ...store.ProjectKey) (store.Project, error) {
		return f.Project(ctx, store.ProjectRef{Keys: keys, Label: label, Create: create})
	}
	_, err := ask("api", false, path)
	f.fails(err, store.NotFound)
	p, err := ask("api", true, path)
	f.ok(err)
	if p.Name != "api" || !p.Created {
		t.Errorf("created %+v", p)
	}
	// A remote that is added later belongs to the same project, and so does
	// another clone of that remote.
	for _, keys := range [][]store.ProjectKey{{remote, path}, {remote}, {remote, other}, {other}, {path}} {
		got, err := ask("ignored", true, keys...)
		if err != nil || got.ID != p.ID || got.Created {
			t.Errorf("%v leads to %+v, %v", keys, got, err)
		}
	}
	if got, err := ask("", false, other); err != nil || got.ID != p.ID {
		t.Errorf("without creating: %+v, %v", got, err)
	}
	q, err := ask("API", true, store.ProjectKey{Kind: store.KeyPath, Value: "/elsewhere/api"})
	f.ok(err)
	if q.ID == p.ID || q.Name != "API 2" {
		t.Errorf("a taken label gives %+v", q)
	}
	// The first known key decides, and a key stays with its project.
	if got, err := ask("x", true, store.ProjectKey{Kind: store.KeyPath, Value: "/elsewhere/api"}, remote); err != nil || got.ID != q.ID {
		t.Errorf("keys of two projects lead to %+v, %v", got, err)
	}
	if got, err := ask("x", true, remote); err != nil || got.ID != p.ID {
		t.Errorf("the remote moved to %+v, %v", got, err)
	}
}

func testProjectRefuses(t *testing.T, f *fixture) {
	for name, ref := range map[string]store.ProjectRef{
		"nothing":   {},
		"blank":     {Name: " ", Create: true},
		"long":      {Name: strings.Repeat("长", store.MaxProject+1), Create: true},
		"two lines": {Name: "a\nb", Create: true},
		"no label":  {Keys: []store.ProjectKey{{Kind: store.KeyPath, Value: "/x"}}, Create: true},
	} {
		if _, err := f.Project(ctx, ref); store.ErrorCode(err) != store.Invalid {
			t.Errorf("%s: error %v", name, err)
		}
	}
}
