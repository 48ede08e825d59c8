package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"memtray/store"
	"memtray/store/recall"
)

const trashDetails = `  list             the newest of the trash, and how many there are
  empty --count N  delete all N memories of the trash for good
  purge ID…        delete these memories of the trash for good

  --limit N        for list: at most so many (default 20, at most 500)
  --json           for list: one JSON object: total and rows

Without an argument it lists. What is deleted for good cannot be brought back. By
itself a memory stays in the trash for 30 days. N must be how many there are, so
that nothing is deleted which you have not counted.`

// trashArguments are what the command line asks of the trash.
type trashArguments struct {
	do     string
	ids    []int64
	count  int
	limit  int
	asJSON bool
}

func trashCommand(ctx context.Context, env *cli, args []string) error {
	a, err := env.trashArguments(args)
	if err != nil {
		return err
	}
	return env.inStore(ctx, func(r *recall.Recall) error {
		switch a.do {
		case "empty":
			return env.printPurged(r.EmptyTrash(ctx, env.author(), a.count))
		case "purge":
			return env.printPurged(r.Purge(ctx, env.author(), a.ids))
		}
		return env.listTrash(ctx, r, a)
	})
}

func (env *cli) trashArguments(args []string) (a trashArguments, err error) {
	f := env.flags("trash")
	f.IntVar(&a.count, "count", -1, "how many there are")
	f.IntVar(&a.limit, "limit", 20, "at most so many")
	f.BoolVar(&a.asJSON, "json", false, "print JSON")
	rest, err := parse(f, args)
	if err != nil {
		return a, err
	}
	rest = orList(rest)
	a.do, rest = rest[0], rest[1:]
	switch a.do {
	case "list":
		if a.limit < 1 || a.limit > store.MaxPage {
			return a, usagef("--limit must be 1 to %d", store.MaxPage)
		}
	case "empty":
		if a.count < 0 {
			return a, usagef("trash empty needs --count N: how many memories are in the trash; see memtray-mcp trash list")
		}
	case "purge":
		a.ids, err = idArguments("trash purge", rest)
		return a, err
	default:
		return a, usagef("trash takes list, empty or purge, not %q", short(a.do))
	}
	if len(rest) > 0 {
		return a, usagef("trash %s takes no arguments besides flags", a.do)
	}
	return a, nil
}

// idArguments reads the ids that a command needs, as they are shown: 12 or #12.
func idArguments(command string, args []string) ([]int64, error) {
	if len(args) == 0 {
		return nil, usagef("%s needs ids", command)
	}
	var ids []int64
	for _, one := range args {
		id, err := strconv.ParseInt(strings.TrimPrefix(one, "#"), 10, 64)
		if err != nil || id < 1 || id > store.MaxID {
			return nil, usagef("an id must be a number such as 12, not %q", short(one))
		}
		ids = append(ids, id)
	}
	return ids, nil
}

// ids writes ids as they are shown: #1, #2.
func ids(all []int64) string {
	parts := make([]string, len(all))
	for i, id := range all {
		parts[i] = fmt.Sprintf("#%d", id)
	}
	return strings.Join(parts, ", ")
}

func (env *cli) listTrash(ctx context.Context, r *recall.Recall, a trashArguments) error {
	found, err := r.Search(ctx, recall.Request{
		Filter: store.Filter{States: []store.State{store.Trashed}, Reader: env.global.client},
		Sort:   store.Updated, Limit: a.limit,
	})
	if err != nil {
		return err
	}
	if len(found.Rows) == 0 && !a.asJSON {
		fmt.Fprintln(env.stderr, "the trash is empty")
		return nil
	}
	return env.print(found, a.asJSON)
}

func (env *cli) printPurged(done recall.Purged, err error) error {
	if err != nil {
		return err
	}
	if len(done.Left) > 0 {
		fmt.Fprintln(env.stderr, "not in the trash: "+ids(done.Left))
	}
	if !done.Compacted {
		fmt.Fprintln(env.stderr, "the memory file is in use: the deleted bytes leave it when nobody uses it")
	}
	memories := "memories"
	if len(done.IDs) == 1 {
		memories = "memory"
	}
	_, err = fmt.Fprintf(env.stdout, "deleted %d %s for good\n", len(done.IDs), memories)
	if err == nil && len(done.Left) > 0 {
		err = fmt.Errorf("not all was deleted")
	}
	return err
}
