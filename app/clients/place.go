package clients

import (
	"bufio"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// passing says why a program at path will not stay there, as a few words that
// follow "it is in"; "" if nothing speaks against it.
func (e Env) passing(path string) string {
	for _, p := range e.passingPlaces() {
		if p.dir == "" || !e.within(p.dir, path) {
			continue
		}
		// What is in the home folder stays as long as that does, wherever it is.
		if e.Home != "" && e.within(p.dir, e.Home) && e.within(e.Home, path) {
			continue
		}
		return p.what
	}
	for _, name := range e.steps(path) {
		switch {
		case strings.HasPrefix(name, ".mount_"):
			return "the mount of an AppImage"
		case strings.EqualFold(name, "AppTranslocation"):
			return "a folder that macOS made for this run"
		case strings.HasPrefix(name, "go-build"):
			return "a build folder"
		case name == "_npx":
			return "a package cache"
		case name == "Cellar":
			return "the folder of one version"
		}
	}
	return ""
}

// passingLinked is passing for a path and what its links lead to, and says which
// of the two it is about. The home folder may be behind a link too.
func (e Env) passingLinked(path string) (where, which string) {
	if where := e.passing(path); where != "" {
		return where, path
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", path
	}
	if home, err := filepath.EvalSymlinks(e.Home); err == nil {
		e.Home = home
	}
	return e.passing(real), real
}

// passingPlace is a folder whose content goes away.
type passingPlace struct{ dir, what string }

func (e Env) passingPlaces() []passingPlace {
	const temporary, downloads, cache = "a temporary folder", "the folder of downloads", "a cache"
	in := func(what string, dirs ...string) (places []passingPlace) {
		for _, d := range dirs {
			places = append(places, passingPlace{d, what})
		}
		return places
	}
	join := func(base, rest string) string {
		if base == "" {
			return ""
		}
		return base + "/" + rest
	}
	build := in("a build folder", e.Getenv("GOCACHE"), e.Getenv("GOTMPDIR"))
	switch e.System {
	case "windows":
		local := e.Getenv("LOCALAPPDATA")
		return slices.Concat(build,
			in(temporary, e.Getenv("TEMP"), e.Getenv("TMP"), join(local, "Temp"), join(e.Getenv("SystemRoot"), "Temp")),
			in(downloads, join(e.Home, "Downloads")),
			in(cache, join(local, "Microsoft/Windows/INetCache")))
	case "darwin":
		return slices.Concat(build,
			in("a folder that macOS made for this run", "/private/var/folders/AppTranslocation"),
			in("a disk image", "/Volumes"),
			in(cache, join(e.Home, "Library/Caches")),
			in(downloads, join(e.Home, "Downloads")),
			in(temporary, e.Getenv("TMPDIR"), "/tmp", "/private/tmp", "/var/tmp", "/private/var/tmp", "/var/folders", "/private/var/folders"))
	}
	return slices.Concat(build,
		in(cache, e.Getenv("XDG_CACHE_HOME"), join(e.Home, ".cache")),
		in(downloads, join(e.Home, "Downloads"), e.xdgDownloads()),
		in(temporary, e.Getenv("TMPDIR"), e.Getenv("XDG_RUNTIME_DIR"), "/tmp", "/var/tmp", "/dev/shm"))
}

// xdgDownloads returns the folder of downloads where the desktop gave it another
// name, as in another language.
func (e Env) xdgDownloads() string {
	config := e.Getenv("XDG_CONFIG_HOME")
	if config == "" {
		config = e.Home + "/.config"
	}
	f, err := os.Open(config + "/user-dirs.dirs")
	if err != nil {
		return ""
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		value, ok := strings.CutPrefix(strings.TrimSpace(lines.Text()), "XDG_DOWNLOAD_DIR=")
		if !ok {
			continue
		}
		dir := strings.Replace(strings.Trim(value, `"`), "$HOME", e.Home, 1)
		if strings.TrimRight(dir, "/") == strings.TrimRight(e.Home, "/") {
			return "" // means that there is none
		}
		return dir
	}
	return ""
}

// within reports whether path is dir or something in it.
func (e Env) within(dir, path string) bool {
	outer, inner := e.steps(dir), e.steps(path)
	if len(outer) == 0 || len(outer) > len(inner) {
		return false
	}
	return slices.EqualFunc(outer, inner[:len(outer)], func(a, b string) bool {
		if e.System == "linux" {
			return a == b
		}
		return strings.EqualFold(a, b)
	})
}

// steps splits a path of the person's system into its names.
func (e Env) steps(path string) []string {
	return strings.FieldsFunc(path, func(r rune) bool {
		return r == '/' || r == '\\' && e.System == "windows"
	})
}
