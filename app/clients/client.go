package clients

import (
	"slices"
	"strings"

	"memtray/store"
)

// EntryName is the name of the server in every client's configuration.
const EntryName = "memtray"

// Verified says how it is known where a client keeps its configuration and what
// it reads there.
type Verified string

// The kinds of knowledge, the surest first.
const (
	Lab        Verified = "lab"         // tried with the client
	Doc        Verified = "doc"         // its maker's documentation or source
	ThirdParty Verified = "third-party" // other programs that do the same
	Unverified Verified = "unverified"
)

// Client is an AI client and what is known of its configuration.
type Client struct {
	ID       string // as in --client
	Name     string // as its maker writes it
	Short    string // two letters, for a badge
	Verified Verified

	// RestartHint says when a change of the file takes effect.
	RestartHint string

	// Caution is what to do or know before the file is changed, or "".
	Caution string

	server server

	// signs are files or folders, programs are commands on PATH, any of which
	// shows that the client is installed. Its configuration file is one too.
	signs    places
	programs []string

	locked bool   // the client itself writes its servers only while it holds FILE.lock
	shares string // id of another client that reads the same file
}

// Part is a thing of ours that a client's configuration can hold.
type Part string

// The parts. All but Server are extras.
const (
	Server       Part = "server"       // the entry that starts memtray-mcp
	Hook         Part = "hook"         // commands at the start and the end of a session
	Instructions Part = "instructions" // a section of the person's instruction file
	Allow        Part = "allow"        // our reading tools need no permission
)

// part is a part of a client as data.
type part struct {
	name     Part
	verified Verified
	note     string // what the person must do or know for it to work, or ""
	files    places
	inEntry  bool // it stands in the server's entry, instead of files
	format   format
	want     func(Client, Shim, Env) wanted
}

// takesEffect says when a change of a part does, or what it needs for that. A
// part that is taken out needs nothing more.
func (c Client) takesEffect(p part, action Action) string {
	switch {
	case p.note != "" && action != Remove:
		return p.note
	case p.name == Server:
		return c.RestartHint
	}
	return "new sessions see the change"
}

// noting returns the part with a note.
func (p part) noting(note string) part {
	p.note = note
	return p
}

// server is a client's list of MCP servers.
type server struct {
	files  places
	format format
	path   []string // keys from the outermost value to the servers
	list   bool     // they are a list, whose items say their name
	top    []field  // what the file must say besides; written into a blank one
	joined bool     // the client reads all of the files
	shape  shape
}

// All returns every client that can be registered, in display order.
func All() []Client { return slices.Clone(all) }

// Find returns the client with this id, or a [store.NotFound] error that names
// the known ones.
func Find(id string) (Client, error) {
	ids := make([]string, len(all))
	for i, c := range all {
		if c.ID == id {
			return c, nil
		}
		ids[i] = c.ID
	}
	return Client{}, store.Errorf(store.NotFound, "there is no such client; known are %s", strings.Join(ids, ", "))
}

// on is what is known on a system: the lab was Linux.
func (v Verified) on(system string) Verified {
	if v == Lab && system != "linux" {
		return Doc
	}
	return v
}

// parts returns the server and the extras.
func (c Client) parts() []part {
	s := part{name: Server, verified: c.Verified, files: c.server.files, format: c.server.format, want: func(c Client, shim Shim, _ Env) wanted {
		return wanted{path: c.server.path, list: c.server.list, name: EntryName, shape: c.server.shape, argv: shim.argv(c), top: c.server.top}
	}}
	all := append([]part{s}, extras[c.ID]...)
	for i := range all {
		if all[i].inEntry {
			all[i].files = c.server.files
		}
	}
	return all
}

// part returns a part of the client, or a [store.NotFound] error.
func (c Client) part(name Part) (part, error) {
	for _, p := range c.parts() {
		if p.name == name {
			return p, nil
		}
	}
	return part{}, store.Errorf(store.NotFound, "%s has no %q", c.Name, name)
}

// installed reports whether anything of the client is on this machine.
func (c Client) installed(env Env) bool {
	return slices.ContainsFunc(slices.Concat(c.signs.on(env), c.server.files.on(env)), exists) ||
		slices.ContainsFunc(c.programs, env.onPath)
}
