package mcpserver

import (
	"embed"
	"fmt"
	"path"
	"strings"
	"text/template"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"memtray/store/skills"
)

//go:embed prompts
var promptFiles embed.FS

// promptTexts are the texts of a prompt in one language.
type promptTexts struct {
	title, description string
	args               map[string]string // what each argument is
	body               string            // a template
}

// textsOf reads prompts/LANGUAGE/NAME.md: lines "name: text" for the title, the
// description and each argument, three hyphens, and the template.
func textsOf(language, name string) promptTexts {
	data, err := promptFiles.ReadFile(path.Join("prompts", wordsIn(language).language, name+".md"))
	if err != nil {
		panic(err) // the program was built without a prompt
	}
	// A checkout on Windows may have other ends of lines.
	head, body, _ := strings.Cut(strings.ReplaceAll(string(data), "\r\n", "\n"), "---\n")
	t := promptTexts{args: map[string]string{}, body: body}
	for line := range strings.Lines(head) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		switch key {
		case "title":
			t.title = value
		case "description":
			t.description = value
		default:
			t.args[key] = value
		}
	}
	return t
}

// write fills the template.
func (t promptTexts) write(m *material) (string, error) {
	parsed, err := template.New(t.title).Option("missingkey=error").Parse(t.body)
	if err != nil {
		return "", fmt.Errorf("read prompt: %w", err)
	}
	var b strings.Builder
	if err := parsed.Execute(&b, m); err != nil {
		return "", fmt.Errorf("write prompt: %w", err)
	}
	return strings.TrimSpace(b.String()), nil
}

// describe returns p as clients see it.
func (p prompt) describe(language string) *mcp.Prompt {
	t := textsOf(language, p.name)
	out := &mcp.Prompt{Name: p.name, Title: t.title, Description: t.description}
	for _, a := range p.args {
		out.Arguments = append(out.Arguments, &mcp.PromptArgument{Name: a.name, Description: t.args[a.name], Required: a.required})
	}
	return out
}

// describeSkillPrompt returns a prompt of a skill as clients see it.
func describeSkillPrompt(s skills.Skill, p skills.Prompt) *mcp.Prompt {
	about := p.Description
	if about == "" {
		about = s.Description
	}
	out := &mcp.Prompt{Name: p.ID, Title: s.Name + ": " + p.Name, Description: about}
	for _, a := range p.Arguments {
		out.Arguments = append(out.Arguments, &mcp.PromptArgument{Name: a.Name, Description: a.Description, Required: a.Required})
	}
	return out
}
