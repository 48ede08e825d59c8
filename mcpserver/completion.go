package mcpserver

import (
	"context"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxCompletions is the protocol's limit of one answer.
const maxCompletions = 100

// completer returns what can stand for an argument that begins with value, best
// first. The others are the arguments that were given before.
type completer func(ctx context.Context, c *call, value string, others map[string]string) ([]string, error)

// complete answers completion/complete.
func (s *Server) complete(ctx context.Context, req *mcp.CompleteRequest) (*mcp.CompleteResult, error) {
	c := s.call(req)
	fill, err := c.completerOf(ctx, req.Params.Ref, req.Params.Argument.Name)
	if err != nil {
		return nil, s.refused("completion/complete", "", err)
	}
	var values []string
	if fill != nil && len(req.Params.Argument.Value) <= maxURI {
		var others map[string]string
		if req.Params.Context != nil {
			others = req.Params.Context.Arguments
		}
		if err = c.enter(ctx); err == nil {
			values, err = fill(ctx, c, strings.TrimSpace(req.Params.Argument.Value), others)
		}
		if err != nil {
			return nil, s.refused("completion/complete", "", err)
		}
	}
	out := mcp.CompletionResultDetails{Values: []string{}, Total: len(values), HasMore: len(values) > maxCompletions}
	out.Values = append(out.Values, values[:min(len(values), maxCompletions)]...)
	return &mcp.CompleteResult{Completion: out}, nil
}

// completerOf returns what completes an argument; nil is nothing.
func (c *call) completerOf(ctx context.Context, ref *mcp.CompleteReference, argument string) (completer, error) {
	var known []string
	if ref.Type == "ref/prompt" {
		args, err := c.promptArguments(ctx, ref.Name)
		if err != nil {
			return nil, err
		}
		for _, a := range args {
			if a.name == argument {
				return a.complete, nil
			}
			known = append(known, a.name)
		}
		return nil, faultf("unknown argument %q (known: %s)", clip(argument, 40), strings.Join(known, ", "))
	}
	fill, ok := templateCompleters[strings.TrimPrefix(ref.URI, uriScheme)+" "+argument]
	if !ok {
		return nil, faultf("there is no resource template with this argument")
	}
	return fill, nil
}

func (c *call) promptArguments(ctx context.Context, name string) ([]argument, error) {
	for _, p := range prompts() {
		if p.name == name {
			return p.args, nil
		}
	}
	_, p, err := c.skillPrompt(ctx, name)
	return skillArguments(p), err
}
