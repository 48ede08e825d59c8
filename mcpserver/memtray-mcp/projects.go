package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"text/tabwriter"

	"memtray/mcpserver"
	"memtray/store"
	"memtray/store/recall"
)

const projectsDetails = `  list                 every project: name, number of memories, former names
  rename PROJECT NAME  give it another name; the former one still finds it
  merge PROJECT INTO   move all its memories, folders and names into INTO

  --json   for list: one JSON object

Without an argument it lists. PROJECT and INTO are names, former names or folders. A
memory of PROJECT whose text INTO has already goes to the trash and is counted
there. The projects unfiled and global stay as they are.`

// projectsCommand lists and changes projects.
func projectsCommand(ctx context.Context, env *cli, args []string) error {
	f := env.flags("projects")
	asJSON := f.Bool("json", false, "print JSON")
	rest, err := parse(f, args)
	if err != nil {
		return err
	}
	rest = orList(rest)
	if err := checkProjects(rest, *asJSON); err != nil {
		return err
	}
	return env.inStore(ctx, func(r *recall.Recall) error {
		switch rest[0] {
		case "rename":
			return env.renameProject(ctx, r, rest[1], rest[2])
		case "merge":
			return env.mergeProjects(ctx, r, rest[1], rest[2])
		}
		return env.listProjects(ctx, r, *asJSON)
	})
}

// checkProjects checks what is asked for before anything is opened.
func checkProjects(rest []string, asJSON bool) error {
	switch do := rest[0]; {
	case do == "list" && len(rest) > 1:
		return usagef("projects list takes no arguments besides flags")
	case do == "rename" && len(rest) != 3:
		return usagef("projects rename takes a project and its new name")
	case do == "merge" && len(rest) != 3:
		return usagef("projects merge takes a project and the one to merge it into")
	case do != "list" && do != "rename" && do != "merge":
		return usagef("projects takes list, rename or merge, not %q", short(do))
	case do != "list" && asJSON:
		return usagef("--json is for projects list")
	}
	return nil
}

func (env *cli) listProjects(ctx context.Context, r *recall.Recall, asJSON bool) error {
	all, err := r.Store().Projects(ctx)
	if err != nil {
		return err
	}
	if asJSON {
		return json.NewEncoder(env.stdout).Encode(map[string]any{"projects": all})
	}
	table := tabwriter.NewWriter(env.stdout, 0, 0, 2, ' ', 0)
	for _, p := range all {
		former := ""
		if len(p.Aliases) > 0 {
			former = "formerly " + strings.Join(p.Aliases, ", ")
		}
		fmt.Fprintf(table, "%s\t%d\t%s\n", printable(p.Name), p.Memories, printable(former))
	}
	return table.Flush()
}

func (env *cli) renameProject(ctx context.Context, r *recall.Recall, project, name string) error {
	p, err := env.knownProject(ctx, r, project)
	if err != nil {
		return err
	}
	done, err := r.RenameProject(ctx, env.author(), p.ID, name)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(env.stdout, "project %s is now named %s\n", printable(p.Name), printable(done.Project.Name))
	return err
}

func (env *cli) mergeProjects(ctx context.Context, r *recall.Recall, project, into string) error {
	from, err := env.knownProject(ctx, r, project)
	if err != nil {
		return err
	}
	to, err := env.knownProject(ctx, r, into)
	if err != nil {
		return err
	}
	done, err := r.MergeProjects(ctx, env.author(), from.ID, to.ID)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(env.stdout, "merged project %s into %s: %d memories, %d of them known there already\n",
		printable(from.Name), printable(to.Name), done.Moved, done.Joined)
	return err
}

// knownProject returns a project by its name, former name or folder.
func (env *cli) knownProject(ctx context.Context, r *recall.Recall, named string) (store.Project, error) {
	if strings.TrimSpace(named) == "" {
		return store.Project{}, usagef("a project's name must not be empty")
	}
	ref, err := mcpserver.NewWorkspaces(env.getenv).Project(named, nil)
	if err != nil {
		return store.Project{}, err
	}
	return r.Project(ctx, ref)
}
