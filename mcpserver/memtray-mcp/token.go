package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"

	"memtray/mcpserver"
	"memtray/store"
	"memtray/store/recall"
)

const tokenDetails = `  list        every token: what it is good for, and what was done with it
  add NAME    make one, named after the machine it is for; prints its secret
  revoke ID…  make tokens invalid at once, and for good

  --for CLIENT   for add: the id of the client it is for, such as codex
  --read         for add: it may read, not save
  --in PROJECT   for add: it reaches this project alone (may be repeated), and no
                 documents, journal or skills, which belong to none
  --port N       for add: serve at this port from now on (default: 47631)
  --json         for list and add: one JSON object

Without an argument it lists. MCP is served over HTTP by Memtray's window and by
memtray-mcp serve, while any token is valid. The secret is shown once; only a hash
of it is kept. What is saved so is unfiled, unless the client names a project or
the token reaches one alone.`

// tokenFlags are those of add and list.
type tokenFlags struct {
	client   string
	read     bool
	projects list
	port     int
	json     bool
}

// tokenCommand lists, makes and revokes tokens.
func tokenCommand(ctx context.Context, env *cli, args []string) error {
	f := env.flags("token")
	var t tokenFlags
	f.StringVar(&t.client, "for", "", "client")
	f.BoolVar(&t.read, "read", false, "read only")
	f.Var(&t.projects, "in", "project")
	f.IntVar(&t.port, "port", 0, "port")
	f.BoolVar(&t.json, "json", false, "print JSON")
	rest, err := parse(f, args)
	if err != nil {
		return err
	}
	rest = orList(rest)
	ids, err := checkToken(rest, t)
	if err != nil {
		return err
	}
	return env.inStore(ctx, func(r *recall.Recall) error {
		switch rest[0] {
		case "add":
			return env.addToken(ctx, r, rest[1], t)
		case "revoke":
			return env.revokeTokens(ctx, r, ids)
		}
		return env.listTokens(ctx, r, t.json)
	})
}

// checkToken checks what is asked for before anything is opened.
func checkToken(rest []string, t tokenFlags) (ids []int64, err error) {
	others := t.client != "" || t.read || len(t.projects) > 0 || t.port != 0
	switch do := rest[0]; {
	case do == "list" && (len(rest) > 1 || others):
		return nil, usagef("token list takes --json only")
	case do == "add" && len(rest) != 2:
		return nil, usagef("token add takes one name, such as that of the machine it is for")
	case do == "add" && t.client == "":
		return nil, usagef("token add needs --for CLIENT, such as --for codex: whose saves they are")
	case do == "revoke" && (len(rest) == 1 || others || t.json):
		return nil, usagef("token revoke takes the ids that token list prints")
	case do == "add" && t.port != 0:
		if err := mcpserver.CheckPort(t.port); err != nil {
			return nil, usagef("%s", message(err))
		}
	case do != "list" && do != "add" && do != "revoke":
		return nil, usagef("token takes list, add or revoke, not %q", short(do))
	}
	if rest[0] != "revoke" {
		return nil, nil
	}
	for _, arg := range rest[1:] {
		id, err := strconv.ParseInt(arg, 10, 64)
		if err != nil {
			return nil, usagef("%q is no id of a token", short(arg))
		}
		ids = append(ids, id)
	}
	return ids, nil
}

func (env *cli) listTokens(ctx context.Context, r *recall.Recall, asJSON bool) error {
	all, err := r.Store().Tokens(ctx)
	if err != nil {
		return err
	}
	if asJSON {
		return json.NewEncoder(env.stdout).Encode(map[string]any{"tokens": all})
	}
	if len(all) == 0 {
		_, err := fmt.Fprintln(env.stdout, "there is no token: nothing is served over HTTP")
		return err
	}
	table := tabwriter.NewWriter(env.stdout, 0, 0, 2, ' ', 0)
	for _, t := range all {
		fmt.Fprintf(table, "%d\t%s\t%s\t%s\t%s\n", t.ID, printable(t.Name), t.Client, tokenReach(t), tokenUse(t))
	}
	return table.Flush()
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
	use := "never used"
	if t.LastAt != 0 {
		recalls := "recalls"
		if t.Recalled == 1 {
			recalls = "recall"
		}
		use = fmt.Sprintf("%d saved, %d %s, last %s", t.Saved, t.Recalled, recalls, t.LastAt.Time().Local().Format("2006-01-02 15:04"))
	}
	if t.RevokedAt != 0 {
		use = "revoked; " + use
	}
	return use
}

func (env *cli) addToken(ctx context.Context, r *recall.Recall, name string, f tokenFlags) error {
	n := store.NewToken{Name: name, Client: f.client, Access: store.WriteAccess}
	if f.read {
		n.Access = store.ReadAccess
	}
	for _, named := range f.projects {
		p, err := env.knownProject(ctx, r, named)
		if err != nil {
			return err
		}
		n.Projects = append(n.Projects, p.ID)
	}
	if f.port != 0 {
		if err := r.Store().SetSetting(ctx, store.SettingHTTPPort, strconv.Itoa(f.port)); err != nil {
			return err
		}
	}
	port, err := mcpserver.HTTPPort(ctx, r.Store())
	if err != nil {
		return err
	}
	made, secret, err := r.Store().AddToken(ctx, n)
	if err != nil {
		return err
	}
	address := mcpserver.HTTPAddress(port)
	if f.json {
		return json.NewEncoder(env.stdout).Encode(map[string]any{"token": made, "secret": secret, "address": address})
	}
	fmt.Fprintf(env.stderr, "token %d: %s %s. The secret is shown this once. What to paste into the client:\n"+
		"  memtray-mcp clients snippet %s --http %s\nIt is served while Memtray's window or memtray-mcp serve runs.\n",
		made.ID, made.Client, tokenReach(made), made.Client, address)
	_, err = fmt.Fprintln(env.stdout, secret)
	return err
}

func (env *cli) revokeTokens(ctx context.Context, r *recall.Recall, ids []int64) error {
	for _, id := range ids {
		err := r.Store().RevokeToken(ctx, id)
		if store.ErrorCode(err) == store.NotFound {
			return store.Errorf(store.NotFound, "there is no token %d; see memtray-mcp token list", id)
		}
		if err != nil {
			return fmt.Errorf("token %d: %w", id, err)
		}
		if _, err := fmt.Fprintf(env.stdout, "token %d is revoked\n", id); err != nil {
			return err
		}
	}
	return nil
}
