package mcpserver

//lint:file-ignore SA1019 the suite tests what the older eras have

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// The suite calls tools, resources and prompts by fixed names, and compares what they
// answer. They are of no use to anybody else.

// Smallest files of their kinds.
var (
	onePixel = mustDecode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC")
	quiet    = []byte("RIFF\x24\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00\x40\x1f\x00\x00\x40\x1f\x00\x00\x01\x00\x08\x00data\x00\x00\x00\x00")
)

func mustDecode(s string) []byte {
	data, err := base64.StdEncoding.DecodeString(s)
	if err != nil {
		panic(err)
	}
	return data
}

// addFixtures adds what the suite calls to a server.
func addFixtures(s *Server) {
	for name, handle := range fixtureTools() {
		s.sdk.AddTool(&mcp.Tool{Name: name, Description: "A fixture of the conformance suite.", InputSchema: fixtureSchema(name)}, handle)
	}
	s.sdk.AddTool(&mcp.Tool{Name: "json_schema_2020_12_tool", Description: "A fixture of the conformance suite.",
		InputSchema: json.RawMessage(fullSchema)}, says("done"))
	s.sdk.AddTool(&mcp.Tool{Name: "test_header", Description: "A fixture of the conformance suite.",
		InputSchema: json.RawMessage(`{"type":"object","properties":{"region":{"type":"string","x-mcp-header":"Region"}}}`)}, says("done"))
	addFixtureChanges(s.sdk)
	addFixtureResources(s.sdk)
	addFixturePrompts(s.sdk)
}

// fixtureSchema returns the schema of a tool's arguments: one text, or nothing.
func fixtureSchema(name string) json.RawMessage {
	arg := map[string]string{"test_sampling": "prompt", "test_elicitation": "message"}[name]
	if arg == "" {
		return json.RawMessage(`{"type":"object"}`)
	}
	return json.RawMessage(fmt.Sprintf(`{"type":"object","properties":{%[1]q:{"type":"string"}},"required":[%[1]q]}`, arg))
}

const fullSchema = `{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object",
	"$defs":{"address":{"$anchor":"addressDef","type":"object","properties":{"street":{"type":"string"},"city":{"type":"string"}}}},
	"properties":{"name":{"type":"string"},"address":{"$ref":"#/$defs/address"},"contactMethod":{"type":"string","enum":["phone","email"]},
		"phone":{"type":"string"},"email":{"type":"string"}},
	"allOf":[{"anyOf":[{"required":["phone"]},{"required":["email"]}]}],
	"if":{"properties":{"contactMethod":{"const":"phone"}},"required":["contactMethod"]},
	"then":{"required":["phone"]},"else":{"required":["email"]},
	"additionalProperties":false}`

type fixture = func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error)

func textResult(s string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: s}}}
}

func says(s string) fixture {
	return func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) { return textResult(s), nil }
}

func gives(content ...mcp.Content) fixture {
	return func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{Content: content}, nil
	}
}

func fixtureTools() map[string]fixture {
	image := &mcp.ImageContent{Data: onePixel, MIMEType: "image/png"}
	embedded := func(uri, mime, text string) *mcp.EmbeddedResource {
		return &mcp.EmbeddedResource{Resource: &mcp.ResourceContents{URI: uri, MIMEType: mime, Text: text}}
	}
	tools := map[string]fixture{
		"test_simple_text":       says("This is a simple text response for testing."),
		"test_image_content":     gives(image),
		"test_audio_content":     gives(&mcp.AudioContent{Data: quiet, MIMEType: "audio/wav"}),
		"test_embedded_resource": gives(embedded("test://embedded-resource", "text/plain", "This is an embedded resource content.")),
		"test_multiple_content_types": gives(&mcp.TextContent{Text: "Multiple content types test:"}, image,
			embedded("test://mixed-content-resource", "application/json", `{"test":"data","value":123}`)),
		"test_error_handling": func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			res := textResult("This tool intentionally returns an error for testing")
			res.IsError = true
			return res, nil
		},
		"test_tool_with_logging":            logs("Tool execution started", "Tool processing data", "Tool execution completed"),
		"test_logging_tool":                 logs("Tool execution started"),
		"test_tool_with_progress":           progresses,
		"test_sampling":                     samples,
		"test_elicitation":                  elicits,
		"test_elicitation_sep1034_defaults": asks(defaultsSchema, "Elicitation completed"),
		"test_elicitation_sep1330_enums":    asks(enumsSchema, "Elicitation completed"),
		"test_missing_capability":           needsSampling,
		"test_streaming_elicitation":        needs(map[string]mcp.InputRequest{"user_name": question("What is your name?", "name", "string")}, ""),
	}
	for name, handle := range roundTrips() {
		tools[name] = handle
	}
	return tools
}

// pause is what the suite wants between two notifications.
const pause = 50 * time.Millisecond

func logs(lines ...string) fixture {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		for _, line := range lines {
			if err := req.Session.Log(ctx, &mcp.LoggingMessageParams{Level: "info", Data: line}); err != nil {
				return nil, err
			}
			time.Sleep(pause)
		}
		return textResult("logged"), nil
	}
}

func progresses(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	for _, at := range []float64{0, 50, 100} {
		if token := req.Params.GetProgressToken(); token != nil {
			if err := req.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{ProgressToken: token, Progress: at, Total: 100}); err != nil {
				return nil, err
			}
		}
		time.Sleep(pause)
	}
	return textResult("progressed"), nil
}

func textArgument(req *mcp.CallToolRequest, name string) string {
	var args map[string]string
	_ = json.Unmarshal(req.Params.Arguments, &args) // the schema was checked
	return args[name]
}

func samples(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res, err := req.Session.CreateMessage(ctx, &mcp.CreateMessageParams{MaxTokens: 100,
		Messages: []*mcp.SamplingMessage{{Role: "user", Content: &mcp.TextContent{Text: textArgument(req, "prompt")}}}})
	if err != nil {
		return nil, err
	}
	answer, ok := res.Content.(*mcp.TextContent)
	if !ok {
		return nil, errors.New("the model answered no text")
	}
	return textResult("LLM response: " + answer.Text), nil
}

func elicits(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return elicit(ctx, req, textArgument(req, "message"), `{"type":"object","properties":{
		"username":{"type":"string","description":"User's response"},"email":{"type":"string","description":"User's email address"}},
		"required":["username","email"]}`, "User response")
}

const (
	defaultsSchema = `{"type":"object","properties":{"name":{"type":"string","default":"John Doe"},"age":{"type":"integer","default":30},
		"score":{"type":"number","default":95.5},"status":{"type":"string","enum":["active","inactive","pending"],"default":"active"},
		"verified":{"type":"boolean","default":true}}}`
	enumsSchema = `{"type":"object","properties":{
		"untitledSingle":{"type":"string","enum":["option1","option2","option3"]},
		"titledSingle":{"type":"string","oneOf":[{"const":"value1","title":"First Option"},{"const":"value2","title":"Second Option"},{"const":"value3","title":"Third Option"}]},
		"legacyEnum":{"type":"string","enum":["opt1","opt2","opt3"],"enumNames":["Option One","Option Two","Option Three"]},
		"untitledMulti":{"type":"array","items":{"type":"string","enum":["option1","option2","option3"]}},
		"titledMulti":{"type":"array","items":{"anyOf":[{"const":"value1","title":"First Choice"},{"const":"value2","title":"Second Choice"},{"const":"value3","title":"Third Choice"}]}}}}`
)

func asks(schema, done string) fixture {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return elicit(ctx, req, "Please fill this in", schema, done)
	}
}

func elicit(ctx context.Context, req *mcp.CallToolRequest, message, schema, done string) (*mcp.CallToolResult, error) {
	res, err := req.Session.Elicit(ctx, &mcp.ElicitParams{Message: message, RequestedSchema: json.RawMessage(schema)})
	if err != nil {
		return nil, err
	}
	content, err := json.Marshal(res.Content)
	return textResult(fmt.Sprintf("%s: action=%s, content=%s", done, res.Action, content)), err
}

func needsSampling(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if caps := req.ClientCapabilities(); caps == nil || caps.Sampling == nil {
		return nil, &jsonrpc.Error{Code: mcp.CodeMissingRequiredClientCapabilities, Message: "this tool needs sampling",
			Data: json.RawMessage(`{"requiredCapabilities":{"sampling":{}}}`)}
	}
	return textResult("sampling is there"), nil
}

// addFixtureChanges adds tools that change a list.
func addFixtureChanges(s *mcp.Server) {
	for name, change := range map[string]func(){
		"test_trigger_tool_change": func() {
			s.AddTool(&mcp.Tool{Name: "test_made", Description: "Made by a call.", InputSchema: fixtureSchema("")}, says("done"))
		},
		"test_trigger_prompt_change": func() {
			s.AddPrompt(&mcp.Prompt{Name: "test_made", Description: "Made by a call."},
				func(context.Context, *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
					return &mcp.GetPromptResult{}, nil
				})
		},
	} {
		s.AddTool(&mcp.Tool{Name: name, Description: "A fixture of the conformance suite.", InputSchema: fixtureSchema(name)},
			func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				change()
				return textResult("changed"), nil
			})
	}
}

// addFixtureResources adds resources, and a completion. For a subscription, which the
// product takes for what it has itself, the index of skills stands in.
func addFixtureResources(s *mcp.Server) {
	const about = "A fixture of the conformance suite."
	contents := map[string]*mcp.ResourceContents{
		"test://static-text":       {MIMEType: "text/plain", Text: "This is the content of the static text resource."},
		"test://static-binary":     {MIMEType: "image/png", Blob: onePixel},
		"test://watched-resource":  {MIMEType: "text/plain", Text: "watched"},
		"test://template/123/data": {MIMEType: "application/json", Text: `{"id":"123","templateTest":true,"data":"Data for ID: 123"}`},
	}
	read := func(_ context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{contents[req.Params.URI]}}, nil
	}
	for uri, c := range contents {
		if c.URI = uri; !strings.Contains(uri, "template") {
			s.AddResource(&mcp.Resource{URI: uri, Name: uri, Description: about, MIMEType: c.MIMEType}, read)
		}
	}
	s.AddResourceTemplate(&mcp.ResourceTemplate{URITemplate: "test://template/{id}/data", Name: "template", Description: about, MIMEType: "application/json"}, read)
	s.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			switch r := req.(type) {
			case *mcp.SubscribeRequest:
				r.Params.URI = "memtray://skills"
			case *mcp.UnsubscribeRequest:
				r.Params.URI = "memtray://skills"
			case *mcp.CompleteRequest:
				if r.Params.Ref.Name == "test_prompt_with_arguments" {
					return &mcp.CompleteResult{Completion: mcp.CompletionResultDetails{Values: []string{"paris", "park"}}}, nil
				}
			}
			return next(ctx, method, req)
		}
	})
}

func addFixturePrompts(s *mcp.Server) {
	user := func(c mcp.Content) *mcp.PromptMessage { return &mcp.PromptMessage{Role: "user", Content: c} }
	said := func(text string) *mcp.PromptMessage { return user(&mcp.TextContent{Text: text}) }
	for name, p := range map[string]struct {
		arguments []string
		messages  func(args map[string]string) []*mcp.PromptMessage
	}{
		"test_simple_prompt": {nil, func(map[string]string) []*mcp.PromptMessage {
			return []*mcp.PromptMessage{said("This is a simple prompt for testing.")}
		}},
		"test_prompt_with_arguments": {[]string{"arg1", "arg2"}, func(args map[string]string) []*mcp.PromptMessage {
			return []*mcp.PromptMessage{said(fmt.Sprintf("Prompt with arguments: arg1='%s', arg2='%s'", args["arg1"], args["arg2"]))}
		}},
		"test_prompt_with_embedded_resource": {[]string{"resourceUri"}, func(args map[string]string) []*mcp.PromptMessage {
			return []*mcp.PromptMessage{user(&mcp.EmbeddedResource{Resource: &mcp.ResourceContents{URI: args["resourceUri"], MIMEType: "text/plain",
				Text: "Embedded resource content for testing."}}), said("Please process the embedded resource above.")}
		}},
		"test_prompt_with_image": {nil, func(map[string]string) []*mcp.PromptMessage {
			return []*mcp.PromptMessage{user(&mcp.ImageContent{Data: onePixel, MIMEType: "image/png"}), said("Please analyze the image above.")}
		}},
	} {
		prompt := &mcp.Prompt{Name: name, Description: "A fixture of the conformance suite."}
		for _, arg := range p.arguments {
			prompt.Arguments = append(prompt.Arguments, &mcp.PromptArgument{Name: arg, Required: true})
		}
		s.AddPrompt(prompt, func(_ context.Context, req *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
			return &mcp.GetPromptResult{Messages: p.messages(req.Params.Arguments)}, nil
		})
	}
	s.AddPrompt(&mcp.Prompt{Name: "test_input_required_result_prompt", Description: "A fixture of the conformance suite."},
		func(_ context.Context, req *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
			if _, ok := req.Params.InputResponses["user_context"]; ok {
				return &mcp.GetPromptResult{Messages: []*mcp.PromptMessage{said("with context")}}, nil
			}
			return &mcp.GetPromptResult{InputRequests: mcp.InputRequestMap{"user_context": question("What context should the prompt use?", "context", "string")}}, nil
		})
}
