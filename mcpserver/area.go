package mcpserver

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"memtray/store"
	"memtray/store/recall"
	"memtray/store/text"
)

// area is where a search looks: in the projects that go with one, or in all.
type area struct {
	by    store.Author
	ref   store.ProjectRef
	named bool // somebody asked for just this project
	all   bool
}

// area returns where a search looks.
func (c *call) area(ctx context.Context, in searchInput) (area, error) {
	if in.Scope == "all" && in.Project != "" {
		return area{}, faultf("project cannot be given with scope all")
	}
	ref, err := c.place(ctx, in.Project)
	return area{by: c.by, ref: ref, named: in.Project != "", all: in.Scope == "all"}, err
}

// home returns the project whose name is not repeated in each row.
func (a area) home(ctx context.Context, r *recall.Recall) (store.Project, error) {
	return ProjectToSearch(ctx, r, a.by, a.ref, a.named)
}

// projects returns the ids of the projects that are looked in, none for all.
func (a area) projects(home store.Project) []int64 {
	if a.all {
		return nil
	}
	return Scope(home)
}

// wider says how to look in all projects.
func (a area) wider() string {
	if a.named {
		return "search with scope all and no project"
	}
	return "search with scope all"
}

// Few is up to how many memories that hold a word of the question a search within
// projects says what it would find in the others.
const Few = 2

// elsewhere counts what a search that found only few would find in the other
// projects.
func (c *call) elsewhere(ctx context.Context, query string, f store.Filter, found recall.Result) (int, error) {
	if len(f.Projects) == 0 || found.Matching > Few {
		return 0, nil
	}
	return Elsewhere(ctx, c.recall, recall.Request{Query: query, Filter: f}, found.Matching)
}

// Elsewhere counts what a search that so many matched within its projects would
// match in all others.
func Elsewhere(ctx context.Context, r *recall.Recall, req recall.Request, found int) (int, error) {
	req.Filter.Projects = nil
	all, err := r.Count(ctx, req)
	return max(all-found, 0), err
}

// nothing answers a search without a match, and says where there is one.
func nothing(query string, a area, home store.Project, other int) string {
	what := "No memory matches"
	if query != "" {
		what += fmt.Sprintf(" %q", clip(oneLine(query), 60))
	}
	if text.Overlong(query) {
		what += ", of which only the start and the end were looked for,"
	}
	if a.all {
		return strings.TrimSuffix(what, ",") + ". Try other words or fewer filters."
	}
	where := "among the unfiled and global memories"
	if home.Name != "" && !slices.Contains([]int64{store.Unfiled, store.Global}, home.ID) {
		where = "in project " + shortName(home.Name) + " or among the unfiled and global memories"
	}
	what += " " + where + "."
	if other == 0 {
		return what + " Other projects have none either: try other words or fewer filters."
	}
	return what + fmt.Sprintf(" Other projects have %d: %s.", other, a.wider())
}
