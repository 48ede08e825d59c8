package mcpserver

import (
	"context"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"memtray/store/skills"
)

// ofSkill returns a prompt of a skill: what it is asked for, the arguments, and
// the instructions of its SKILL.md.
func (c *call) ofSkill(ctx context.Context, skill string, p skills.Prompt, given map[string]string) (*mcp.GetPromptResult, error) {
	args, err := checkArguments(given, skillArguments(p))
	if err != nil {
		return nil, err
	}
	if err := c.enter(ctx); err != nil {
		return nil, err
	}
	d, err := c.opts.Skills.Get(skill)
	if err != nil {
		return nil, err
	}
	w := wordsIn(c.language(ctx))
	about := p.Description
	if about == "" {
		about = p.Name
	}
	lines := []string{fmt.Sprintf(w.useSkill, skill, oneLine(about))}
	var told []string
	for _, a := range p.Arguments { // in the order of the skill
		if value := args[a.Name]; value != "" {
			told = append(told, "- "+a.Name+w.colon+value)
		}
	}
	if len(told) > 0 {
		lines = append(lines, strings.Join(told, "\n"))
	}
	lines = append(lines, w.useSkillFollow, strings.TrimSpace(d.Instructions))
	var files []string
	for _, f := range d.Files {
		if f != skills.Main {
			files = append(files, "- "+skillURI(skill, f))
		}
	}
	if len(files) > 0 {
		lines = append(lines, w.useSkillFiles+"\n\n"+strings.Join(files, "\n"))
	}
	return message(about, strings.Join(lines, "\n\n")), nil
}
