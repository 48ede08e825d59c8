package mcpserver

import (
	"context"
	"fmt"
	"strings"

	"memtray/store"
	"memtray/store/skills"
)

// skillIndex lists the skills: what each is for, its prompts and files, and
// which cannot be used and why.
func (c *call) skillIndex(ctx context.Context) (string, error) {
	w := wordsIn(c.language(ctx))
	all, err := c.skills(ctx)
	if err != nil {
		return "", err
	}
	if len(all) == 0 {
		return w.noSkills, nil
	}
	var good, bad []string
	for _, s := range all {
		if s.Error != "" {
			bad = append(bad, fmt.Sprintf("- %s: %s", shortLine(s.Name, maxRowTitle), s.Error))
			continue
		}
		good = append(good, w.skillEntry(s))
	}
	parts := []string{w.skillsHead}
	parts = append(parts, good...)
	if len(bad) > 0 {
		parts = append(parts, w.skillsBad+"\n\n"+strings.Join(bad, "\n"))
	}
	return strings.Join(parts, "\n\n"), nil
}

// skillEntry is one skill in the index.
func (w words) skillEntry(s skills.Skill) string {
	lines := []string{"## " + s.Name, oneLine(s.Description), skillURI(s.Name, skills.Main)}
	for _, p := range s.Prompts {
		lines = append(lines, "- "+w.skillPrompt+p.ID+dashed(w, p.Description))
	}
	for _, file := range s.Files {
		if file != skills.Main {
			lines = append(lines, "- "+skillURI(s.Name, file))
		}
	}
	return strings.Join(lines, "\n")
}

func dashed(w words, about string) string {
	if about = oneLine(about); about != "" {
		return w.colon + about
	}
	return ""
}

// skillURI writes the address of a skill's file for reading: the slashes within
// its path are not escaped, which [parseAddress] takes too.
func skillURI(name, file string) string {
	return strings.ReplaceAll(address{kind: skillResource, name: name, file: file}.uri(), "%2F", "/")
}

// skills returns all skills, bad ones too. They belong to no project: for a client
// that reaches some projects only there are none, like documents.
func (c *call) skills(ctx context.Context) ([]skills.Skill, error) {
	if c.opts.Skills == nil {
		return nil, nil
	}
	if err := c.open(ctx); err != nil {
		return nil, err
	}
	if may, err := c.recall.ReadsWritings(ctx, c.by); err != nil || !may {
		return nil, err
	}
	return c.opts.Skills.List()
}

// skillFile returns the text of a file of a skill. A bad skill is refused with
// what is wrong.
func (c *call) skillFile(ctx context.Context, name, file string) (string, error) {
	if err := c.usable(ctx, name); err != nil {
		return "", err
	}
	return c.opts.Skills.File(name, file)
}

// usable returns an error for a skill that there is not, and for a bad one. That
// two skills have prompts of one name is only seen among all.
func (c *call) usable(ctx context.Context, name string) error {
	all, err := c.skills(ctx)
	if err != nil {
		return err
	}
	for _, one := range all {
		if one.Name == name && one.Error != "" {
			return store.Errorf(store.Invalid, "skill %s cannot be used: %s", name, one.Error)
		}
		if one.Name == name {
			return nil
		}
	}
	return store.Errorf(store.NotFound, "there is no such skill")
}
