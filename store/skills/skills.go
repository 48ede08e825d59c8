// Package skills keeps the person's skills: folders skills/NAME/ in the data
// folder, each with a file SKILL.md that says what a client can do and how, and
// any other files that it speaks of.
//
//	f := skills.In(home)
//	all, err := f.List()               // bad ones too, with what is wrong
//	d, err := f.Get("weekly-report")   // the text of its SKILL.md
//	s, err := f.File("weekly-report", "references/format.md")
//
// SKILL.md begins with front matter in YAML between two lines of three hyphens:
//
//	---
//	name: weekly-report
//	description: Writes the weekly report from the journal
//	prompts:
//	  - name: write
//	    description: Write the report of one week
//	    arguments:
//	      - name: week
//	        description: Which week, as people say it
//	        required: true
//	---
//	Read the journal of the week, then …
//
// Only description is required; name, if given, is that of the folder. Other
// keys are left to others.
//
// A name is 1 to 64 letters and digits of any script, hyphens and underscores,
// in lower case, and begins with a letter or digit. Folders whose name begins
// with a dot are none of ours. What is wrong with one skill never keeps another
// from being read.
//
// Nothing outside of a skill's folder is ever served: paths with .. and symbolic
// links that lead out are refused. What is replaced or deleted is moved to
// skills/.trash/, never lost.
//
// All functions may be called at the same time, by several processes too; files
// are replaced as a whole.
package skills

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"memtray/store"
)

// Limits of skills. A refusal names the limit.
const (
	MaxSkills      = 256      // further ones are listed as such
	MaxFiles       = 64       // listed files of a skill, SKILL.md included
	MaxFile        = 64 << 10 // bytes of a file that is served
	MaxFront       = 8 << 10  // bytes of front matter
	MaxName        = 64       // characters of a name: of a skill, a prompt, an argument
	MaxDescription = 1024     // characters of a description
	MaxPrompts     = 16       // of a skill
	MaxArguments   = 16       // of a prompt

	maxDepth = 4 // folders within a skill's
)

// Main is the name of the file that makes a folder a skill.
const Main = "SKILL.md"

// trash is the folder within skills for what was replaced or deleted.
const trash = ".trash"

// Skill is what SKILL.md says at its beginning.
type Skill struct {
	Name        string   `json:"name"`
	Description string   `json:"description,omitempty"`
	Prompts     []Prompt `json:"prompts,omitempty"`
	// Files are the paths of the skill's files that can be served, with slashes,
	// SKILL.md first, the others by name.
	Files []string `json:"files,omitempty"`
	// Error, if not "", says what is wrong with it in one sentence. Such a skill
	// is for the person to repair and not for clients.
	Error string `json:"error,omitempty"`
}

// Prompt is a request that a skill offers.
type Prompt struct {
	Name        string     `json:"name" yaml:"name"`
	Description string     `json:"description,omitempty" yaml:"description"`
	Arguments   []Argument `json:"arguments,omitempty" yaml:"arguments"`
	// ID is skill_SKILL_PROMPT, what clients call it. No two prompts of good
	// skills have the same; it cannot be taken apart, since names hold underscores.
	ID string `json:"id" yaml:"-"`
}

// Argument is what a prompt can be told.
type Argument struct {
	Name        string `json:"name" yaml:"name"`
	Description string `json:"description,omitempty" yaml:"description"`
	Required    bool   `json:"required,omitempty" yaml:"required"`
}

// Document is a skill with the text of its SKILL.md.
type Document struct {
	Skill
	Text         string `json:"text"`     // the whole file, without a byte order mark, lines ending in \n
	Revision     string `json:"revision"` // of the file's bytes; see [Folder.Put]
	Instructions string `json:"-"`        // what stands behind the front matter
}

// Folder is the folder of skills. It need not exist.
type Folder struct{ dir string }

// In returns the folder of skills of a data folder. It touches nothing.
func In(home string) *Folder { return &Folder{filepath.Join(home, "skills")} }

// Dir returns the path of the folder.
func (f *Folder) Dir() string { return f.dir }

// ValidName reports whether name may be that of a skill.
func ValidName(name string) bool {
	if n := utf8.RuneCountInString(name); n < 1 || n > MaxName || !utf8.ValidString(name) {
		return false
	}
	for i, r := range name {
		word := unicode.IsLetter(r) || unicode.IsDigit(r) || i > 0 && unicode.IsMark(r)
		if !word && (i == 0 || r != '-' && r != '_') {
			return false
		}
	}
	return name == strings.ToLower(name) && name == norm.NFC.String(name)
}

const nameRule = "lower-case letters, digits, - and _, beginning with a letter or digit, at most 64 characters"

// open opens the folder of one skill. What is not there, or leads out of the
// folder of skills, is [store.NotFound].
func (f *Folder) open(name string) (*os.Root, error) {
	if !ValidName(name) {
		return nil, noSkill()
	}
	all, err := f.openAll(noSkill())
	if all == nil {
		return nil, err
	}
	defer all.Close()
	one, err := all.OpenRoot(folderOf(all, name))
	if err != nil {
		return nil, noSkill()
	}
	return one, nil
}

// openAll opens the folder of skills. Where there is none it returns none, and
// [store.Invalid] if a file is in its place.
func (f *Folder) openAll(none error) (*os.Root, error) {
	all, err := os.OpenRoot(f.dir)
	if err == nil {
		return all, nil
	}
	if info, e := os.Stat(f.dir); e == nil && !info.IsDir() {
		return nil, store.Errorf(store.Invalid, "skills in the data folder is a file, not a folder; move it away")
	}
	return nil, missing(err, none)
}

// folderOf returns the name of the skill's folder as it is written: some systems
// keep composed letters as two characters.
func folderOf(all *os.Root, name string) string {
	if _, err := all.Lstat(name); err != nil {
		if split := norm.NFD.String(name); split != name {
			return split
		}
	}
	return name
}

func noSkill() error { return store.Errorf(store.NotFound, "there is no such skill") }

// missing returns instead for what is not there, and err otherwise.
func missing(err, instead error) error {
	if os.IsNotExist(err) {
		return instead
	}
	return err
}

// promptID returns what clients call a prompt.
func promptID(skill, prompt string) string { return "skill_" + skill + "_" + prompt }

// byName orders skills.
func byName(all []Skill) {
	slices.SortFunc(all, func(a, b Skill) int { return strings.Compare(a.Name, b.Name) })
}
