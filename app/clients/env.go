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
	return Env{Home: home, Getenv: os.Getenv}
}

func (e Env) system() string { return runtime.GOOS }

// expand turns a template into an absolute path. A template begins with ~ (the
// home folder) or $NAME (a variable), followed by a slash and more, or nothing.
// It is false if the variable is not set or the home folder not known.
func (e Env) expand(template string) (string, bool) {
	first, rest, _ := strings.Cut(template, "/")
	base := e.Home
	if name, ok := strings.CutPrefix(first, "$"); ok {
		base = e.Getenv(name)
	}
	if base == "" {
		return "", false
	}
	path, err := filepath.Abs(filepath.Join(base, filepath.FromSlash(rest)))
	return path, err == nil
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
