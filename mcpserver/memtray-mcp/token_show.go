package main

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"memtray/mcpserver"
	"memtray/store"
	"memtray/store/recall"
)

func (env *cli) listTokens(ctx context.Context, r *recall.Recall, asJSON bool) error {
	all, err := r.Store().Tokens(ctx)
	if err != nil {
		return err
	}
	port, err := mcpserver.HTTPPort(ctx, r.Store())
	if err != nil {
		return err
	}
	if asJSON {
		return json.NewEncoder(env.stdout).Encode(map[string]any{"tokens": all, "address": mcpserver.HTTPAddress(port)})
	}
	valid := slices.ContainsFunc(all, func(t store.Token) bool { return t.RevokedAt == 0 })
	if len(all) == 0 {
		_, err := fmt.Fprintln(env.stdout, "there is no token: nothing is served over HTTP")
		return err
	}
	table := tabwriter.NewWriter(env.stdout, 0, 0, 2, ' ', 0)
	for _, t := range all {
		fmt.Fprintf(table, "%d\t%s\t%s\t%s\t%s\n", t.ID, printable(t.Name), t.Client, tokenReach(t), tokenUse(t))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	if valid {
		fmt.Fprintln(env.stderr, served(port))
	}
	return nil
}

// served says who answers at the port now.
func served(port int) string {
	switch mcpserver.Answers(port) {
	case mcpserver.ListenOther:
		return "Served at " + mcpserver.HTTPAddress(port) + "."
	case mcpserver.ListenBusy:
		return portTaken(port)
	}
	return "Nobody serves it now: open Memtray's window, or run memtray-mcp serve."
}

// tokenReach says what a token is good for.
func tokenReach(t store.Token) string {
	reach := "reads and saves"
	if t.Access == store.ReadAccess {
		reach = "reads"
	}
	var names []string
	for _, p := range t.Projects {
		names = append(names, p.Name)
	}
	if len(names) > 0 {
		reach += " in " + printable(strings.Join(names, ", "))
	}
	return reach
}

// tokenUse says what was done with a token.
func tokenUse(t store.Token) string {
	use := "made " + minute(t.CreatedAt) + ", never used"
	if t.LastAt != 0 {
		use = fmt.Sprintf("%d saved, %s, last %s", t.Saved, counted(t.Recalled, "recall"), minute(t.LastAt))
	}
	if t.RevokedAt != 0 {
		use = "revoked; " + use
	}
	return use
}

// minute is a time as a list shows it.
func minute(at store.Millis) string { return at.Time().Local().Format("2006-01-02 15:04") }

// counted is a number of things.
func counted(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}

// showToken prints what a token is and what was last done with it.
func (env *cli) showToken(ctx context.Context, r *recall.Recall, named string, asJSON bool) error {
	all, err := r.Store().Tokens(ctx)
	if err != nil {
		return err
	}
	t, err := pickToken(all, named)
	if err != nil {
		return err
	}
	deeds, err := r.Store().TokenDeeds(ctx, t.ID, store.MaxTokenDeeds)
	if err != nil {
		return err
	}
	if asJSON {
		return json.NewEncoder(env.stdout).Encode(map[string]any{"token": t, "deeds": deeds})
	}
	fmt.Fprintf(env.stdout, "token %d: %s, for %s; %s; %s\n", t.ID, printable(t.Name), t.Client, tokenReach(t), tokenUse(t))
	for _, d := range deeds {
		if _, err := fmt.Fprintf(env.stdout, "%s  %s\n", minute(d.At), printable(deedLine(d))); err != nil {
			return err
		}
	}
	return nil
}

// deedLine says in a line what was done with a token.
func deedLine(d store.TokenDeed) string {
	line := string(d.What)
	switch {
	case d.Document != "":
		return line + " document " + d.Document
	case d.Day != "":
		return line + " a note of " + d.Day
	case d.What == store.TokenSearched && d.Query != "":
		return fmt.Sprintf("%s %q: %d found", line, d.Query, d.Count)
	case d.Count == 1:
		return strings.TrimRight(fmt.Sprintf("%s #%d %s", line, d.Memory, d.Title), " ")
	}
	return fmt.Sprintf("%s %d memories", line, d.Count)
}
