package mcpserver

import (
	"context"
	"slices"
	"strings"

	"memtray/store"
	"memtray/store/brief"
	"memtray/store/recall"
)

// BudgetVariable is the environment variable for the budget of a context.
const BudgetVariable = "MEMTRAY_TOKEN_BUDGET"

type contextInput struct {
	Project string `json:"project"`
	Budget  int    `json:"budget"`
}

func contextTool() tool {
	fields := []field{
		projectField(""),
		{name: "budget", kind: intField, min: brief.MinBudget, max: brief.MaxBudget, initial: brief.DefaultBudget},
	}
	return tool{
		name: "memory_context", title: "Read first",
		about:    "What to know at the start: who the user is, what is pinned, was decided and done last.",
		readOnly: true, destructive: false, repeat: true, openWorld: false,
		fields: fields,
		handle: handler(fields, giveContext),
	}
}

func giveContext(ctx context.Context, c *call, in contextInput) (string, error) {
	ref, err := c.place(ctx, in.Project)
	if err != nil {
		return "", err
	}
	req := recall.ContextRequest{Language: brief.Language(c.opts.Getenv)}
	if req.Project, err = ProjectToSearch(ctx, c.recall, c.by, ref, in.Project != ""); err != nil {
		return "", err
	}
	if req.Limits.Tokens, err = c.recall.ContextBudget(ctx, in.Budget, c.opts.Getenv(BudgetVariable)); err != nil {
		return "", err
	}
	found, err := framedContext(ctx, c.recall, c.by, req, c.mark)
	if err != nil {
		return "", err
	}
	if len(found.IDs) > 0 {
		c.note(ctx, store.Recall{Kind: store.InjectedRecall, IDs: found.IDs})
	}
	return found.Text, nil
}

// Context returns the context that [recall.Recall.Context] compiles as a client
// is given it: in a frame that no record can close. The limits are for all of it;
// their Frame is ignored.
func Context(ctx context.Context, r *recall.Recall, by store.Author, req recall.ContextRequest) (brief.Context, error) {
	return framedContext(ctx, r, by, req, randomMark)
}

func framedContext(ctx context.Context, r *recall.Recall, by store.Author, req recall.ContextRequest, mark func() string) (brief.Context, error) {
	req.Limits.Frame = func(c brief.Context) string { return frameParts(mark, contextParts(c)) }
	return r.Context(ctx, by, req)
}

// ownLabel is before the documents in which the person speaks to the model. Only
// the person changes them, so that they are not for the frame to devalue.
const ownLabel = "the user's own words to you"

// contextParts cuts a context where the user's own words begin and end.
func contextParts(c brief.Context) []framed {
	parts := []framed{{text: c.Head}}
	for _, s := range c.Sections {
		if s.Text == "" {
			continue
		}
		label := ""
		if slices.Contains([]brief.Name{brief.Persona, brief.Instructions}, s.Name) {
			label = ownLabel
		}
		if last := &parts[len(parts)-1]; last.label == label {
			last.text = strings.TrimLeft(last.text+"\n\n"+s.Text, "\n")
		} else {
			parts = append(parts, framed{label, s.Text})
		}
	}
	return parts
}
