package clients

import (
	"slices"
	"strings"

	"memtray/store"
)

// EntryName is the name of the server in every client's configuration.
const EntryName = "memtray"

// Client is an AI client and what is known of its configuration file.
type Client struct {
	ID    string // as in --client
	Name  string // as its maker writes it
	Short string // two letters, for a badge

	// RestartHint says when a change of the file takes effect.
	RestartHint string

	// files are where the configuration may be: the first template whose
	// variables are all set wins. See [Env.expand].
	files []string

	// signs are files or folders, programs are commands on PATH, any of which
	// shows that the client is installed. Its configuration file is one too.
	signs    []string
	programs []string

	key    string // of the object that holds the servers
	typed  bool   // entries say "type": "stdio"
	locked bool   // the client itself writes only while it holds FILE.lock
}

// all is in the order in which clients are shown.
var all = []Client{
	{
		ID: "claude-code", Name: "Claude Code", Short: "CC",
		RestartHint: "new sessions see the change; in an open one, run /mcp to reconnect",
		files:       []string{"$CLAUDE_CONFIG_DIR/.claude.json", "~/.claude.json"},
		signs:       []string{"$CLAUDE_CONFIG_DIR", "~/.claude"},
		programs:    []string{"claude"},
		key:         "mcpServers", typed: true, locked: true,
	},
	{
		ID: "cursor", Name: "Cursor", Short: "Cu",
		RestartHint: "restart Cursor to see the change, or reload the server in its MCP settings",
		files:       []string{"~/.cursor/mcp.json"},
		signs:       []string{"~/.cursor"},
		programs:    []string{"cursor", "cursor-agent"},
		key:         "mcpServers",
	},
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

// file returns the absolute path of the client's configuration file.
func (c Client) file(env Env) (string, error) {
	for _, t := range c.files {
		if path, ok := env.expand(t); ok {
			return path, nil
		}
	}
	return "", store.Errorf(store.Invalid, "the home folder is not known; set HOME")
}

// installed reports whether anything of the client is on this machine.
func (c Client) installed(env Env) bool {
	for _, t := range slices.Concat(c.signs, c.files) {
		if path, ok := env.expand(t); ok && exists(path) {
			return true
		}
	}
	for _, p := range c.programs {
		if env.onPath(p) {
			return true
		}
	}
	return false
}
