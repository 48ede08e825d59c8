package main

import (
	"context"
	"fmt"
	"strings"
	"text/tabwriter"
	"unicode"

	"memtray/app/clients"
)

// listClients prints how every client stands.
func (env *cli) listClients(ctx context.Context, r *clients.Registrar, q clientsRequest) error {
	states, err := r.States(ctx)
	if err != nil {
		return err
	}
	if q.json {
		return env.printJSON("clients", states)
	}
	table := tabwriter.NewWriter(env.stdout, 0, 0, 2, ' ', 0)
	for _, s := range states {
		fmt.Fprintf(table, "%s\t%s\t%s\n", s.ID, statusText(s), printable(stateNote(s)))
	}
	return table.Flush()
}

func statusText(s clients.State) string { return strings.ReplaceAll(string(s.Status), "_", " ") }

// stateNote is the rest of a client's line: its file, and what has to be known.
func stateNote(s clients.State) string {
	note := s.File
	switch {
	case s.Problem != "":
		note = s.Problem
	case s.Through != "":
		note += " (the entry of " + s.Through + ")"
	case s.Status == clients.Elsewhere && len(s.Command) == 0:
		note += " names a server that is not started here"
	case s.Status == clients.Elsewhere:
		note += " runs " + strings.Join(s.Command, " ")
	}
	var extras []string
	for _, x := range s.Extras {
		switch x.Status {
		case clients.Registered:
			extras = append(extras, string(x.Part))
		case clients.Missing, clients.Broken:
			extras = append(extras, string(x.Part)+" "+string(x.Status))
		}
	}
	if len(extras) > 0 {
		note += " + " + strings.Join(extras, ", ")
	}
	if s.Verified == clients.ThirdParty || s.Verified == clients.Unverified {
		note += " (not verified)"
	}
	return strings.TrimSpace(note)
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
