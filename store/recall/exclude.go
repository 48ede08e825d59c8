package recall

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"memtray/store"
	"memtray/store/text"
)

// Limits of exclusions.
const (
	maxExclusions = 200
	maxExclusion  = 1024 // characters
)

// exclusions are folders and projects that clients neither read nor store in.
type exclusions struct{ folders, projects []*regexp.Regexp }

// isFolder tells the globs of folders from those of projects' names.
var isFolder = regexp.MustCompile(`^(/|\\|~|\*\*[/\\]|[A-Za-z]:)`)

func readExclusions(value string) exclusions {
	var e exclusions
	for line := range strings.Lines(value) {
		line = strings.TrimSpace(line)
		switch {
		case line == "":
		case isFolder.MatchString(line):
			for _, glob := range bothPaths(line) {
				e.folders = append(e.folders, globOf(folded(glob), true))
			}
		default:
			e.projects = append(e.projects, globOf(text.Fold(line), false))
		}
	}
	return e
}

// project reports whether a project of that name is excluded.
func (e exclusions) project(name string) bool {
	name = text.Fold(name)
	return slices.ContainsFunc(e.projects, func(g *regexp.Regexp) bool { return g.MatchString(name) })
}

// folder reports whether a folder is excluded or lies in one that is, by its own
// path or the one that links lead to.
func (e exclusions) folder(dir string) bool {
	if dir == "" || len(e.folders) == 0 {
		return false
	}
	paths := []string{folded(dir)}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		paths = append(paths, folded(real))
	}
	return slices.ContainsFunc(e.folders, func(g *regexp.Regexp) bool { return slices.ContainsFunc(paths, g.MatchString) })
}

// key reports whether a key of a project is an excluded folder.
func (e exclusions) key(k store.ProjectKey) bool {
	return (k.Kind == store.KeyPath || k.Kind == store.KeyCommonDir) && e.folder(k.Value)
}

// folded brings a path to the form in which paths are compared: slashes, no case,
// nothing of it twice.
func folded(path string) string {
	path = strings.ReplaceAll(path, `\`, `/`)
	for strings.Contains(path, "//") {
		path = strings.ReplaceAll(path, "//", "/")
	}
	path = strings.ReplaceAll(path, "/./", "/")
	if trimmed := strings.TrimRight(path, "/"); trimmed != "" {
		path = trimmed
	}
	return text.Fold(path)
}

// bothPaths returns a folder's glob with the home folder set in, and again with
// what links lead to, as far as it holds no wildcard.
func bothPaths(glob string) []string {
	if rest, ok := strings.CutPrefix(glob, "~"); ok {
		home, err := os.UserHomeDir()
		if err != nil {
			home = "/~" // leads nowhere
		}
		glob = home + rest
	}
	plain, rest := glob, ""
	if i := strings.IndexAny(glob, "*?["); i >= 0 {
		i = strings.LastIndexAny(glob[:i], `/\`) + 1
		plain, rest = glob[:i], glob[i:]
	}
	real, err := filepath.EvalSymlinks(plain)
	if plain == "" || err != nil {
		return []string{glob}
	}
	return []string{glob, real + "/" + rest}
}

// globOf makes an expression of a glob. In a path * and ? stay within a name, and
// what lies in a folder that matches does so too.
func globOf(glob string, path bool) *regexp.Regexp {
	one, any := `.`, `.*`
	if path {
		one, any = `[^/]`, `[^/]*`
	}
	if path {
		glob = strings.TrimSuffix(glob, "/") // that of the root is all that is left of it
	}
	var b strings.Builder
	b.WriteString(`(?s)^`)
	for len(glob) > 0 {
		switch {
		case path && strings.Trim(glob, "/*") == "" && strings.HasPrefix(glob, `/**`):
			glob = "" // all that a folder holds is the folder: somebody works in it
		case path && strings.HasPrefix(glob, `**/`):
			b.WriteString(`(?:.*/)?`)
			glob = glob[3:]
		case strings.HasPrefix(glob, `**`):
			b.WriteString(`.*`)
			glob = glob[2:]
		case glob[0] == '*':
			b.WriteString(any)
			glob = glob[1:]
		case glob[0] == '?':
			b.WriteString(one)
			glob = glob[1:]
		default:
			_, n := utf8.DecodeRuneInString(glob)
			b.WriteString(regexp.QuoteMeta(glob[:n]))
			glob = glob[n:]
		}
	}
	if path {
		b.WriteString(`(?:/.*)?`)
	}
	return regexp.MustCompile(b.String() + `$`)
}

// Exclusions returns the folders and projects that clients neither read nor store
// in, as globs. One that begins with /, ~, **/ or a drive's letter is of folders,
// any other of projects' names. * stands for any characters of one name, ** for
// any number of folders, ? for one character; case does not matter, a folder
// counts with all that it holds, as it does with /** behind it, and links are
// followed. Nothing else has a meaning in a glob.
func (r *Recall) Exclusions(ctx context.Context) ([]string, error) {
	value, err := r.store.Setting(ctx, store.SettingExclusions)
	globs := []string{}
	for line := range strings.Lines(value) {
		if line = strings.TrimSpace(line); line != "" {
			globs = append(globs, line)
		}
	}
	return globs, err
}

// SetExclusions sets them. Returns [store.Invalid] for what cannot be one, as a
// glob with brackets or a relative path: it would exclude nothing, and nobody would
// know.
func (r *Recall) SetExclusions(ctx context.Context, globs []string) error {
	if len(globs) > maxExclusions {
		return store.Errorf(store.Invalid, "%d exclusions were given; at most %d are allowed", len(globs), maxExclusions)
	}
	known, err := r.Exclusions(ctx)
	if err != nil {
		return err
	}
	var lines []string
	for _, given := range globs {
		glob := strings.TrimSpace(given)
		if err := checkExclusion(glob); err != nil {
			return err
		}
		if !slices.Contains(known, glob) {
			if err := r.checkRelative(ctx, glob); err != nil {
				return err
			}
		}
		if !slices.Contains(lines, glob) {
			lines = append(lines, glob)
		}
	}
	return r.store.SetSetting(ctx, store.SettingExclusions, strings.Join(lines, "\n"))
}

func checkExclusion(glob string) error {
	var c cleaner
	switch {
	case glob == "":
		return store.Errorf(store.Invalid, "an exclusion must not be empty")
	case utf8.RuneCountInString(glob) > maxExclusion:
		return store.Errorf(store.Invalid, "an exclusion must have at most %d characters", maxExclusion)
	case c.line(glob) != glob:
		return store.Errorf(store.Invalid, "an exclusion must be one line of plain characters")
	case strings.HasPrefix(glob, "."), driveAlone.MatchString(glob):
		return store.Errorf(store.Invalid, notFromRoot)
	case strings.ContainsAny(glob, "[]{}"):
		return store.Errorf(store.Invalid, "of an exclusion only *, ** and ? have a meaning; write ? for a bracket, and alternatives each by itself")
	case strings.HasPrefix(glob, "~") && len(glob) > 1 && glob[1] != '/' && glob[1] != '\\':
		return store.Errorf(store.Invalid, "only your own home folder can be given with ~")
	case strings.Contains(glob, "/../") || strings.HasSuffix(glob, "/.."):
		return store.Errorf(store.Invalid, "a folder must be given without ..")
	}
	return nil
}

const notFromRoot = "a folder must be given from the root, from ~ or with **/"

// driveAlone matches a path that is relative on a drive of its own.
var driveAlone = regexp.MustCompile(`^[A-Za-z]:([^/\\]|$)`)

// checkRelative refuses a path that is taken for a project's name, which may hold
// slashes: it is one only if there is such a project.
func (r *Recall) checkRelative(ctx context.Context, glob string) error {
	if isFolder.MatchString(glob) || !strings.ContainsAny(glob, `/\`) {
		return nil
	}
	projects, err := r.store.Projects(ctx)
	if err != nil {
		return err
	}
	e := readExclusions(glob)
	if slices.ContainsFunc(projects, func(p store.Project) bool {
		return e.project(p.Name) || slices.ContainsFunc(p.Aliases, e.project)
	}) {
		return nil
	}
	return store.Errorf(store.Invalid, "no project is called %q; "+notFromRoot, text.Cut(glob, 80))
}
