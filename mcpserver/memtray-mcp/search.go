package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"memtray/mcpserver"
	"memtray/store"
	"memtray/store/recall"
)

const searchDetails = `Searches the project of the working directory, the unfiled and the global
memories. Without words it lists the newest.

  --all         search every project
  --kind K      only this kind; may be given several times
  --tag T       only with this tag; may be given several times
  --limit N     at most so many (default 20, at most 500)
  --json        one JSON object: total and rows

Prints a line for each, for example: #12 2h decision [api] Use WAL`

func searchCommand(ctx context.Context, env *cli, args []string) error {
	var all, asJSON bool
	var limit int
	var kinds, tags list
	f := env.flags("search")
	f.BoolVar(&all, "all", false, "every project")
	f.BoolVar(&asJSON, "json", false, "print JSON")
	f.IntVar(&limit, "limit", 20, "at most so many")
	f.Var(&kinds, "kind", "only this kind")
	f.Var(&tags, "tag", "only with this tag")
	words, err := parse(f, args)
	if err != nil {
		return err
	}
	if limit < 1 || limit > store.MaxPage {
		return usagef("--limit must be 1 to %d", store.MaxPage)
	}
	filter := store.Filter{Tags: tags, Reader: env.global.client}
	for _, k := range kinds {
		if !store.Kind(k).Valid() {
			return usagef("--kind must be one of %s", kindList())
		}
		filter.Kinds = append(filter.Kinds, store.Kind(k))
	}
	if all && env.global.project != "" {
		return usagef("--project cannot be given with --all")
	}
	if err := env.settle(); err != nil {
		return err
	}
	r, closeStore, err := env.open(ctx)
	if err != nil {
		return err
	}
	defer closeStore()
	if !all {
		if filter.Projects, err = env.projectsToSearch(ctx, r); err != nil {
			return err
		}
	}
	result, err := r.Search(ctx, recall.Request{Query: strings.Join(words, " "), Filter: filter, Limit: limit})
	if err != nil {
		return err
	}
	return env.print(result.Listing, asJSON)
}

func (env *cli) projectsToSearch(ctx context.Context, r *recall.Recall) ([]int64, error) {
	ref, err := env.project()
	if err != nil {
		return nil, err
	}
	p, err := mcpserver.ProjectToSearch(ctx, r, ref, true)
	return mcpserver.Scope(p), err
}

func (env *cli) print(found store.Listing, asJSON bool) error {
	if asJSON {
		if found.Rows == nil {
			found.Rows = []store.Row{}
		}
		return json.NewEncoder(env.stdout).Encode(found)
	}
	now := time.Now()
	for _, row := range found.Rows {
		_, err := fmt.Fprintf(env.stdout, "#%d %s %s [%s] %s\n",
			row.ID, strings.ReplaceAll(mcpserver.Age(row.CreatedAt, now), " ", ""), row.Kind, row.Project, row.Title)
		if err != nil {
			return err
		}
	}
	switch n := len(found.Rows); {
	case n == 0:
		fmt.Fprintln(env.stderr, "no memory matches")
	case n < found.Total:
		fmt.Fprintf(env.stderr, "%d of %d; --limit shows more\n", n, found.Total)
	}
	return nil
}

func kindList() string {
	var names []string
	for _, k := range store.Kinds() {
		names = append(names, string(k))
	}
	return strings.Join(names, ", ")
}
