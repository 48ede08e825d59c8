package mcpserver

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestSchemas keeps each tool as clients see it in a committed file, and the
// rules that hold for all tools.
func TestSchemas(t *testing.T) {
	s := newSession(t)
	list, err := s.client.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	if len(whole) >= 8<<10 {
		t.Errorf("tools/list has %d bytes; every session pays for them", len(whole))
	}
	if list.CacheScope != "private" {
		t.Errorf("cache scope is %q", list.CacheScope)
	}
	for _, tool := range list.Tools {
		data, err := json.MarshalIndent(tool, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		golden(t, tool.Name+".json", string(data)+"\n")
		if a := tool.Annotations; a == nil || a.DestructiveHint == nil || a.OpenWorldHint == nil {
			t.Errorf("%s: not all hints are written out", tool.Name)
		}
		if tool.Title == "" || tool.Description == "" {
			t.Errorf("%s: no title or description", tool.Name)
		}
		if tool.InputSchema.(map[string]any)["additionalProperties"] != false {
			t.Errorf("%s: unknown arguments are not refused by the schema", tool.Name)
		}
	}
	if len(list.Tools) != len(tools()) {
		t.Errorf("%d tools are listed, %d exist", len(list.Tools), len(tools()))
	}
}

func TestUnknownTool(t *testing.T) {
	s := newSession(t)
	_, err := s.client.CallTool(t.Context(), &mcp.CallToolParams{Name: "memory_wipe"})
	if e, ok := errors.AsType[*jsonrpc.Error](err); !ok || e.Code != jsonrpc.CodeInvalidParams {
		t.Errorf("error is %v", err)
	}
}

func TestInstructions(t *testing.T) {
	if len(instructions) > 1600 {
		t.Errorf("instructions have %d bytes", len(instructions))
	}
	for _, tool := range tools() {
		if !strings.Contains(instructions, tool.name) {
			t.Errorf("instructions do not mention %s", tool.name)
		}
	}
}

// TestPanic: a request that panics fails alone.
func TestPanic(t *testing.T) {
	s := newSession(t)
	s.server.presence.end() // it uses the store in the background
	good := s.server.opts.Recall
	s.server.opts.Recall = nil
	_, err := s.client.CallTool(t.Context(), &mcp.CallToolParams{Name: "memory_get", Arguments: json.RawMessage(`{"ids":1}`)})
	if e, ok := errors.AsType[*jsonrpc.Error](err); !ok || e.Code != jsonrpc.CodeInternalError {
		t.Errorf("error is %v", err)
	}
	s.server.opts.Recall = good
	if got := s.call("memory_get", `{"ids":1}`); got != "#1 does not exist." {
		t.Errorf("after a panic: %s", got)
	}
}

// TestHintsWritten: each tool says on its own what it does to memories. A hint
// that is left out and one that is false look the same at run time, so that the
// source is looked at.
func TestHintsWritten(t *testing.T) {
	files, err := filepath.Glob("tool*.go")
	if err != nil {
		t.Fatal(err)
	}
	written := 0
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			lit, ok := n.(*ast.CompositeLit)
			if id, named := identOf(lit); !ok || !named || id != "tool" {
				return true
			}
			written++
			given := map[string]bool{}
			for _, e := range lit.Elts {
				if pair, ok := e.(*ast.KeyValueExpr); ok {
					given[pair.Key.(*ast.Ident).Name] = true
				}
			}
			for _, hint := range []string{"readOnly", "destructive", "repeat", "openWorld"} {
				if !given[hint] {
					t.Errorf("%s: %s is not written out", name, hint)
				}
			}
			return true
		})
	}
	if written != len(tools()) {
		t.Errorf("%d tools are written, %d exist", written, len(tools()))
	}
}

func identOf(lit *ast.CompositeLit) (string, bool) {
	if lit == nil {
		return "", false
	}
	id, ok := lit.Type.(*ast.Ident)
	if !ok {
		return "", false
	}
	return id.Name, true
}
