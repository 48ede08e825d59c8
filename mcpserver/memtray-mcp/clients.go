package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"memtray/app/clients"
	"memtray/store/recall"
)

const clientsDetails = `  list                how every client stands
  add ID… | --all     register with these clients, found or not, or with all found
  remove ID… | --all  take out the entry and all extras
  repair              bring back entries that are gone, and old ones up to date
  undo ID             take back the last change to a file of this client; once more
                      puts it back
  diff ID… | --all    what add would change (--remove: what remove would)
  verify [ID…]        read back what is registered, and start it as the client does
  doctor [ID…]        why nothing arrives, and what to do
  snippet ID          the lines to paste by hand, for any client, also unknown ones
  link ID             a link that has the client offer to register
  plugin ID           a plugin folder for the client, and how to install it there

  --hook, --instructions, --allow   for add, remove and diff: these extras; add
                      adds them beside the entry, remove takes out them alone
  --command PATH      the program that clients start (default: the installed one,
                      else this one)
  --http URL          for snippet: a server at an address instead of a program
  --json              one JSON object

Without an argument it lists; "not verified" there means that only other programs
say where the client's file is.

Extras: a command that tells a session what is known when it begins; a short
marked section in the person's instruction file; read-only tools that need no
permission. A client that has no such thing is refused, or left out with --all.

Only what is ours in a client's file is touched. A file that cannot be understood,
or an entry of our name that runs something else, is refused and left as it is;
the exit code is 1 then.`

// clientsRequest is a command line of clients.
type clientsRequest struct {
	do      string
	ids     []string
	all     bool
	parts   []clients.Part // extras
	remove  bool           // of diff
	command string
	http    string
	json    bool
}

// clientsAction is what one word of clients does.
type clientsAction struct {
	run   func(*cli, context.Context, *clients.Registrar, clientsRequest) error
	few   bool   // takes exactly one client
	needs bool   // takes clients or --all, and must have one of them
	none  bool   // takes no clients
	flags string // which of its own flags it heeds
}

var clientsActions = map[string]clientsAction{
	"list":    {run: (*cli).listClients, none: true, flags: "command"},
	"add":     {run: (*cli).addClients, needs: true, flags: "all hook instructions allow command"},
	"remove":  {run: (*cli).removeClients, needs: true, flags: "all hook instructions allow command"},
	"repair":  {run: (*cli).repairClients, none: true, flags: "command"},
	"undo":    {run: (*cli).undoClient, few: true},
	"diff":    {run: (*cli).diffClients, needs: true, flags: "all hook instructions allow remove command"},
	"verify":  {run: (*cli).verifyClients, flags: "all command"},
	"doctor":  {run: (*cli).diagnoseClients, flags: "all command"},
	"snippet": {run: (*cli).showSnippet, few: true, flags: "http command"},
	"link":    {run: (*cli).showLink, few: true, flags: "command"},
	"plugin":  {run: (*cli).writePlugin, few: true, flags: "command"},
}

var clientsOrder = []string{"list", "add", "remove", "repair", "undo", "diff", "verify", "doctor", "snippet", "link", "plugin"}

// clientsCommand shows and changes registrations. Interrupted it ends the change
// that it is at, and begins no other.
func clientsCommand(ctx context.Context, env *cli, args []string) error {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	q, err := env.clientsArguments(args)
	if err != nil {
		return err
	}
	return env.inStore(ctx, func(memories *recall.Recall) error {
		registrar, err := env.registrar(memories.Store(), q.command)
		if err == nil {
			err = clientsActions[q.do].run(env, ctx, registrar, q)
		}
		if ctx.Err() != nil {
			return errors.New("interrupted; clients list shows how far it came")
		}
		return err
	})
}

// clientsArguments reads and checks what is asked for before anything is opened.
func (env *cli) clientsArguments(args []string) (clientsRequest, error) {
	var q clientsRequest
	var hook, instructions, allow bool
	f := env.flags("clients")
	f.BoolVar(&q.all, "all", false, "all clients")
	f.BoolVar(&hook, "hook", false, "the command at the start of a session")
	f.BoolVar(&instructions, "instructions", false, "the section of the instruction file")
	f.BoolVar(&allow, "allow", false, "read-only tools need no permission")
	f.BoolVar(&q.remove, "remove", false, "what remove would change")
	f.StringVar(&q.command, "command", "", "program that clients start")
	f.StringVar(&q.http, "http", "", "address of a server")
	f.BoolVar(&q.json, "json", false, "print JSON")
	rest, err := parse(f, args)
	if err != nil {
		return q, err
	}
	rest = orList(rest)
	q.do, q.ids = rest[0], rest[1:]
	for part, wanted := range map[clients.Part]bool{clients.Hook: hook, clients.Instructions: instructions, clients.Allow: allow} {
		if wanted {
			q.parts = append(q.parts, part)
		}
	}
	slices.Sort(q.parts)
	return q, q.check(f)
}

// check says what does not go together.
func (q clientsRequest) check(f *flag.FlagSet) error {
	action, ok := clientsActions[q.do]
	if !ok {
		return usagef("clients takes one of %s, not %q", strings.Join(clientsOrder, ", "), short(q.do))
	}
	global := []string{"home", "client", "project", "json"}
	var strange string
	f.Visit(func(one *flag.Flag) {
		if !slices.Contains(global, one.Name) && !slices.Contains(strings.Fields(action.flags), one.Name) {
			strange = one.Name
		}
	})
	known := clientIDs()
	switch {
	case strange != "":
		return usagef("clients %s does not take --%s", q.do, strange)
	case action.none && len(q.ids) > 0:
		return usagef("clients %s takes no arguments besides flags", q.do)
	case action.few && len(q.ids) != 1:
		return usagef("clients %s takes one client (known: %s)", q.do, strings.Join(known, ", "))
	case q.all && len(q.ids) > 0:
		return usagef("clients %s takes clients or --all, not both", q.do)
	case action.needs && !q.all && len(q.ids) == 0:
		return usagef("clients %s needs at least one client, or --all (known: %s)", q.do, strings.Join(known, ", "))
	}
	for _, id := range q.ids {
		if q.do != "snippet" && !slices.Contains(known, id) {
			near := ""
			if n := nearest(id, known); n != "" {
				near = "did you mean " + n + "? "
			}
			return usagef("unknown client %q; %sknown are %s", short(id), near, strings.Join(known, ", "))
		}
	}
	return nil
}

func clientIDs() []string {
	var ids []string
	for _, c := range clients.All() {
		ids = append(ids, c.ID)
	}
	return ids
}

// printJSON prints one JSON object with one key.
func (env *cli) printJSON(key string, value any) error {
	out := json.NewEncoder(env.stdout)
	out.SetEscapeHTML(false)
	return out.Encode(map[string]any{key: value})
}
