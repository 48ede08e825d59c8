package mcpserver

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"memtray/store"
	"memtray/store/skills"
)

// markdown is the type of everything but some files of skills.
const markdown = "text/markdown"

// templates are the addresses of what is not listed one by one.
func (w words) templates() []*mcp.ResourceTemplate {
	of := func(pattern, name, title, about string) *mcp.ResourceTemplate {
		return &mcp.ResourceTemplate{URITemplate: uriScheme + pattern, Name: name, Title: title, Description: about, MIMEType: markdown}
	}
	file := of("skill/{name}/{file}", "skill_file", w.skillFile, "A file of a skill. The index of skills names them.")
	file.MIMEType = "" // each file has its own
	return []*mcp.ResourceTemplate{
		of("memory/{id}", "memory", w.memory, "A memory in full, by its number."),
		of("document/{name}", "document", w.document, "A document on the user or on how to work with them, such as profile."),
		of("journal/{date}", "journal", w.journal, "A day of the journal, such as 2026-11-30."),
		file,
	}
}

// resources returns what is listed: what is known, the skills and the documents.
func (w words) resources(all []skills.Skill, documents []string) []*mcp.Resource {
	out := []*mcp.Resource{
		{
			URI: address{kind: contextResource}.uri(), Name: "context", Title: w.context, MIMEType: markdown,
			Description: "Who the assistant is and what is known; read first for questions of identity.",
			Annotations: &mcp.Annotations{Audience: []mcp.Role{"assistant"}, Priority: 1},
		},
		{
			URI: address{kind: skillsResource}.uri(), Name: "skills", Title: w.skills, MIMEType: markdown,
			Description: "Index of the user's skills: what each is for, its prompts and files.",
		},
	}
	for _, s := range all {
		if s.Error == "" {
			out = append(out, &mcp.Resource{
				URI: address{kind: skillResource, name: s.Name, file: skills.Main}.uri(), Name: s.Name,
				Title: w.skill + s.Name, Description: s.Description, MIMEType: markdown,
			})
		}
	}
	for _, name := range documents {
		out = append(out, &mcp.Resource{
			URI: address{kind: documentResource, name: name}.uri(), Name: store.DocumentPrefix + name,
			Title: w.document + " " + name, Description: documentAbout[name], MIMEType: markdown,
		})
	}
	return out
}

// documentAbout says what the well-known documents hold.
var documentAbout = map[string]string{
	"persona":      "Who the assistant is for the user: its name, manner and voice.",
	"instructions": "How the user wants work to be done.",
	"profile":      "Who the user is.",
	"goals":        "What the user is working towards.",
	"glossary":     "What the user's words mean.",
}

// addressed brings the address of a reading to the spelling that is listed, so
// that the SDK finds it, and gives the answer the one that was asked for.
func (s *Server) addressed(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		read, ok := req.(*mcp.ReadResourceRequest)
		if !ok || method != "resources/read" || read.Params == nil {
			return next(ctx, method, req)
		}
		uri := read.Params.URI
		a, ok := parseAddress(uri)
		if !ok { // not ours; the SDK's error for what it does not know repeats all of it
			result, err := next(ctx, method, req)
			if err != nil {
				err = unknownResource(uri)
			}
			return result, err
		}
		read.Params.URI = a.uri()
		result, err := next(ctx, method, req)
		if e, ok := errors.AsType[*jsonrpc.Error](err); ok && len(e.Data) > 0 {
			told := *e // who knows whether the SDK keeps it
			told.Data, err = uriData(uri), &told
		}
		if answer, ok := result.(*mcp.ReadResourceResult); ok && answer != nil && err == nil {
			for _, c := range answer.Contents {
				c.URI = uri
			}
		}
		return result, err
	}
}

// read answers resources/read. The SDK calls it for listed resources and for
// what matches a template.
func (s *Server) read(ctx context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	uri := req.Params.URI
	a, ok := parseAddress(uri)
	if !ok {
		return nil, unknownResource(uri)
	}
	c := s.call(req)
	text, err := c.resource(ctx, a)
	s.called(c.by.Client, "resource:"+a.kind, err != nil)
	if err != nil {
		return nil, s.refused("resources/read", uri, err)
	}
	kind := markdown
	if a.kind == skillResource {
		kind = fileType(a.file)
	}
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: uri, MIMEType: kind, Text: text}}}, nil
}

// resource returns the text of a resource.
func (c *call) resource(ctx context.Context, a address) (string, error) {
	if err := c.enter(ctx); err != nil {
		return "", err
	}
	switch a.kind {
	case contextResource:
		return c.context(ctx, "")
	case skillsResource:
		return c.skillIndex(ctx)
	case skillResource:
		return c.skillFile(ctx, a.name, a.file)
	case memoryResource:
		return c.readMemory(ctx, a.id)
	}
	return c.readWriting(ctx, a)
}

// unknownResource is the protocol's error for what there is not, or what this
// client may not see.
func unknownResource(uri string) error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "Resource not found", Data: uriData(uri)}
}

func uriData(uri string) json.RawMessage {
	data, err := json.Marshal(map[string]string{"uri": clip(uri, 200)})
	if err != nil {
		panic(err) // a map of texts
	}
	return data
}

// refused returns the protocol's error for a prompt or resource that cannot be
// given; what is "" for a prompt, else a URI.
func (s *Server) refused(method, uri string, err error) error {
	if already, ok := err.(*jsonrpc.Error); ok {
		return already
	}
	code := store.ErrorCode(err)
	if code == store.NotFound && uri != "" {
		return unknownResource(uri)
	}
	out := &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: store.ErrorMessage(err)}
	switch code {
	case store.Internal, store.Damaged, store.Busy:
		s.opts.Log.Error("Request failed", "method", method, "error", err)
	case store.Paused:
		out.Code = jsonrpc.CodeInvalidRequest
	case store.Invalid, store.NotFound:
		out.Code = jsonrpc.CodeInvalidParams
	}
	if uri != "" {
		out.Data = uriData(uri)
	}
	return out
}

// fileType returns the type of a skill's file, all of which are text.
func fileType(file string) string {
	ext := strings.ToLower(file[strings.LastIndexByte(file, '.')+1:])
	return cmp.Or(map[string]string{
		"md": markdown, "markdown": markdown, "json": "application/json", "yaml": "application/yaml", "yml": "application/yaml",
		"html": "text/html", "css": "text/css", "csv": "text/csv", "xml": "application/xml", "svg": "image/svg+xml",
	}[ext], "text/plain")
}
