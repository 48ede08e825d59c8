package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"memtray/mcpserver"
	"memtray/store"
	"memtray/store/recall"
)

const saveDetails = `TEXT is the memory in full; - or nothing reads it from standard input.

  --kind K      decision, preference, fact, howto, gotcha, bugfix, change,
                discovery, note or summary (default: note)
  --title T     one line (default: the text's first line)
  --tag T       may be given several times
  --file F      a path that it concerns; may be given several times
  --scope S     project (default) or global: holds in every project

Prints, for example: saved #12 in project api`

func saveCommand(ctx context.Context, env *cli, args []string) error {
	var in recall.Input
	var kind, scope string
	var tags, files list
	f := env.flags("save")
	f.StringVar(&kind, "kind", "", "what it is")
	f.StringVar(&in.Title, "title", "", "one line")
	f.StringVar(&scope, "scope", "project", "project or global")
	f.Var(&tags, "tag", "what it is about")
	f.Var(&files, "file", "a path that it concerns")
	rest, err := parse(f, args)
	if err != nil {
		return err
	}
	if scope != "project" && scope != "global" {
		return usagef("--scope must be project or global")
	}
	if kind != "" && !store.Kind(kind).Valid() {
		return usagef("--kind must be one of %s", kindList())
	}
	if in.Body, err = env.text(rest); err != nil {
		return err
	}
	if strings.TrimSpace(in.Body) == "" {
		return usagef("save needs a text; see memtray-mcp help save")
	}
	if err := env.settle(); err != nil {
		return err
	}
	in.Kind, in.Tags, in.Files = store.Kind(kind), tags, files
	if scope == "global" {
		in.ProjectID = store.Global
	} else if in.Project, err = env.project(); err != nil {
		return err
	}
	r, closeStore, err := env.open(ctx)
	if err != nil {
		return err
	}
	defer closeStore()
	saved, err := r.Save(ctx, env.author(), in)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(env.stdout, mcpserver.SaveAnswer(saved, "memtray-mcp proposals shows them and decides"))
	return err
}

// maxInput bounds what is read, in bytes. It is more than can be stored, since
// cleaning may take out much of it, and the store names the limit then.
const maxInput = 4 * store.MaxBody

// text joins the arguments, or reads standard input for "-" or none.
func (env *cli) text(args []string) (string, error) {
	if len(args) > 0 && !(len(args) == 1 && args[0] == "-") {
		return strings.Join(args, " "), nil
	}
	if len(args) == 0 && isTerminal(env.stdin) {
		return "", nil
	}
	data, err := io.ReadAll(io.LimitReader(env.stdin, maxInput+1))
	if err != nil {
		return "", fmt.Errorf("read standard input: %w", err)
	}
	if len(data) > maxInput {
		return "", fmt.Errorf("the text is longer than %d bytes; at most %d can be stored", maxInput, store.MaxBody)
	}
	return strings.TrimRight(string(data), "\r\n"), nil
}

// project returns how to find the project that --project names, else that of
// the working directory.
func (env *cli) project() (store.ProjectRef, error) {
	return mcpserver.NewWorkspaces(env.getenv).Project(env.global.project, func(yield func(string) bool) {
		if dir, err := env.getwd(); err == nil {
			yield(dir)
		}
	})
}
