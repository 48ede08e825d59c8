package mcpserver

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"memtray/store"
	"memtray/store/brief"
	"memtray/store/skills"
	"memtray/store/text"
	"memtray/store/when"
)

// skillPrefix begins the name of a skill, and that of its files behind it.
const skillPrefix = "skill:"

// nameForms is what a name can be.
const nameForms = "names are doc:profile, day:2026-11-30, skill:NAME and skills; memories are read by ids"

// named returns what a name of memory_get means: that of a row, such as
// doc:profile, day:2026-11-30 or day:yesterday; skill:NAME, skill:NAME/FILE and
// skills; or the address of one of these. It need not exist.
func (c *call) named(name string) (address, error) {
	a := address{}
	if strings.HasPrefix(name, uriScheme) {
		a, ok := parseAddress(name)
		if !ok || a.kind == memoryResource || a.kind == contextResource {
			return a, faultf(nameForms)
		}
		return a, nil
	}
	kind, rest, _ := strings.Cut(name, ":")
	rest = strings.TrimSpace(rest)
	kind = strings.ToLower(strings.TrimSpace(kind)) + ":"
	if rest == "" && kind != skillsResource+":" {
		kind = ""
	}
	switch kind {
	case store.DocumentPrefix:
		a = address{kind: documentResource, name: text.Name(rest)}
		return a, store.CheckDocumentName(a.name)
	case store.DayPrefix:
		day, ok := when.Day(rest, c.opts.Now())
		if !ok {
			return a, faultf(dayForms)
		}
		return address{kind: journalResource, name: day}, nil
	case skillPrefix:
		skill, file, _ := strings.Cut(rest, "/")
		if file == "" {
			file = skills.Main
		}
		return address{kind: skillResource, name: norm.NFC.String(strings.ToLower(skill)), file: file}, nil
	case skillsResource + ":":
		return address{kind: skillsResource}, nil
	}
	return a, faultf(nameForms)
}

// dayForms is said of what names no day.
const dayForms = "a day must be a date such as 2026-11-30, today, yesterday, last friday or 昨天"

// addNamed appends what a name means to what is read. One that there is not is
// said; the fault of a wrong one is returned.
func (c *call) addNamed(ctx context.Context, r *reading, name string, from int) error {
	a, err := c.named(strings.TrimSpace(name))
	if err != nil {
		return err
	}
	name = a.row()
	t, err := c.writing(ctx, a)
	if err == nil && t.body == "" || store.ErrorCode(err) == store.NotFound {
		r.notes = append(r.notes, name+" does not exist.")
		return nil
	}
	if err != nil {
		return err
	}
	if n := utf8.RuneCountInString(t.body); from > 0 && from >= n {
		return faultf("from must be less than %d, its length", n)
	}
	r.put(name, fmt.Sprintf("names [%q]", name), t, from)
	return nil
}

// row is the name of what a names in rows.
func (a address) row() string {
	switch {
	case a.kind == documentResource:
		return store.DocumentPrefix + a.name
	case a.kind == journalResource:
		return store.DayPrefix + a.name
	case a.kind == skillsResource:
		return skillsResource
	case a.file == skills.Main:
		return skillPrefix + a.name
	}
	return skillPrefix + a.name + "/" + a.file
}

// writing reads what is no memory. What there is not is an error, but a day
// without notes has no text.
func (c *call) writing(ctx context.Context, a address) (t passage, err error) {
	switch a.kind {
	case documentResource:
		if a.name == string(brief.Persona) || a.name == string(brief.Instructions) {
			t.label = ownLabel
		}
		t.head, t.body, err = c.document(ctx, a.name)
	case journalResource:
		t.head, t.body, err = c.day(ctx, a.name)
	case skillsResource:
		t.label, t.head = ownLabel, skillsResource
		t.body, err = c.skillIndex(ctx)
	default:
		t.label = ownLabel
		if t.body, err = c.skillFile(ctx, a.name, a.file); err == nil {
			t.head, err = c.skillHead(ctx, a)
		}
	}
	return t, err
}

// skillHead is what stands above a file of a skill; above its main file that names
// the others.
func (c *call) skillHead(ctx context.Context, a address) (string, error) {
	all, err := c.skills(ctx)
	i := slices.IndexFunc(all, func(s skills.Skill) bool { return s.Name == a.name })
	if err != nil || i < 0 || a.file != skills.Main {
		return a.row(), err
	}
	var others []string
	for _, file := range all[i].Files {
		if file != skills.Main {
			others = append(others, address{kind: skillResource, name: a.name, file: file}.row())
		}
	}
	if len(others) == 0 {
		return a.row(), nil
	}
	return a.row() + "\nfurther files: " + listed(others), nil
}
