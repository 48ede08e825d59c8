package skills

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"memtray/store"
)

// front is the part of the front matter that is ours.
type front struct {
	Name        string   `yaml:"name"`
	Description string   `yaml:"description"`
	Prompts     []Prompt `yaml:"prompts"`
}

// normal returns the bytes of a file as text that is read and edited: without a
// byte order mark, lines ending in \n.
func normal(raw string) string {
	return strings.ReplaceAll(strings.TrimPrefix(raw, "\uFEFF"), "\r\n", "\n")
}

// parse reads a whole SKILL.md that is normal. Its errors say what is wrong in
// one sentence.
func parse(name, s string) (Skill, string, error) {
	skill := Skill{Name: name}
	if !utf8.ValidString(s) {
		return skill, "", store.Errorf(store.Invalid, "SKILL.md is not text in UTF-8")
	}
	head, body, err := split(s)
	if err != nil {
		return skill, "", err
	}
	f, err := readFront(head)
	if err != nil {
		return skill, body, err
	}
	skill.Description = strings.Join(strings.Fields(f.Description), " ")
	if f.Name != "" && f.Name != name {
		return skill, body, store.Errorf(store.Invalid, "name must be that of the folder")
	}
	if err := checkDescription("description", skill.Description, true); err != nil {
		return skill, body, err
	}
	if err := checkPrompts(name, f.Prompts); err != nil {
		return skill, body, err
	}
	skill.Prompts = f.Prompts
	return skill, body, nil
}

// split returns the front matter of a SKILL.md and what stands behind it.
func split(s string) (head, body string, err error) {
	first, rest, _ := strings.Cut(s, "\n")
	if strings.TrimRight(first, " \t") != "---" {
		return "", s, store.Errorf(store.Invalid, "SKILL.md must begin with --- and front matter that has a description")
	}
	for at := 0; at < len(rest); {
		line, _, _ := strings.Cut(rest[at:], "\n")
		if strings.TrimRight(line, " \t") == "---" {
			head, body = rest[:at], strings.TrimPrefix(rest[at+len(line):], "\n")
			if len(head) > MaxFront {
				return "", body, store.Errorf(store.Invalid, "the front matter has %d bytes; at most %d are allowed", len(head), MaxFront)
			}
			return head, body, nil
		}
		at += len(line) + 1
	}
	return "", s, store.Errorf(store.Invalid, "the front matter does not end: a line of --- is missing")
}

// readFront reads YAML. A library's fault on somebody's file must not be ours,
// so a panic is an error like any other.
func readFront(head string) (f front, err error) {
	defer func() {
		if recover() != nil {
			f, err = front{}, store.Errorf(store.Invalid, "the front matter cannot be read as YAML")
		}
	}()
	if err := shallow(head); err != nil {
		return f, err
	}
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(head), &doc); err != nil {
		return f, notYAML(err)
	}
	if doc.IsZero() {
		return f, store.Errorf(store.Invalid, "the front matter is empty")
	}
	body := doc.Content[0]
	if body.Kind != yaml.MappingNode {
		return f, store.Errorf(store.Invalid, "the front matter must be keys with values")
	}
	if !plain(body) {
		return f, store.Errorf(store.Invalid, "the front matter must not use anchors, aliases or tags of YAML")
	}
	if err := body.Decode(&f); err != nil {
		return front{}, notYAML(err)
	}
	return f, nil
}

// maxNesting bounds brackets within brackets: parsers call themselves for each.
const maxNesting = 32

// shallow refuses front matter that is nested deeply, by brackets or by
// indentation.
func shallow(head string) error {
	deep := store.Errorf(store.Invalid, "the front matter is nested too deeply")
	open := 0
	for line := range strings.SplitSeq(head, "\n") {
		if len(line)-len(strings.TrimLeft(line, " ")) > 4*maxNesting || strings.Count(line, "- ") > maxNesting || strings.Count(line, "? ") > maxNesting {
			return deep
		}
		open += strings.Count(line, "[") + strings.Count(line, "{") - strings.Count(line, "]") - strings.Count(line, "}")
		if strings.Count(line, "[")+strings.Count(line, "{") > 4*maxNesting || open > maxNesting {
			return deep
		}
	}
	return nil
}

// plain reports whether a value has nothing that makes a small text large, or
// other than it reads.
func plain(n *yaml.Node) bool {
	if n.Kind == yaml.AliasNode || n.Anchor != "" || n.Style&yaml.TaggedStyle != 0 || n.ShortTag() == "!!merge" {
		return false
	}
	return !slices.ContainsFunc(n.Content, func(c *yaml.Node) bool { return !plain(c) })
}

// lineWord is where the library says a line.
var lineWord = regexp.MustCompile(`^line (\d+)`)

// notYAML makes one sentence of the library's error, which may list several.
func notYAML(err error) error {
	message := strings.TrimPrefix(err.Error(), "yaml: ")
	if e, ok := errors.AsType[*yaml.TypeError](err); ok {
		message = e.Errors[0]
		if strings.Contains(message, "cannot unmarshal") {
			line, _, _ := strings.Cut(message, ":")
			message = line + ": a value of another kind is needed here: a text, or for prompts and arguments a list"
		}
	}
	message = strings.Join(strings.FieldsFunc(message, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
	if r := []rune(message); len(r) > 120 {
		message = string(r[:119]) + "…"
	}
	message = lineWord.ReplaceAllStringFunc(message, func(s string) string {
		n, _ := strconv.Atoi(strings.TrimPrefix(s, "line "))
		return fmt.Sprintf("line %d", n+1) // behind the first line of hyphens
	})
	return store.Errorf(store.Invalid, "the front matter is not valid YAML: %s", message)
}

func checkDescription(what, s string, required bool) error {
	n := utf8.RuneCountInString(s)
	switch {
	case n == 0 && required:
		return store.Errorf(store.Invalid, "%s is required in the front matter", what)
	case n > MaxDescription:
		return store.Errorf(store.Invalid, "%s is %d characters long; at most %d are allowed", what, n, MaxDescription)
	case strings.ContainsFunc(s, unicode.IsControl):
		return store.Errorf(store.Invalid, "%s must not hold control characters", what)
	}
	return nil
}

// checkPrompts checks the prompts of a skill and completes them.
func checkPrompts(skill string, prompts []Prompt) error {
	if len(prompts) > MaxPrompts {
		return store.Errorf(store.Invalid, "%d prompts are given; at most %d are allowed", len(prompts), MaxPrompts)
	}
	seen := map[string]bool{}
	for i := range prompts {
		p := &prompts[i]
		if !ValidName(p.Name) {
			return store.Errorf(store.Invalid, "the name of prompt %d must be %s", i+1, nameRule)
		}
		if seen[p.Name] {
			return store.Errorf(store.Invalid, "two prompts are called %s", p.Name)
		}
		seen[p.Name] = true
		p.ID = promptID(skill, p.Name)
		p.Description = strings.Join(strings.Fields(p.Description), " ")
		if err := checkDescription("the description of prompt "+p.Name, p.Description, false); err != nil {
			return err
		}
		if err := checkArguments(p); err != nil {
			return err
		}
	}
	return nil
}

func checkArguments(p *Prompt) error {
	if len(p.Arguments) > MaxArguments {
		return store.Errorf(store.Invalid, "prompt %s has %d arguments; at most %d are allowed", p.Name, len(p.Arguments), MaxArguments)
	}
	seen := map[string]bool{}
	for i := range p.Arguments {
		a := &p.Arguments[i]
		if !ValidName(strings.ToLower(a.Name)) {
			return store.Errorf(store.Invalid, "the name of argument %d of prompt %s must be letters, digits, - and _", i+1, p.Name)
		}
		if seen[a.Name] {
			return store.Errorf(store.Invalid, "two arguments of prompt %s are called %s", p.Name, a.Name)
		}
		seen[a.Name] = true
		a.Description = strings.Join(strings.Fields(a.Description), " ")
		if err := checkDescription("the description of argument "+a.Name, a.Description, false); err != nil {
			return err
		}
	}
	return nil
}
