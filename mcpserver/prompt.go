package mcpserver

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"memtray/store"
	"memtray/store/skills"
)

// prompt is one of the server's own prompts. Its texts are in
// prompts/LANGUAGE/NAME.md.
type prompt struct {
	name   string
	args   []argument
	gather func(*call, context.Context, *material) error
}

// argument is what a prompt can be told.
type argument struct {
	name     string
	required bool
	complete completer // nil: anything
}

// prompts returns the server's own prompts. Those of skills are called
// skill_SKILL_PROMPT, which none of these is.
func prompts() []prompt {
	project := argument{name: "project", complete: completeProject}
	return []prompt{
		{"wakeup", []argument{project}, (*call).gatherWakeup},
		{"think", []argument{{name: "about"}, project}, (*call).gatherThink},
		{"growup", []argument{{name: "day", complete: completeDay}, project}, (*call).gatherGrowup},
		{"recall", []argument{{name: "topic", required: true, complete: completeTag}, project}, (*call).gatherRecall},
		{"briefing", []argument{project}, (*call).gatherBriefing},
	}
}

// maxArgument bounds an argument in characters: it is looked for as a question.
const maxArgument = maxQuery

// checkArguments returns the arguments that were given, without white space
// around them, or an error of one sentence.
func checkArguments(given map[string]string, args []argument) (map[string]string, error) {
	var known []string
	out := map[string]string{}
	for _, a := range args {
		known = append(known, a.name)
		value := strings.TrimSpace(given[a.name])
		switch {
		case value == "" && a.required:
			return nil, faultf("%s is required", a.name)
		case utf8.RuneCountInString(value) > maxArgument:
			return nil, faultf("%s must be at most %d characters long", a.name, maxArgument)
		case value != "":
			out[a.name] = value
		}
	}
	var unknown []string
	for name := range given {
		if !slices.Contains(known, name) {
			unknown = append(unknown, name)
		}
	}
	switch {
	case len(unknown) == 0:
		return out, nil
	case len(known) == 0:
		return nil, faultf("this prompt takes no arguments")
	}
	return nil, faultf("unknown argument %q (known: %s)", clip(slices.Min(unknown), 40), strings.Join(known, ", "))
}

// prompt answers prompts/get. The SDK calls it for listed prompts.
func (s *Server) prompt(ctx context.Context, req *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
	c := s.call(req)
	result, err := c.prompted(ctx, req.Params.Name, req.Params.Arguments)
	s.called(c.by.Client, clip("prompt:"+req.Params.Name, store.MaxTool), err != nil)
	if err != nil {
		return nil, s.refused("prompts/get", "", err)
	}
	return result, nil
}

func (c *call) prompted(ctx context.Context, name string, given map[string]string) (*mcp.GetPromptResult, error) {
	for _, p := range prompts() {
		if p.name == name {
			return c.own(ctx, p, given)
		}
	}
	skill, p, err := c.skillPrompt(ctx, name)
	if err != nil {
		return nil, err
	}
	return c.ofSkill(ctx, skill, p, given)
}

// own returns one of the server's own prompts.
func (c *call) own(ctx context.Context, p prompt, given map[string]string) (*mcp.GetPromptResult, error) {
	args, err := checkArguments(given, p.args)
	if err != nil {
		return nil, err
	}
	if err := c.enter(ctx); err != nil {
		return nil, err
	}
	texts := textsOf(c.language(ctx), p.name)
	m := &material{words: wordsIn(c.language(ctx)), args: args}
	if err := p.gather(c, ctx, m); err != nil {
		return nil, err
	}
	text, err := texts.write(m)
	if err != nil {
		return nil, err
	}
	return message(texts.description, text), nil
}

func message(about, text string) *mcp.GetPromptResult {
	return &mcp.GetPromptResult{
		Description: about,
		Messages:    []*mcp.PromptMessage{{Role: "user", Content: &mcp.TextContent{Text: text}}},
	}
}

// skillPrompt finds a prompt by what clients call it. The name is looked up, not
// taken apart: those of skills and prompts may hold underscores.
func (c *call) skillPrompt(ctx context.Context, id string) (string, skills.Prompt, error) {
	all, err := c.skills(ctx)
	if err != nil {
		return "", skills.Prompt{}, err
	}
	for _, one := range all {
		for _, p := range one.Prompts {
			if p.ID == id && one.Error == "" {
				return one.Name, p, nil
			}
		}
	}
	return "", skills.Prompt{}, store.Errorf(store.NotFound, "unknown prompt %q", clip(id, 150))
}

// completers are for arguments of skills' prompts that say by their name what
// they are.
var completers = map[string]completer{
	"project": completeProject, "day": completeDay, "date": completeDay, "document": completeDocument,
	"topic": completeTag, "tag": completeTag, "memory": completeID, "skill": completeSkill,
	"项目": completeProject, "日期": completeDay, "文档": completeDocument, "话题": completeTag, "标签": completeTag, "记忆": completeID, "技能": completeSkill,
}

// skillArguments returns the arguments of a skill's prompt.
func skillArguments(p skills.Prompt) []argument {
	var args []argument
	for _, a := range p.Arguments {
		args = append(args, argument{name: a.Name, required: a.Required, complete: completers[strings.ToLower(a.Name)]})
	}
	return args
}
