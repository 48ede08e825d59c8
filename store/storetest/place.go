package storetest

import (
	"testing"

	"memtray/store"
)

// testProjectPlaces holds when a place still is the same project, and when
// another repository was put there.
func testProjectPlaces(t *testing.T, f *fixture) {
	const remoteA, remoteB = "example.org/a/backend", "example.org/b/frontend"
	none := store.Marks{}
	for name, c := range map[string]struct {
		first, then store.Marks
		other       bool
	}{
		"nothing changed":                         {store.Marks{Remote: remoteA, RootCommit: "r1", Born: "1"}, store.Marks{Remote: remoteA, RootCommit: "r1", Born: "1"}, false},
		"a folder becomes a repository":           {none, store.Marks{RootCommit: "r1", Born: "1"}, false},
		"a folder becomes a clone":                {none, store.Marks{Remote: remoteA, Born: "1"}, false},
		"a repository is a folder now":            {store.Marks{Remote: remoteA, RootCommit: "r1", Born: "1"}, none, false},
		"a remote added later":                    {store.Marks{RootCommit: "r1", Born: "1"}, store.Marks{Remote: remoteA, RootCommit: "r1", Born: "1"}, false},
		"a remote added before the first commit":  {store.Marks{Born: "1"}, store.Marks{Remote: remoteA, Born: "1"}, false},
		"a remote added, the marks unknown":       {none, store.Marks{Remote: remoteA}, false},
		"a remote taken away":                     {store.Marks{Remote: remoteA, RootCommit: "r1"}, store.Marks{RootCommit: "r1"}, false},
		"a remote renamed":                        {store.Marks{Remote: remoteA, Born: "1"}, store.Marks{Remote: remoteB, Born: "1"}, false},
		"a fork, by its root commit":              {store.Marks{Remote: remoteA, RootCommit: "r1", Born: "1"}, store.Marks{Remote: remoteB, RootCommit: "r1", Born: "2"}, false},
		"the first commit amended":                {store.Marks{RootCommit: "r1", Born: "1"}, store.Marks{RootCommit: "r2", Born: "1"}, false},
		"made anew before the first commit":       {store.Marks{Born: "1"}, store.Marks{Born: "2"}, false},
		"another remote and root commit":          {store.Marks{Remote: remoteA, RootCommit: "r1", Born: "1"}, store.Marks{Remote: remoteB, RootCommit: "r2", Born: "2"}, true},
		"another remote, nothing else known":      {store.Marks{Remote: remoteA}, store.Marks{Remote: remoteB}, true},
		"another remote, shallow":                 {store.Marks{Remote: remoteA, Born: "1"}, store.Marks{Remote: remoteB, Born: "2"}, true},
		"another root commit without remotes":     {store.Marks{RootCommit: "r1", Born: "1"}, store.Marks{RootCommit: "r2", Born: "2"}, true},
		"a clone instead of one without a remote": {store.Marks{RootCommit: "r1", Born: "1"}, store.Marks{Remote: remoteB, Born: "2"}, true},
		"none with a remote instead of a clone":   {store.Marks{Remote: remoteA, Born: "1"}, store.Marks{RootCommit: "r2", Born: "2"}, true},
	} {
		t.Run(name, func(t *testing.T) {
			ask := func(path string, create bool, m store.Marks) (store.Project, error) {
				var keys []store.ProjectKey
				if m.Remote != "" {
					keys = append(keys, store.ProjectKey{Kind: store.KeyRemote, Value: name + m.Remote})
				} else if m.RootCommit != "" {
					keys = append(keys, store.ProjectKey{Kind: store.KeyRootCommit, Value: name + m.RootCommit})
				}
				keys = append(keys, store.ProjectKey{Kind: store.KeyPath, Value: name + path, Marks: m})
				return f.Project(ctx, store.ProjectRef{Keys: keys, Label: "work", Create: create})
			}
			a, err := ask("/workspace", true, c.first)
			f.ok(err)
			// A search does not see what another repository has there.
			if found, err := ask("/workspace", false, c.then); c.other != (store.ErrorCode(err) == store.NotFound) || !c.other && found.ID != a.ID {
				t.Errorf("a search finds %+v, %v", found, err)
			}
			b, err := ask("/workspace", true, c.then)
			f.ok(err)
			if (b.ID != a.ID) != c.other || b.Created != c.other {
				t.Fatalf("then it is %+v, before %+v", b, a)
			}
			// The place is now of what was found there last, and the first one is
			// known wherever it is.
			if again, err := ask("/workspace", true, c.then); err != nil || again.ID != b.ID {
				t.Errorf("again it is %+v, %v", again, err)
			}
			if c.first.Remote+c.first.RootCommit == "" {
				return
			}
			if moved, err := ask("/elsewhere", true, c.first); err != nil || moved.ID != a.ID {
				t.Errorf("the first one elsewhere is %+v, %v", moved, err)
			}
			if again, err := ask("/workspace", true, c.then); err != nil || again.ID != b.ID {
				t.Errorf("in the end it is %+v, %v", again, err)
			}
		})
	}
}

// testProjectTemplate: repositories made from one template, each with a remote,
// are two projects, and what was claimed by one place is found at another.
func testProjectTemplate(t *testing.T, f *fixture) {
	ask := func(path string, m store.Marks) store.Project {
		t.Helper()
		p, err := f.Project(ctx, store.ProjectRef{Label: "work", Create: true, Keys: []store.ProjectKey{
			{Kind: store.KeyRemote, Value: m.Remote}, {Kind: store.KeyCommonDir, Value: path + "/.git", Marks: m}, {Kind: store.KeyPath, Value: path, Marks: m},
		}})
		f.ok(err)
		return p
	}
	one := ask("/one", store.Marks{Remote: "x/one", RootCommit: "r", Born: "1"})
	two := ask("/two", store.Marks{Remote: "x/two", RootCommit: "r", Born: "2"})
	if one.ID == two.ID {
		t.Error("two repositories of one template are one project")
	}
	// A clone of the second is put where the first was, and back.
	if p := ask("/one", store.Marks{Remote: "x/two", Born: "3"}); p.ID != two.ID {
		t.Errorf("the remote leads to %+v", p)
	}
	if p := ask("/one", store.Marks{Remote: "x/three", Born: "3"}); p.ID != two.ID {
		t.Errorf("with its remote renamed: %+v", p)
	}
	if p := ask("/one", store.Marks{Remote: "x/one", RootCommit: "r", Born: "4"}); p.ID != one.ID {
		t.Errorf("put back it is %+v", p)
	}
	if p := ask("/elsewhere", store.Marks{Remote: "x/three", Born: "5"}); p.ID != two.ID {
		t.Errorf("a clone of the renamed remote is %+v", p)
	}
}
