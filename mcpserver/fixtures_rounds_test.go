package mcpserver

//lint:file-ignore SA1019 the suite tests what the older eras have

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Tools that ask the client for something in between, in the era without sessions:
// they answer what they need, and are called again with it.

// question asks the person for one value.
func question(message, name, kind string) *mcp.ElicitParams {
	return &mcp.ElicitParams{Message: message, RequestedSchema: json.RawMessage(
		fmt.Sprintf(`{"type":"object","properties":{%q:{"type":%q}},"required":[%q]}`, name, kind, name))}
}

// modelSays asks the client's model.
func modelSays(words string, tokens int64) *mcp.CreateMessageParams {
	return &mcp.CreateMessageParams{MaxTokens: tokens, Messages: []*mcp.SamplingMessage{{Role: "user", Content: &mcp.TextContent{Text: words}}}}
}

// needs is a tool that is done once all of these are answered, and its state, if it
// has one, came back as it was.
func needs(all map[string]mcp.InputRequest, state string) fixture {
	return func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if err := sameState(req, state); err != nil {
			return nil, err
		}
		for name := range all {
			if _, ok := req.Params.InputResponses[name]; !ok {
				return &mcp.CallToolResult{InputRequests: all, RequestState: state}, nil
			}
		}
		return textResult("done, state-ok"), nil
	}
}

// sameState refuses a state that was tampered with.
func sameState(req *mcp.CallToolRequest, states ...string) error {
	given := req.Params.RequestState
	if given == "" {
		return nil
	}
	for _, state := range states {
		if given == state {
			return nil
		}
	}
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "requestState is not what it was"}
}

func roundTrips() map[string]fixture {
	name := question("What is your name?", "name", "string")
	return map[string]fixture{
		"test_input_required_result_elicitation":    needs(map[string]mcp.InputRequest{"user_name": name}, ""),
		"test_input_required_result_sampling":       needs(map[string]mcp.InputRequest{"capital_question": modelSays("What is the capital of France?", 100)}, ""),
		"test_input_required_result_list_roots":     needs(map[string]mcp.InputRequest{"client_roots": &mcp.ListRootsParams{}}, ""),
		"test_input_required_result_request_state":  needs(map[string]mcp.InputRequest{"confirm": question("Please confirm", "ok", "boolean")}, "state"),
		"test_input_required_result_tampered_state": needs(map[string]mcp.InputRequest{"confirm": question("Please confirm", "ok", "boolean")}, "state"),
		"test_input_required_result_multiple_inputs": needs(map[string]mcp.InputRequest{
			"user_name": name, "greeting": modelSays("Generate a greeting", 50), "client_roots": &mcp.ListRootsParams{}}, "state"),
		"test_input_required_result_multi_round": twoRounds,
		"test_input_required_result_capabilities": func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			all := map[string]mcp.InputRequest{}
			caps := req.ClientCapabilities()
			if caps != nil && caps.Sampling != nil {
				all["sample"] = modelSays("Say something", 50)
			}
			if caps != nil && caps.Elicitation != nil {
				all["user_name"] = name
			}
			return needs(all, "")(ctx, req)
		},
	}
}

func twoRounds(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := sameState(req, "first", "second"); err != nil {
		return nil, err
	}
	_, first := req.Params.InputResponses["step1"]
	_, second := req.Params.InputResponses["step2"]
	switch {
	case second && req.Params.RequestState == "second":
		return textResult("done"), nil
	case first && req.Params.RequestState == "first":
		return &mcp.CallToolResult{RequestState: "second",
			InputRequests: mcp.InputRequestMap{"step2": question("Step 2: What is your favorite color?", "color", "string")}}, nil
	}
	return &mcp.CallToolResult{RequestState: "first",
		InputRequests: mcp.InputRequestMap{"step1": question("Step 1: What is your name?", "name", "string")}}, nil
}
