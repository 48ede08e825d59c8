package sqlite

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"memtray/store"
	"memtray/store/text"
)

// nearestShown is how many names an error offers instead of an unknown one.
const nearestShown = 3

// unknownProject is the error for a project that does not exist. It names the
// nearest names.
func (s *Store) unknownProject(ctx context.Context, ref store.ProjectRef) error {
	if ref.Name == "" {
		return store.Errorf(store.NotFound, "no project is known for this folder yet")
	}
	all, err := s.Projects(ctx)
	if err != nil {
		return err
	}
	// A name that only what is held, or was declined, brought here is nobody's to read.
	var held []int64
	err = s.read(ctx, func(ctx context.Context, q queryer) error {
		held, err = column[int64](q.QueryContext(ctx, `select project_id from memories indexed by memories_filter
			group by project_id having max(state in ('active', 'archived')) = 0`))
		return err
	})
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(p store.Project) bool {
		return slices.Contains(ref.Unnamed, p.ID) || !reserved(p.ID) && slices.Contains(held, p.ID)
	})
	name, near := text.Cut(ref.Name, 40), nearest(ref.Name, all)
	if len(near) == 0 {
		return store.Errorf(store.NotFound, "there is no project named %q, nor one with a name like it", name)
	}
	return store.Errorf(store.NotFound, "there is no project named %q; the nearest: %s", name, strings.Join(near, ", "))
}

// unlike is from which unlikeness on two names have hardly anything in common.
const unlike = .7

// nearest returns the names of the projects that are like name, the likest first, and
// behind each the former name that is the like one.
func nearest(name string, projects []store.Project) []string {
	type scored struct {
		text     string
		distance float64
	}
	key := []rune(text.Fold(name))
	all := make([]scored, len(projects))
	for i, p := range projects {
		all[i] = scored{fmt.Sprintf("%q", p.Name), unlikeness(key, p.Name)}
		for _, former := range p.Aliases {
			if d := unlikeness(key, former); d < all[i].distance {
				all[i] = scored{fmt.Sprintf("%q (formerly %q)", p.Name, former), d}
			}
		}
	}
	slices.SortStableFunc(all, func(a, b scored) int { return cmp.Compare(a.distance, b.distance) })
	out := []string{}
	for _, s := range all[:min(nearestShown, len(all))] {
		if s.distance < unlike {
			out = append(out, s.text)
		}
	}
	return out
}

// unlikeness says how far key, which is folded, is from a name: the share of
// letters that would have to change, and less where one is a part of the other,
// the least where it is the beginning.
func unlikeness(key []rune, name string) float64 {
	folded := []rune(text.Fold(name))
	longer := float64(max(len(key), len(folded), 1))
	share := float64(text.Edits(key, folded)) / longer
	a, b := string(key), string(folded)
	switch {
	case a == "" || b == "":
	case strings.HasPrefix(a, b), strings.HasPrefix(b, a):
		share *= .25
	case strings.Contains(a, b), strings.Contains(b, a):
		share *= .5
	}
	return share
}
