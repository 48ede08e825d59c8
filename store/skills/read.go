package skills

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"memtray/store"
)

// List returns all skills by name, bad ones with what is wrong. There are none
// if there is no folder; returns [store.Invalid] if there is a file in its place.
func (f *Folder) List() ([]Skill, error) {
	all, err := f.openAll(nil)
	if all == nil {
		return nil, err
	}
	defer all.Close()
	folders, err := foldersOf(all)
	if err != nil {
		return nil, err
	}
	out := make([]Skill, 0, len(folders))
	seen := map[string]bool{}
	for _, folder := range folders {
		name := norm.NFC.String(strings.ToValidUTF8(folder, "\uFFFD"))
		var s Skill
		switch {
		case len(out) >= MaxSkills:
			s = Skill{Name: name, Error: store.Errorf(store.Invalid, "only the first %d skills are read", MaxSkills).Message}
		case !ValidName(name):
			s = Skill{Name: name, Error: "the name of the folder must be " + nameRule}
		case seen[name]:
			s = Skill{Name: name, Error: "another folder has the same name in other characters"}
		default:
			s = list(all, folder, name)
		}
		seen[name] = true
		out = append(out, s)
	}
	byName(out)
	apart(out)
	return out, nil
}

// foldersOf returns the names of what may be skills, by name.
func foldersOf(all *os.Root) ([]string, error) {
	entries, err := fs.ReadDir(all.FS(), ".")
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") {
			continue
		}
		if e.IsDir() || e.Type()&fs.ModeSymlink != 0 {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

// list reads what is listed of one skill.
func list(all *os.Root, folder, name string) Skill {
	one, err := all.OpenRoot(folder)
	if err != nil {
		return Skill{Name: name, Error: "the folder cannot be read, or leads out of the folder of skills"}
	}
	defer one.Close()
	d, err := read(one, name)
	if err != nil {
		d.Skill.Error = store.ErrorMessage(err)
	}
	return d.Skill
}

// apart finds prompts of different skills that would have one name, which happens
// because names hold underscores: the first skill keeps it, the other is bad.
func apart(all []Skill) {
	owner := map[string]string{}
	for i := range all {
		s := &all[i]
		if s.Error != "" {
			continue
		}
		for _, p := range s.Prompts {
			if by, taken := owner[p.ID]; taken {
				s.Error = "its prompt " + p.Name + " would be called " + p.ID + ", as is one of skill " + by
				break
			}
		}
		for _, p := range s.Prompts {
			if s.Error == "" {
				owner[p.ID] = s.Name
			}
		}
	}
}

// Get returns a skill with its text, also of a bad one, whose Error is set then.
// Returns [store.NotFound] if there is none, and [store.Invalid] if its file
// cannot be served at all.
func (f *Folder) Get(name string) (Document, error) {
	one, err := f.open(name)
	if err != nil {
		return Document{}, err
	}
	defer one.Close()
	d, err := read(one, name)
	if err != nil && d.Revision == "" {
		return Document{}, err
	}
	if err != nil {
		d.Skill.Error = store.ErrorMessage(err)
	}
	return d, nil
}

// read reads a skill from its folder. After an error the document has what could
// be read; without a revision that is nothing.
func read(one *os.Root, name string) (Document, error) {
	d := Document{Skill: Skill{Name: name}}
	raw, err := readFile(one, Main)
	if err != nil {
		return d, err
	}
	d.Revision, d.Text = revisionOf(raw), normal(raw)
	var perr error
	d.Skill, d.Instructions, perr = parse(name, d.Text)
	d.Text = strings.ToValidUTF8(d.Text, "\uFFFD")
	d.Files = filesOf(one)
	return d, perr
}

func revisionOf(raw string) string {
	sum := sha256.Sum256([]byte(raw))
	return hex.EncodeToString(sum[:8])
}

// File returns the text of one of a skill's files, given as in [Skill.Files].
// Returns [store.NotFound] for a path that leads out of the skill's folder, to
// anything but a file, or to nothing, and [store.Invalid] for a file that is too
// large or no text.
func (f *Folder) File(name, file string) (string, error) {
	if !fs.ValidPath(file) || hidden(file) || strings.ContainsAny(file, "\\\x00") {
		return "", noFile()
	}
	one, err := f.open(name)
	if err != nil {
		return "", err
	}
	defer one.Close()
	raw, err := readFile(one, file)
	if err != nil {
		return "", err
	}
	if s := normal(raw); utf8.ValidString(s) {
		return s, nil
	}
	return "", store.Errorf(store.Invalid, "%s is not text in UTF-8", path.Base(file))
}

// hidden reports whether part of a path begins with a dot.
func hidden(file string) bool {
	return slices.ContainsFunc(strings.Split(file, "/"), func(part string) bool { return strings.HasPrefix(part, ".") })
}

func noFile() error { return store.Errorf(store.NotFound, "the skill has no such file") }

// readFile reads a regular file within one. Nothing else is opened: a pipe would
// keep the caller waiting.
func readFile(one *os.Root, file string) (string, error) {
	info, err := one.Stat(file)
	if err != nil || !info.Mode().IsRegular() {
		if file == Main {
			return "", store.Errorf(store.NotFound, "the folder has no file SKILL.md that can be read")
		}
		return "", noFile()
	}
	tooLarge := store.Errorf(store.Invalid, "%s is larger than %d bytes", path.Base(file), MaxFile)
	if info.Size() > MaxFile {
		return "", tooLarge
	}
	in, err := one.Open(file)
	if err != nil {
		return "", noFile()
	}
	defer in.Close()
	raw, err := io.ReadAll(io.LimitReader(in, MaxFile+1))
	if err != nil {
		return "", store.Errorf(store.Invalid, "%s cannot be read", path.Base(file))
	}
	if len(raw) > MaxFile {
		return "", tooLarge
	}
	return string(raw), nil
}

var errEnough = errors.New("enough files")

// filesOf returns the paths of the files of a skill, SKILL.md first.
func filesOf(one *os.Root) []string {
	out := []string{Main}
	_ = walk(one, func(file string, _ fs.FileInfo) error { // what cannot be read is not listed
		if file == Main {
			return nil
		}
		if out = append(out, file); len(out) >= MaxFiles {
			return errEnough
		}
		return nil
	})
	slices.Sort(out[1:])
	return out
}

// walk calls do for the regular files of a skill that can be served, but for
// their size and content. Links to files count if they stay inside; links to
// folders are not followed.
func walk(one *os.Root, do func(file string, info fs.FileInfo) error) error {
	return fs.WalkDir(one.FS(), ".", func(file string, e fs.DirEntry, err error) error {
		if err != nil {
			return fs.SkipDir
		}
		if file == "." {
			return nil
		}
		if strings.HasPrefix(e.Name(), ".") || strings.Contains(e.Name(), `\`) || !utf8.ValidString(e.Name()) {
			if e.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if e.IsDir() {
			if strings.Count(file, "/")+1 > maxDepth {
				return fs.SkipDir
			}
			return nil
		}
		info, err := one.Stat(file)
		if err != nil || !info.Mode().IsRegular() {
			return nil
		}
		return do(file, info)
	})
}
