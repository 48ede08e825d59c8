package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"memtray/app/clients"
	"memtray/mcpserver"
	"memtray/store"
	"memtray/store/recall"
)

const tokenDetails = `  list           every token: what it is good for, and what was done with it
  show TOKEN     what was last done with one
  add NAME       make one, named after the machine it is for; prints its secret
  revoke TOKEN…  make tokens invalid at once, and for good
  port N         serve at this port from now on; 0 is the usual one, 47631

A TOKEN is its name or its number in the list; #2 is always a number.

  --for CLIENT   for add: the id of the client it is for, such as codex
  --read         for add: it may read, not save
  --in PROJECT   for add: it reaches this project alone (may be repeated), and no
                 documents, journal or skills, which belong to none
  --snippet      for add: print what to paste into the client's file, with the
                 secret in it, instead of the secret alone
  --json         for list, show and add: one JSON object

Without an argument it lists. MCP is served over HTTP by Memtray's window and by
memtray-mcp serve, while any token is valid. The secret is shown once; only a hash
of it is kept. What is saved so is unfiled, unless the client names a project or
the token reaches one alone.`

// tokenFlags are those of the words of token.
type tokenFlags struct {
	client   string
	read     bool
	projects list
	snippet  bool
	json     bool
}

// tokenCommand lists, makes and revokes tokens.
func tokenCommand(ctx context.Context, env *cli, args []string) error {
	f := env.flags("token")
	var t tokenFlags
	f.StringVar(&t.client, "for", "", "client")
	f.BoolVar(&t.read, "read", false, "read only")
	f.Var(&t.projects, "in", "project")
	f.BoolVar(&t.snippet, "snippet", false, "print what to paste")
	f.BoolVar(&t.json, "json", false, "print JSON")
	rest, err := parse(f, args)
	if err != nil {
		return err
	}
	rest = orList(rest)
	if err := checkToken(rest, t); err != nil {
		return err
	}
	return env.inStore(ctx, func(r *recall.Recall) error {
		switch rest[0] {
		case "add":
			return env.addToken(ctx, r, rest[1], t)
		case "show":
			return env.showToken(ctx, r, rest[1], t.json)
		case "revoke":
			return env.revokeTokens(ctx, r, rest[1:])
		case "port":
			return env.setPort(ctx, r, rest[1])
		}
		return env.listTokens(ctx, r, t.json)
	})
}

// checkToken checks what is asked for before anything is opened.
func checkToken(rest []string, t tokenFlags) error {
	others := t.client != "" || t.read || len(t.projects) > 0 || t.snippet
	switch do := rest[0]; {
	case do == "add" && len(rest) != 2:
		return usagef("token add takes one name, such as that of the machine it is for")
	case do == "add" && t.client == "":
		return usagef("token add needs --for CLIENT, such as --for codex: whose saves they are")
	case do == "add":
		return nil
	case do == "list" && (len(rest) > 1 || others):
		return usagef("token list takes --json only")
	case do == "show" && (len(rest) != 2 || others):
		return usagef("token show takes the name or number of one token, and --json")
	case do == "revoke" && (len(rest) == 1 || others || t.json):
		return usagef("token revoke takes names or numbers of tokens; see memtray-mcp token list")
	case do == "port" && (len(rest) != 2 || others || t.json):
		return usagef("token port takes a port, or 0 for the usual one")
	case do == "port":
		_, err := parsePort(rest[1])
		return err
	case do != "list" && do != "show" && do != "revoke":
		return usagef("token takes list, show, add, revoke or port, not %q", short(do))
	}
	return nil
}

// parsePort reads a port, 0 being the usual one.
func parsePort(arg string) (int, error) {
	port, err := strconv.Atoi(arg)
	if err != nil {
		return 0, usagef("%q is no port", short(arg))
	}
	if port == 0 {
		return 0, nil
	}
	if err := mcpserver.CheckPort(port); err != nil {
		return 0, usagef("%s", message(err))
	}
	return port, nil
}

func (env *cli) setPort(ctx context.Context, r *recall.Recall, arg string) error {
	port, err := parsePort(arg)
	if err != nil {
		return err
	}
	value := ""
	if port != 0 {
		value = strconv.Itoa(port)
	}
	if err := r.Store().SetSetting(ctx, store.SettingHTTPPort, value); err != nil {
		return err
	}
	if port, err = mcpserver.HTTPPort(ctx, r.Store()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(env.stdout, "from now on it is %s; change it in the clients' files too\n", mcpserver.HTTPAddress(port))
	return err
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
	port, err := mcpserver.HTTPPort(ctx, r.Store())
	if err != nil {
		return err
	}
	address := mcpserver.HTTPAddress(port)
	snippet, err := env.tokenSnippet(r, n, address)
	if err != nil && f.snippet {
		return err // before a token is made
	}
	made, secret, err := r.Store().AddToken(ctx, n)
	if err != nil {
		return err
	}
	snippet.Text = strings.ReplaceAll(snippet.Text, clients.TokenPlaceholder, secret)
	if f.json {
		return json.NewEncoder(env.stdout).Encode(map[string]any{"token": made, "secret": secret, "address": address, "snippet": snippet})
	}
	env.tellAdded(made, port, snippet, f.snippet)
	if f.snippet {
		_, err = fmt.Fprint(env.stdout, snippet.Text)
		return err
	}
	_, err = fmt.Fprintln(env.stdout, secret)
	return err
}

// tokenSnippet is what to paste for a client that is let in with a token. One that
// takes no address has no text.
func (env *cli) tokenSnippet(r *recall.Recall, n store.NewToken, address string) (clients.Snippet, error) {
	if err := n.Clean(); err != nil {
		return clients.Snippet{}, err
	}
	registrar, err := env.registrar(r.Store(), "")
	if err != nil {
		return clients.Snippet{}, err
	}
	return registrar.Snippet(n.Client, address)
}

// tellAdded says what was made, and what comes next.
func (env *cli) tellAdded(made store.Token, port int, snippet clients.Snippet, pasted bool) {
	fmt.Fprintf(env.stderr, "token %d: %s %s. The secret is shown this once.\n", made.ID, made.Client, tokenReach(made))
	if _, err := clients.Find(made.Client); err != nil {
		fmt.Fprintf(env.stderr, "%s is no client that Memtray knows; memtray-mcp clients lists those.\n", made.Client)
	}
	switch {
	case pasted && snippet.File != "":
		fmt.Fprintf(env.stderr, "It belongs in %s, where %s runs; %s.\n", snippet.File, snippet.Name, snippet.Restart)
	case !pasted && snippet.Text != "":
		fmt.Fprintf(env.stderr, "What to paste into the client's file:\n  memtray-mcp clients snippet %s --http %s\n", made.Client, mcpserver.HTTPAddress(port))
	case snippet.Text == "":
		fmt.Fprintf(env.stderr, "Add %s in the settings of %s, with the header Authorization: Bearer and the secret.\n", mcpserver.HTTPAddress(port), cmp.Or(snippet.Name, made.Client))
	}
	if mcpserver.Answers(port) == mcpserver.ListenBusy {
		fmt.Fprintln(env.stderr, portTaken(port))
		return
	}
	fmt.Fprintln(env.stderr, "It is served while Memtray's window or memtray-mcp serve runs.")
}

// portTaken says that nobody is let in, and what to do.
func portTaken(port int) string {
	return fmt.Sprintf("Port %d is taken by another program, so nobody is let in: end that, or choose another with memtray-mcp token port.", port)
}

// revokeTokens revokes all tokens that are named, or none if one of them is not
// known.
func (env *cli) revokeTokens(ctx context.Context, r *recall.Recall, named []string) error {
	all, err := r.Store().Tokens(ctx)
	if err != nil {
		return err
	}
	picked := make([]store.Token, len(named))
	for i, one := range named {
		if picked[i], err = pickToken(all, one); err != nil {
			return err
		}
	}
	for _, t := range picked {
		if err := r.Store().RevokeToken(ctx, t.ID); err != nil {
			return fmt.Errorf("token %d: %w", t.ID, err)
		}
		is := "is revoked"
		if t.RevokedAt != 0 {
			is = "was revoked already"
		}
		if _, err := fmt.Fprintf(env.stdout, "token %d (%s) %s\n", t.ID, printable(t.Name), is); err != nil {
			return err
		}
	}
	return nil
}

// pickToken returns the token with a number or name. Of those with one name the
// valid one is meant.
func pickToken(all []store.Token, named string) (store.Token, error) {
	number, isNumber := strings.CutPrefix(named, "#")
	id, err := strconv.ParseInt(number, 10, 64)
	var valid, revoked []store.Token
	for _, t := range all {
		switch {
		case err == nil && t.ID == id, !isNumber && t.Name == named && t.RevokedAt == 0:
			valid = append(valid, t)
		case !isNumber && t.Name == named:
			revoked = append(revoked, t)
		}
	}
	if len(valid) == 0 {
		valid = revoked
	}
	switch len(valid) {
	case 0:
		return store.Token{}, store.Errorf(store.NotFound, "there is no token %s; see memtray-mcp token list", short(printable(named)))
	case 1:
		return valid[0], nil
	}
	numbers := make([]string, len(valid))
	for i, t := range valid {
		numbers[i] = fmt.Sprintf("#%d", t.ID)
	}
	return store.Token{}, store.Errorf(store.Invalid, "%s may be one of several tokens; say which: %s", short(printable(named)), strings.Join(numbers, ", "))
}
