package mcpserver

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxNamed bounds in bytes what a call names: a tool, a prompt, an address. An answer
// that there is no such thing may repeat it.
const maxNamed = 2048

// paramsOf gives the params of each call a place to be decoded to.
var paramsOf = map[string]func() any{
	"initialize":      func() any { return &mcp.InitializeParams{} },
	"server/discover": func() any { return &mcp.DiscoverParams{} },
	"ping":            func() any { return &mcp.PingParams{} },
	//lint:ignore SA1019 clients of the older eras send it
	"logging/setLevel":         func() any { return &mcp.SetLoggingLevelParams{} },
	"completion/complete":      func() any { return &mcp.CompleteParams{} },
	"tools/list":               func() any { return &mcp.ListToolsParams{} },
	"tools/call":               func() any { return &mcp.CallToolParamsRaw{} },
	"prompts/list":             func() any { return &mcp.ListPromptsParams{} },
	"prompts/get":              func() any { return &mcp.GetPromptParams{} },
	"resources/list":           func() any { return &mcp.ListResourcesParams{} },
	"resources/templates/list": func() any { return &mcp.ListResourceTemplatesParams{} },
	"resources/read":           func() any { return &mcp.ReadResourceParams{} },
	"resources/subscribe":      func() any { return &mcp.SubscribeParams{} },
	"resources/unsubscribe":    func() any { return &mcp.UnsubscribeParams{} },
	"subscriptions/listen":     func() any { return &mcp.SubscriptionsListenParams{} },
}

// wrongParams says what is wrong with the form of a call's params, or "". The SDK
// would answer with all of them, which may be megabytes, and with names of its types.
func wrongParams(req *jsonrpc.Request) string {
	place, ok := paramsOf[req.Method]
	if !ok || !req.IsCall() || len(req.Params) == 0 {
		return "" // the SDK says that there is no such method, or that params are missing
	}
	params := place()
	err := json.Unmarshal(req.Params, params)
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		if wrong.Field == "" {
			return fmt.Sprintf("params of %s must be an object", req.Method)
		}
		return fmt.Sprintf("params of %s: %s has the wrong type", req.Method, clip(wrong.Field, 64))
	}
	if err != nil {
		return fmt.Sprintf("these are no params of %s", req.Method)
	}
	for _, name := range named(params) {
		if len(name) > maxNamed {
			return fmt.Sprintf("what %s names is longer than %d bytes", req.Method, maxNamed)
		}
	}
	return ""
}

// named returns what params name.
func named(params any) []string {
	switch p := params.(type) {
	case *mcp.CallToolParamsRaw:
		return []string{p.Name}
	case *mcp.GetPromptParams:
		return []string{p.Name}
	case *mcp.ReadResourceParams:
		return []string{p.URI}
	case *mcp.SubscribeParams:
		return []string{p.URI}
	case *mcp.UnsubscribeParams:
		return []string{p.URI}
	case *mcp.CompleteParams:
		if p.Ref != nil {
			return []string{p.Ref.Name, p.Ref.URI}
		}
	}
	return nil
}
