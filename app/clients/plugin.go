package clients

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"memtray/store"
)

// Plugin is a folder that a client can install by its own means: our server, and
// where the client has them the hooks of a session.
type Plugin struct {
	ID      string   `json:"id"`
	Name    string   `json:"name"`
	Folder  string   `json:"folder"`  // the client reads it there, so it must stay
	Install []string `json:"install"` // commands for a terminal
	Remove  []string `json:"remove"`

	Written   bool `json:"written"`   // the folder is there
	Installed bool `json:"installed"` // the client says that it has it
}

// plugged is a client that takes a plugin.
type plugged struct {
	// lines say how to install and remove it.
	lines func(system string, p *Plugin)

	// files are what is in the folder, by their names.
	files func(*Registrar, Client) (map[string]string, error)

	// sign is a file or folder of the client that is there, and holds word if that
	// is not "", when it has the plugin.
	sign places
	word string
}

var plugins = map[string]plugged{
	"claude-code": {claudeLines, (*Registrar).claudeFiles, anywhere(claudeFolder + "/plugins/known_marketplaces.json"), marketplace},
	"gemini":      {geminiLines, (*Registrar).geminiFiles, anywhere(geminiFolder + "/extensions/" + EntryName), ""},
}

// marketplace is how Claude Code calls the folder, of which memtray is one plugin.
const marketplace = "memtray-local"

// Plugin writes the plugin folder of a client into the data folder, or brings it
// up to date, and says how to install it. A client should have either that or an
// entry in its file. Errors are those of [Registrar.Apply] with [Add], and
// [store.Invalid] for a client that takes none.
func (r *Registrar) Plugin(ctx context.Context, id string) (Plugin, error) {
	p, err := r.PluginState(ctx, id)
	if err != nil {
		return p, err
	}
	c, err := Find(id)
	if err != nil {
		return p, err
	}
	files, err := plugins[id].files(r, c)
	if err != nil {
		return p, err
	}
	for name, text := range files {
		if err := putFile(filepath.Join(p.Folder, filepath.FromSlash(name)), text); err != nil {
			return p, err
		}
	}
	p.Written = true
	return p, nil
}

// PluginState is Plugin without writing anything.
func (r *Registrar) PluginState(_ context.Context, id string) (Plugin, error) {
	c, err := Find(id)
	if err != nil {
		return Plugin{}, err
	}
	how, ok := plugins[c.ID]
	if !ok {
		return Plugin{}, store.Errorf(store.Invalid, "%s takes no plugin folder; those that do are %s", c.Name, strings.Join(Pluggable(), ", "))
	}
	p := Plugin{ID: c.ID, Name: c.Name, Folder: filepath.Join(r.store.Home(), "integrations", c.ID)}
	how.lines(r.env.System, &p)
	p.Written, p.Installed = exists(p.Folder), how.installed(r.env)
	return p, nil
}

// installed reports whether a client has the plugin.
func (h plugged) installed(env Env) bool {
	for _, path := range h.sign.on(env) {
		if h.word == "" && exists(path) {
			return true
		}
		if f, err := readFile(path); err == nil && h.word != "" && strings.Contains(string(f.data), h.word) {
			return true
		}
	}
	return false
}

// Pluggable returns the ids of the clients that take a plugin folder.
func Pluggable() []string {
	var ids []string
	for _, c := range all {
		if _, ok := plugins[c.ID]; ok {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

func claudeLines(system string, p *Plugin) {
	p.Install = []string{hookLine(system, []string{"claude", "plugin", "marketplace", "add", p.Folder}), "claude plugin install " + EntryName + "@" + marketplace}
	p.Remove = []string{"claude plugin uninstall " + EntryName + "@" + marketplace, "claude plugin marketplace remove " + marketplace}
}

func geminiLines(system string, p *Plugin) {
	p.Install = []string{hookLine(system, []string{"gemini", "extensions", "link", p.Folder, "--consent"})}
	p.Remove = []string{"gemini extensions uninstall " + EntryName}
}

// claudeFiles are a marketplace with one plugin.
func (r *Registrar) claudeFiles(c Client) (map[string]string, error) {
	about := []field{{name: "name", value: EntryName}, {name: "description", value: description}}
	files, err := r.partFiles(c, map[Part]string{Server: EntryName + "/.mcp.json", Hook: EntryName + "/hooks/hooks.json"})
	if err != nil {
		return nil, err
	}
	files[".claude-plugin/marketplace.json"] = document([]field{
		{name: "name", value: marketplace},
		{name: "description", value: description},
		{name: "owner", value: []field{{name: "name", value: "Memtray"}}},
		{name: "plugins", value: []any{append(slices.Clone(about), field{name: "source", value: "./" + EntryName})}},
	})
	files[EntryName+"/.claude-plugin/plugin.json"] = document(append(about,
		field{name: "version", value: pluginVersion(r.shim.Version)}, field{name: "author", value: []field{{name: "name", value: "Memtray"}}},
		field{name: "license", value: "MIT"}))
	files[EntryName+"/README.md"] = pluginReadme
	return files, nil
}

// geminiFiles are an extension.
func (r *Registrar) geminiFiles(c Client) (map[string]string, error) {
	files, err := r.partFiles(c, map[Part]string{Hook: "hooks/hooks.json"})
	if err != nil {
		return nil, err
	}
	w, err := r.wantedServer(c, "")
	if err != nil {
		return nil, err
	}
	files["gemini-extension.json"] = document([]field{
		{name: "name", value: EntryName}, {name: "version", value: pluginVersion(r.shim.Version)},
		{name: "description", value: description},
		{name: "mcpServers", value: []field{{name: EntryName, value: w.fields()}}},
	})
	return files, nil
}

const description = "One memory for all your AI tools, on your own computer"

const pluginReadme = `# Memtray

` + description + `.

This plugin starts the memtray-mcp that is installed on this computer, and has a
session begin with what is known. Memories stay in one file on this computer and
can be seen, corrected and removed in Memtray's window, or with memtray-mcp in a
terminal. Memtray wrote this folder and writes it anew; edits are lost.
`

// partFiles are the files that hold the parts of a client, as registration would
// write them. A part that the client does not have is left out.
func (r *Registrar) partFiles(c Client, names map[Part]string) (map[string]string, error) {
	if err := r.lasting(r.program()); err != nil {
		return nil, err
	}
	files := map[string]string{}
	for _, part := range c.parts() {
		name, ok := names[part.name]
		if !ok {
			continue
		}
		text, err := written(part.format, r.wanted(part, c, ""))
		if err != nil {
			return nil, err
		}
		files[name] = text
	}
	return files, nil
}

// pluginVersion is a version as plugins state theirs.
func pluginVersion(version string) string {
	if version == "" || version[0] < '0' || version[0] > '9' {
		return "0.0.0"
	}
	return version
}

// document is a JSON file.
func document(fields []field) string {
	return style{newline: "\n", unit: "  ", colon: ": "}.value(fields, "") + "\n"
}

// putFile replaces a file of the data folder, unless it holds that already.
func putFile(path, text string) error {
	f, err := readFile(path)
	if err != nil || f.exists && string(f.data) == text {
		return err
	}
	return f.replace([]byte(text))
}
