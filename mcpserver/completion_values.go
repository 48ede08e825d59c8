package mcpserver

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"memtray/store"
	"memtray/store/recall"
	"memtray/store/skills"
)

// templateCompleters are by template and variable.
var templateCompleters = map[string]completer{
	"memory/{id} id":           completeID,
	"document/{name} name":     completeDocument,
	"journal/{date} date":      completeDay,
	"skill/{name}/{file} name": completeSkill,
	"skill/{name}/{file} file": completeFile,
}

// beginning returns those of all that begin with value, and behind them those
// that hold it, in their order, ignoring case.
func beginning(all []string, value string) []string {
	value = strings.ToLower(value)
	var first, others []string
	for _, s := range all {
		switch lower := strings.ToLower(s); {
		case strings.HasPrefix(lower, value):
			first = append(first, s)
		case strings.Contains(lower, value):
			others = append(others, s)
		}
	}
	return append(first, others...)
}

// completeProject offers the projects of which the client may recall anything: a
// name that only what is held brought here is nobody's to read.
func completeProject(ctx context.Context, c *call, value string, _ map[string]string) ([]string, error) {
	all, err := c.recall.Projects(ctx, c.by)
	if err != nil {
		return nil, err
	}
	var names []string
	ids := map[string]int64{}
	for _, p := range all {
		names, ids[p.Name] = append(names, p.Name), p.ID
	}
	var out []string
	for _, name := range beginning(names, value) {
		f := c.recallable()
		f.Projects = []int64{ids[name]}
		n, err := c.recall.Count(ctx, recall.Request{Filter: f})
		if err != nil {
			return nil, err
		}
		if n > 0 {
			out = append(out, name)
		}
	}
	return out, nil
}

// tagRows is of how many of the newest memories tags are read.
const tagRows = 100

// completeTag offers the tags of the newest memories that the client may recall,
// the most frequent first.
func completeTag(ctx context.Context, c *call, value string, _ map[string]string) ([]string, error) {
	found, err := c.recall.Search(ctx, recall.Request{Filter: c.recallable(), Limit: tagRows})
	if err != nil {
		return nil, err
	}
	var ids []int64
	for _, hit := range found.Rows {
		ids = append(ids, hit.ID)
	}
	got, err := c.recall.Get(ctx, c.by, ids)
	if err != nil {
		return nil, err
	}
	count := map[string]int{}
	var tags []string
	for _, m := range got.Memories {
		for _, tag := range m.Tags {
			if count[tag]++; count[tag] == 1 {
				tags = append(tags, tag)
			}
		}
	}
	slices.SortStableFunc(tags, func(a, b string) int { return count[b] - count[a] })
	return beginning(tags, value), nil
}

// completeID offers ids that begin with the digits of value, or those of the
// memories that a text finds, and the newest for nothing.
func completeID(ctx context.Context, c *call, value string, _ map[string]string) ([]string, error) {
	value = strings.TrimPrefix(value, "#")
	if n, ok := memoryID(value); ok {
		return c.idsBeginning(ctx, n)
	}
	found, err := c.recall.Search(ctx, recall.Request{Query: value, Filter: c.recallable(), Limit: maxLimit})
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, hit := range found.Rows {
		ids = append(ids, strconv.FormatInt(hit.ID, 10))
	}
	return ids, nil
}

// idsBeginning returns n and the ids of up to two digits more, so that a store of
// any size is asked for few rows.
func (c *call) idsBeginning(ctx context.Context, n int64) ([]string, error) {
	ids := []int64{n}
	for digits := int64(10); digits <= 100 && n < store.MaxID/100; digits *= 10 {
		for i := range digits {
			ids = append(ids, n*digits+i)
		}
	}
	seen, err := c.visible(ctx, ids)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, m := range seen.memories {
		out = append(out, strconv.FormatInt(m.ID, 10))
	}
	return out, nil
}

func completeDocument(ctx context.Context, c *call, value string, _ map[string]string) ([]string, error) {
	names, err := c.documents(ctx)
	return beginning(names, value), err
}

// completeDay offers days of the journal, the newest first.
func completeDay(ctx context.Context, c *call, value string, _ map[string]string) ([]string, error) {
	days, err := c.recall.JournalDays(ctx, c.by, "", store.MaxPage)
	if err != nil {
		return nil, err
	}
	names := make([]string, len(days))
	for i, d := range days {
		names[i] = d.Day
	}
	return beginning(names, value), nil
}

func completeSkill(ctx context.Context, c *call, value string, _ map[string]string) ([]string, error) {
	all, err := c.skills(ctx)
	var names []string
	for _, s := range all {
		if s.Error == "" {
			names = append(names, s.Name)
		}
	}
	return beginning(names, value), err
}

// completeFile offers the files of the skill that was named before.
func completeFile(ctx context.Context, c *call, value string, others map[string]string) ([]string, error) {
	all, err := c.skills(ctx)
	i := slices.IndexFunc(all, func(s skills.Skill) bool { return s.Name == others["name"] && s.Error == "" })
	if i < 0 {
		return nil, err
	}
	return beginning(all[i].Files, value), nil
}
