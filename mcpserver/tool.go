package mcpserver

import (
	"context"
	"encoding/json"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"memtray/store"
	"memtray/store/recall"
)

// tool is one tool. Its schema and the check of its arguments come from fields.
type tool struct {
	name, title, about    string
	readOnly, destructive bool
	repeat                bool // calling twice is as good as once
	openWorld             bool // it reaches beyond this computer
	fields                []field
	handle                func(context.Context, *call, json.RawMessage) (string, error)
}

// tools returns all tools in the order in which they are listed.
func tools() []tool {
	return []tool{searchTool(), timelineTool(), getTool(), contextTool(), saveTool(), updateTool(), deleteTool(), noteTool(), documentTool()}
}

// handler makes do the handler of a tool whose arguments are an In.
func handler[In any](fields []field, do func(context.Context, *call, In) (string, error)) func(context.Context, *call, json.RawMessage) (string, error) {
	return func(ctx context.Context, c *call, raw json.RawMessage) (string, error) {
		var in In
		if err := decode(raw, fields, &in); err != nil {
			return "", err
		}
		if err := c.enter(ctx); err != nil {
			return "", err
		}
		return do(ctx, c, in)
	}
}

// incoming is what the calls of tools, prompts and resources have in common.
type incoming interface {
	mcp.Request
	ClientCapabilities() *mcp.ClientCapabilities
}

// call is one call of a tool, or one request for a prompt or a resource.
type call struct {
	*Server
	incoming
	by     store.Author
	recall *recall.Recall // set by open
}

func (s *Server) call(req incoming) *call {
	session := ""
	if s.opts.Token != 0 {
		session = " " + req.GetSession().ID()
	}
	return &call{Server: s, incoming: req, by: s.author(s.client(req), session)}
}

// open opens the store, once the arguments are known to be right.
func (c *call) open(ctx context.Context) (err error) {
	c.recall, err = c.Server.open(ctx)
	return err
}

// enter opens the store for a client that may read, from where it works. Whatever
// is given to a client begins with it.
func (c *call) enter(ctx context.Context) error {
	if err := c.open(ctx); err != nil {
		return err
	}
	return c.recall.Enter(ctx, c.by, c.Server.work(ctx, c.incoming))
}

// storeTimeout bounds a call that stores something; it does not end with the
// session, so that what a client asked to keep is kept though it left.
const storeTimeout = 30 * time.Second

func (s *Server) add(t tool) {
	s.sdk.AddTool(t.describe(), func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if !t.readOnly {
			s.storing.Add(1)
			defer s.storing.Done()
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(context.WithoutCancel(ctx), storeTimeout)
			defer cancel()
		}
		c := s.call(req)
		text, err := t.handle(ctx, c, req.Params.Arguments)
		s.called(c.by.Client, t.name, err != nil)
		if err != nil {
			return s.failed(t.name, err), nil
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, nil
	})
}

// failed returns the result of a call that failed: for the model, not the
// protocol, to deal with.
func (s *Server) failed(tool string, err error) *mcp.CallToolResult {
	if code := store.ErrorCode(err); code == store.Internal || code == store.Damaged || code == store.Busy {
		s.opts.Log.Error("Call failed", "tool", tool, "error", err)
	}
	return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: store.ErrorMessage(err)}}}
}

// describe returns t as clients see it.
func (t tool) describe() *mcp.Tool {
	return &mcp.Tool{
		Name:        t.name,
		Title:       t.title,
		Description: t.about,
		InputSchema: schema(t.fields),
		Annotations: &mcp.ToolAnnotations{
			ReadOnlyHint:    t.readOnly,
			DestructiveHint: &t.destructive,
			IdempotentHint:  t.repeat,
			OpenWorldHint:   &t.openWorld,
		},
	}
}

// stores reports whether a request is a call that stores something.
func stores(req *jsonrpc.Request) bool {
	if req.Method != "tools/call" {
		return false
	}
	var params struct {
		Name string `json:"name"`
	}
	if json.Unmarshal(req.Params, &params) != nil {
		return false
	}
	for _, t := range tools() {
		if t.name == params.Name {
			return !t.readOnly
		}
	}
	return false
}

// kindNames returns all kinds as text.
func kindNames() []string {
	var names []string
	for _, k := range store.Kinds() {
		names = append(names, string(k))
	}
	return names
}
