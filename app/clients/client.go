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
	extras []part

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
	Hook         Part = "hook"         // a command at the start of a session
	Instructions Part = "instructions" // a section of the person's instruction file
	Allow        Part = "allow"        // our reading tools need no permission
)

// part is a part of a client as data.
type part struct {
	name   Part
	files  places
	format format
	want   func(Client, Shim) wanted
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

// verified is what is known of the client on a system: the lab was Linux.
func (c Client) verified(system string) Verified {
	if c.Verified == Lab && system != "linux" {
		return Doc
	}
	return c.Verified
}

// parts returns the server and the extras.
func (c Client) parts() []part {
	s := part{name: Server, files: c.server.files, format: c.server.format, want: func(c Client, shim Shim) wanted {
		return wanted{path: c.server.path, list: c.server.list, name: EntryName, shape: c.server.shape, argv: shim.argv(c), top: c.server.top}
	}}
	return append([]part{s}, c.extras...)
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
