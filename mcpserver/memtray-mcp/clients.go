package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
	"unicode"

	"memtray/app/clients"
)

const clientsDetails = `  list          how every client stands
  add ID…       register with these clients, whether they were found or not
  remove ID…    take the registration out again

  --command PATH   the program that clients start (default: this one)
  --json           for list: one JSON object

Only our own entry of a client's file is touched. A file that cannot be
understood, or an entry of our name that runs something else, is refused.`

// clientsCommand shows and changes registrations.
func clientsCommand(ctx context.Context, env *cli, args []string) error {
	f := env.flags("clients")
	command := f.String("command", "", "program that clients start")
	asJSON := f.Bool("json", false, "print JSON")
	rest, err := parse(f, args)
	if err != nil {
		return err
	}
	do, ids, err := clientsArguments(rest, *asJSON)
	if err != nil {
		return err
	}
	if err := env.settle(); err != nil {
		return err
	}
	memories, closeStore, err := env.open(ctx)
	if err != nil {
		return err
	}
	registrar := registrarFor(memories.Store(), *command)
	if *command == "" {
		registrar, err = env.registrar(memories.Store())
	}
	switch {
	case err != nil:
	case do == "list":
		err = env.listClients(ctx, registrar, *asJSON)
	default:
		err = env.changeClients(ctx, registrar, clients.Action(do), ids)
	}
	return errors.Join(err, closeStore())
}

// clientsArguments checks what is asked for before anything is opened.
func clientsArguments(rest []string, asJSON bool) (do string, ids []string, err error) {
	if len(rest) == 0 {
		return "", nil, usagef("clients takes list, add or remove")
	}
	do, ids = rest[0], rest[1:]
	switch do {
	case "list":
		if len(ids) > 0 {
			return "", nil, usagef("clients list takes no arguments besides flags")
		}
		return do, nil, nil
	case string(clients.Add), string(clients.Remove):
	default:
		return "", nil, usagef("clients takes list, add or remove, not %q", short(do))
	}
	if asJSON {
		return "", nil, usagef("--json is for clients list")
	}
	var known []string
	for _, c := range clients.All() {
		known = append(known, c.ID)
	}
	if len(ids) == 0 {
		return "", nil, usagef("clients %s needs at least one client (known: %s)", do, strings.Join(known, ", "))
	}
	for _, id := range ids {
		if !slices.Contains(known, id) {
			return "", nil, usagef("unknown client %q (known: %s)", short(id), strings.Join(known, ", "))
		}
	}
	return do, ids, nil
}

func (env *cli) listClients(ctx context.Context, r *clients.Registrar, asJSON bool) error {
	states, err := r.States(ctx)
	if err != nil {
		return err
	}
	if asJSON {
		return json.NewEncoder(env.stdout).Encode(map[string]any{"clients": states})
	}
	table := tabwriter.NewWriter(env.stdout, 0, 0, 2, ' ', 0)
	for _, s := range states {
		note := s.File
		if s.Problem != "" {
			note = s.Problem
		} else if s.Status == clients.Elsewhere {
			note += " runs " + strings.Join(s.Command, " ")
		}
		fmt.Fprintf(table, "%s\t%s\t%s\n", s.ID, strings.ReplaceAll(string(s.Status), "_", " "), printable(strings.TrimSpace(note)))
	}
	return table.Flush()
}

// printable makes what stands in other programs' files harmless to a terminal.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return unicode.ReplacementChar
	}, s)
}

// changeClients does one action with every client, also after a refusal.
func (env *cli) changeClients(ctx context.Context, r *clients.Registrar, action clients.Action, ids []string) error {
	refused := 0
	for _, id := range ids {
		line, err := changeClient(ctx, r, action, id)
		if err != nil {
			refused++
			fmt.Fprintf(env.stderr, "%s: %s\n", id, message(err))
			continue
		}
		if _, err := fmt.Fprintln(env.stdout, line); err != nil {
			return err
		}
	}
	if refused > 0 {
		return fmt.Errorf("%d of %d clients refused; their files are as before", refused, len(ids))
	}
	return nil
}

// changeClient does one action and says what was done, on one line.
func changeClient(ctx context.Context, r *clients.Registrar, action clients.Action, id string) (string, error) {
	before, err := r.Preview(ctx, id, clients.Server, action)
	if err != nil {
		return "", err
	}
	s, err := r.Apply(ctx, id, clients.Server, action, "")
	if err != nil {
		return "", err
	}
	done := map[clients.Action]string{clients.Add: "registered in", clients.Remove: "removed from"}
	if before.NoChange {
		done = map[clients.Action]string{clients.Add: "is registered already in", clients.Remove: "is not registered in"}
		return fmt.Sprintf("%s: %s %s", s.Name, done[action], s.File), nil
	}
	return fmt.Sprintf("%s: %s %s; %s", s.Name, done[action], s.File, s.RestartHint), nil
}
