// Package frontend holds the dashboard's built files and the texts of the
// interface. The files come from `npm run build` in this folder; without it
// [Built] is false and everything else still compiles.
package frontend

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
)

// Dist is the folder that the build writes.
//
//go:embed all:dist
var Dist embed.FS

//go:embed locales/*.json
var locales embed.FS

// Assets returns the dashboard's files, with index.html at the root.
func Assets() fs.FS {
	dist, err := fs.Sub(Dist, "dist")
	if err != nil {
		panic(err) // the path is valid as written above
	}
	return dist
}

// Built reports whether the dashboard was built before this program was.
func Built() bool {
	info, err := fs.Stat(Assets(), "index.html")
	return err == nil && info.Mode().IsRegular()
}

// Locales returns the languages that have a catalogue, the default first.
func Locales() []string { return []string{"en", "zh-CN"} }

// Catalogue returns the texts of a language by key. Keys are flat
// (view.thing.action); a text that depends on a number has one key for each
// plural form, ending in .one and .other. Placeholders are written {name}. It
// fails for a language that is not one of [Locales].
func Catalogue(locale string) (map[string]string, error) {
	data, err := locales.ReadFile("locales/" + locale + ".json")
	if err != nil {
		return nil, fmt.Errorf("no texts in language %q (known: %v)", locale, Locales())
	}
	texts := map[string]string{}
	if err := json.Unmarshal(data, &texts); err != nil {
		return nil, fmt.Errorf("read texts of %s: %w", locale, err)
	}
	return texts, nil
}
