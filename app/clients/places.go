package clients

import (
	"slices"

	"memtray/store"
)

// places are where something may be: templates for [Env.expand], those of every
// system before those of one.
type places struct {
	any, linux, mac, windows []string
}

// anywhere are places that are the same on every system.
func anywhere(templates ...string) places { return places{any: templates} }

// application is a place in the folder where desktop applications keep what they
// are told.
func application(rel string) places {
	return places{
		linux:   []string{xdgConfig + rel},
		mac:     []string{"~/Library/Application Support/" + rel},
		windows: []string{roaming + rel},
	}
}

// Beginnings of templates.
const (
	xdgConfig = "${XDG_CONFIG_HOME:-~/.config}/"
	roaming   = "${APPDATA:-~/AppData/Roaming}/"
	local     = "${LOCALAPPDATA:-~/AppData/Local}/"
)

// and appends other places.
func (p places) and(q places) places {
	return places{
		any:     slices.Concat(p.any, q.any),
		linux:   slices.Concat(p.linux, q.linux),
		mac:     slices.Concat(p.mac, q.mac),
		windows: slices.Concat(p.windows, q.windows),
	}
}

// macApp is an application of macOS, installed for all or for one.
func macApp(name string) places {
	return places{mac: []string{"/Applications/" + name + ".app", "~/Applications/" + name + ".app"}}
}

// on returns the paths on a system. It is empty if the home folder is not known.
func (p places) on(env Env) []string {
	own := map[string][]string{"linux": p.linux, "darwin": p.mac, "windows": p.windows}[env.System]
	var paths []string
	for _, t := range slices.Concat(p.any, own) {
		if path, ok := env.expand(t); ok {
			paths = append(paths, path)
		}
	}
	return paths
}

// choose returns the path of a file that may be in several places: the first
// that exists, else the first whose folder does, else the first.
func (p places) choose(env Env) (string, error) {
	paths := p.on(env)
	if len(paths) == 0 {
		return "", store.Errorf(store.Invalid, "the home folder is not known; set HOME")
	}
	for _, path := range paths {
		if exists(path) {
			return path, nil
		}
	}
	for _, path := range paths {
		if exists(env.dir(path)) {
			return path, nil
		}
	}
	return paths[0], nil
}
