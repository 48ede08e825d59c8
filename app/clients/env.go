package clients

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// Env is the part of a person's environment that decides where clients keep
// their files.
type Env struct {
	System string // as runtime.GOOS
	Home   string // the person's home folder
	Getenv func(string) string
}

// SystemEnv returns the environment of this process. Home is "" if it is not
// known.
func SystemEnv() Env {
	home, err := os.UserHomeDir()
	if err != nil {
		home = ""
	}
	return Env{System: runtime.GOOS, Home: home, Getenv: os.Getenv}
}

// expand turns a template into an absolute path. A template begins with ~ (the
// home folder), a slash, ${NAME} (a variable) or ${NAME:-TEMPLATE} (a variable,
// or another template where it is not set to an absolute path), followed by a
// slash and more, or nothing. It is false if there is nothing to begin with.
func (e Env) expand(template string) (string, bool) {
	first, rest := head(template)
	var base string
	switch {
	case first == "~":
		base = e.Home
	case first == "":
		base = "/"
	default:
		name, other, _ := strings.Cut(first[2:len(first)-1], ":-")
		// What is relative would lead into whatever folder we are started in.
		if base = e.Getenv(name); !e.absolute(base) {
			base = ""
		}
		if base == "" && other != "" {
			base, _ = e.expand(other)
		}
	}
	if base == "" {
		return "", false
	}
	return e.join(base, rest)
}

// head splits a template after its beginning.
func head(template string) (first, rest string) {
	depth := 0
	for i, c := range template {
		switch {
		case c == '{':
			depth++
		case c == '}':
			depth--
		case c == '/' && depth == 0:
			return template[:i], template[i+1:]
		}
	}
	return template, ""
}

// join appends a path with slashes to one of the system.
func (e Env) join(base, rest string) (string, bool) {
	if e.System != runtime.GOOS { // in tests: nothing of the other system can be asked
		sep := e.separator()
		path := strings.TrimRight(base, sep) + sep + strings.ReplaceAll(rest, "/", sep)
		return strings.TrimSuffix(path, sep), true
	}
	path, err := filepath.Abs(filepath.Join(base, filepath.FromSlash(rest)))
	return path, err == nil
}

// absolute reports whether a path of the system is one.
func (e Env) absolute(path string) bool {
	if e.System == "windows" {
		return strings.HasPrefix(path, `\\`) || len(path) > 2 && path[1] == ':' && (path[2] == '\\' || path[2] == '/')
	}
	return strings.HasPrefix(path, "/")
}

// dir is the folder of a path of the system.
func (e Env) dir(path string) string { return path[:max(0, strings.LastIndex(path, e.separator()))] }

func (e Env) separator() string {
	if e.System == "windows" {
		return `\`
	}
	return "/"
}

// onPath reports whether a program of this name can be started. It is not run.
func (e Env) onPath(program string) bool {
	suffixes := []string{""}
	if runtime.GOOS == "windows" {
		suffixes = []string{".exe", ".cmd", ".bat"}
	}
	for _, dir := range filepath.SplitList(e.Getenv("PATH")) {
		if !filepath.IsAbs(dir) {
			continue
		}
		for _, s := range suffixes {
			if runnable(filepath.Join(dir, program+s)) {
				return true
			}
		}
	}
	return false
}

func runnable(path string) bool {
	info, err := os.Stat(path)
	if err != nil || info.IsDir() {
		return false
	}
	return runtime.GOOS == "windows" || info.Mode().Perm()&0o111 != 0
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
