package main

import (
	"context"
	"fmt"
	"strings"

	"memtray/store/text"
)

// command is one entry of the command line.
type command struct {
	name    string
	usage   string // what follows the name
	summary string // one line, for the list of commands
	run     func(ctx context.Context, env *cli, args []string) error

	// details says what summary leaves out: flags and output. May be empty.
	details string
}

// commands returns all commands in the order in which help lists them. Each
// lives in a file of its own name.
func commands() []command {
	return []command{
		{name: "save", usage: "[FLAGS] [TEXT | -]", summary: "save a memory", run: saveCommand, details: saveDetails},
		{name: "search", usage: "[FLAGS] [WORD…]", summary: "search memories, or list the newest", run: searchCommand, details: searchDetails},
		{name: "trash", usage: "[list | empty --count N | purge ID…]", summary: "list the trash, or delete for good", run: trashCommand, details: trashDetails},
		{name: "proposals", usage: "[list | show ID | accept ID… | decline ID…] [FLAGS]", summary: "see what waits for you, and accept or decline it", run: proposalsCommand, details: proposalsDetails},
		{name: "serve", usage: "[FLAGS]", summary: "serve the dashboard to browsers on this machine", run: serveCommand, details: serveDetails},
		{name: "open", summary: "open the dashboard that serve has put up", run: openCommand, details: openDetails},
		{name: "clients", usage: "[list | add | remove | repair | undo | diff | verify | doctor | snippet | link | plugin]", summary: "register with AI clients, and see why nothing arrives", run: clientsCommand, details: clientsDetails},
		{name: "token", usage: "[list | show TOKEN | add NAME --for ID [FLAGS] | revoke TOKEN… | port N]", summary: "let clients in over HTTP", run: tokenCommand, details: tokenDetails},
		{name: "install", summary: "copy this program to where clients can always find it", run: installCommand, details: installDetails},
		{name: "move", usage: "DIR", summary: "move the data folder", run: moveCommand, details: moveDetails},
		{name: "projects", usage: "[list | rename PROJECT NAME | merge PROJECT INTO]", summary: "list, rename and merge projects", run: projectsCommand, details: projectsDetails},
		{name: "hook", usage: "session-start | user-prompt | session-end | prompts on|off", summary: "what AI clients run when a session starts, goes on or ends", run: hookCommand, details: hookDetails},
		{name: "embeddings", usage: "[on | off] [FLAGS]", summary: "also search by meaning, with a model that you run", run: embeddingsCommand, details: embeddingsDetails},
		{name: "backup", usage: "[FILE]", summary: "make a backup", run: backupCommand, details: backupDetails},
		{name: "restore", usage: "FILE | latest", summary: "bring back the memories of a backup", run: restoreCommand, details: restoreDetails},
		{name: "doctor", usage: "[FLAGS]", summary: "look whether all is well, and say what to do", run: doctorCommand, details: doctorDetails},
		{name: "version", usage: "[--json]", summary: "print the version", run: versionCommand, details: versionDetails},
		{name: "help", usage: "[COMMAND]", summary: "explain a command", run: helpCommand},
	}
}

func findCommand(name string) (command, error) {
	var names []string
	for _, c := range commands() {
		if c.name == name {
			return c, nil
		}
		names = append(names, c.name)
	}
	if near := nearest(name, names); near != "" {
		return command{}, usagef("unknown command %q; did you mean %s?", short(name), near)
	}
	return command{}, usagef("unknown command %q (known: %s)", short(name), strings.Join(names, ", "))
}

func helpCommand(_ context.Context, env *cli, args []string) error {
	rest, err := parse(env.flags("help"), args)
	if err != nil {
		return err
	}
	if len(rest) == 0 {
		fmt.Fprint(env.stdout, overview())
		return nil
	}
	c, err := findCommand(rest[0])
	if err != nil {
		return err
	}
	fmt.Fprintf(env.stdout, "%s\n\n%s.\n", c.line(), c.summary)
	if c.details != "" {
		fmt.Fprintf(env.stdout, "\n%s\n", c.details)
	}
	return nil
}

func (c command) line() string {
	return strings.TrimSpace("memtray-mcp " + c.name + " " + c.usage)
}

func overview() string {
	var b strings.Builder
	b.WriteString(`memtray-mcp: the memory of your AI tools, on your own computer.

Without a command it is an MCP server on standard input and output; AI clients
start it so. The commands are for you:

`)
	for _, c := range commands() {
		fmt.Fprintf(&b, "  %-10s %s\n", c.name, c.summary)
	}
	b.WriteString(`
Flags, before or after a command:

  --home DIR       data folder, absolute (default: MEMTRAY_HOME, else the usual place)
  --project P      project by name or folder (default: that of the working directory)
  --client ID      the client on whose behalf this runs
  --version        print the version

memtray-mcp help COMMAND explains a command.
`)
	return b.String()
}

// nearest returns the name that is at most two edits away from s, or "".
func nearest(s string, names []string) string {
	if len(s) > 64 {
		return ""
	}
	best, distance := "", 3
	for _, name := range names {
		if d := text.Edits([]rune(s), []rune(name)); d < distance {
			best, distance = name, d
		}
	}
	return best
}
