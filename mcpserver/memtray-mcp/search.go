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
	"memtray/store/when"
)

const searchDetails = `Searches the project of the working directory, the unfiled and the global
memories. Without words it lists the newest.

  --all         search every project
  --kind K      only this kind; may be given several times
  --tag T       only with this tag; may be given several times
  --file PATH   only about this file or folder; may be given several times
  --since DATE  only saved from then on: 2026-11-30, yesterday, "3 days ago", 上周
  --until DATE  only saved until then, that day included
  --limit N     at most so many (default 20, at most 500)
  --json        one JSON object: total and rows

Prints a line for each, for example: #12 2h decision [api] Use WAL
and behind it whether it waits for your review, which memory took its place, and
which of the words it holds if not all.`

func searchCommand(ctx context.Context, env *cli, args []string) error {
	var all, asJSON bool
	var limit int
	var kinds, tags, files list
	var since, until string
	f := env.flags("search")
	f.BoolVar(&all, "all", false, "every project")
	f.BoolVar(&asJSON, "json", false, "print JSON")
	f.IntVar(&limit, "limit", 20, "at most so many")
	f.Var(&kinds, "kind", "only this kind")
	f.Var(&tags, "tag", "only with this tag")
	f.Var(&files, "file", "only about this file or folder")
	f.StringVar(&since, "since", "", "only saved from then on")
	f.StringVar(&until, "until", "", "only saved until then")
	words, err := parse(f, args)
	if err != nil {
		return err
	}
	if limit < 1 || limit > store.MaxPage {
		return usagef("--limit must be 1 to %d", store.MaxPage)
	}
	filter := store.Filter{Tags: tags, Files: files, Reader: env.global.client}
	if filter.Since, filter.Until, err = when.Range(since, until, time.Now()); err != nil {
		return usagef("--%s", store.ErrorMessage(err))
	}
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
	req := recall.Request{Query: strings.Join(words, " "), Filter: filter, Limit: limit}
	result, err := r.Search(ctx, req)
	if err != nil {
		return err
	}
	other := 0
	if !all && result.Matching <= mcpserver.Few {
		if other, err = mcpserver.Elsewhere(ctx, r, req, result.Matching); err != nil {
			return err
		}
	}
	if err := env.print(result, asJSON); err != nil || other == 0 {
		return err
	}
	_, err = fmt.Fprintf(env.stderr, "%d here; %d more in other projects: %s\n", result.Matching, other, env.wider())
	return err
}

// wider says how to search all projects.
func (env *cli) wider() string {
	if env.global.project != "" {
		return "--all instead of --project searches them"
	}
	return "--all searches them"
}

func (env *cli) projectsToSearch(ctx context.Context, r *recall.Recall) ([]int64, error) {
	ref, err := env.project()
	if err != nil {
		return nil, err
	}
	p, err := mcpserver.ProjectToSearch(ctx, r, env.author(), ref, true)
	return mcpserver.Scope(p), err
}

func (env *cli) print(found recall.Result, asJSON bool) error {
	if asJSON {
		if found.Rows == nil {
			found.Rows = []recall.Hit{}
		}
		return json.NewEncoder(env.stdout).Encode(struct {
			Rows  []recall.Hit `json:"rows"`
			Total int          `json:"total"`

			Partial bool `json:"partial,omitempty"` // only the newest memories were looked at
		}{found.Rows, found.Total, found.Partial})
	}
	now := time.Now()
	for _, hit := range found.Rows {
		_, err := fmt.Fprintf(env.stdout, "#%d %s %s [%s] %s%s\n", hit.ID,
			strings.ReplaceAll(mcpserver.Age(hit.CreatedAt, now), " ", ""), hit.Kind, hit.Project, hit.Title, remark(hit))
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
	if found.Partial {
		fmt.Fprintf(env.stderr, "only the newest %d memories were looked at; add a word that tells more\n", store.MaxScanned)
	}
	return nil
}

// remark is what stands behind a title: whether it waits, which memory takes the
// place of this one, and why it was found.
func remark(hit recall.Hit) string {
	var parts []string
	if hit.State == store.Pending {
		parts = append(parts, "held for review")
	}
	if hit.Newer != 0 {
		parts = append(parts, fmt.Sprintf("superseded by #%d", hit.Newer))
	}
	if why := mcpserver.Reason(hit); why != "" {
		parts = append(parts, why)
	}
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, "; ") + ")"
}

func kindList() string {
	var names []string
	for _, k := range store.Kinds() {
		names = append(names, string(k))
	}
	return strings.Join(names, ", ")
}
