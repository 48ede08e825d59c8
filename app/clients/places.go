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
