package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// serveChat speaks the OpenAI Chat Completions API, streamed and not.
func (m *model) serveChat(w http.ResponseWriter, r *http.Request) {
	var req struct {
		Stream bool
		Tools  []struct{ Function namedTool }
		// A result is the content of a message of its own.
		Messages []struct {
			Role    string
			ID      string `json:"tool_call_id"`
			Content json.RawMessage
		}
	}
	if !m.hear(w, r, &req) {
		return
	}
	var a ask
	for _, t := range req.Tools {
		a.tools = append(a.tools, offer{name: t.Function.Name})
	}
	if n := len(req.Messages); n > 0 && req.Messages[n-1].Role == "tool" {
		a.result = &result{id: req.Messages[n-1].ID, text: textOf(req.Messages[n-1].Content)}
	}
	said, reason := map[string]any{"role": "assistant"}, "stop"
	if mv := m.decide(a); mv.call != nil {
		reason = "tool_calls"
		said["tool_calls"] = []any{map[string]any{"index": 0, "id": mv.call.id, "type": "function",
			"function": map[string]string{"name": mv.call.name, "arguments": mv.call.args}}}
	} else {
		said["content"] = mv.text
	}
	usage := map[string]int{"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
	if !req.Stream {
		writeJSON(w, map[string]any{"id": "c_1", "object": "chat.completion", "created": 1, "model": "stub", "usage": usage,
			"choices": []any{map[string]any{"index": 0, "message": said, "finish_reason": reason}}})
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	chunk := func(usage any, choices ...any) {
		fmt.Fprintf(w, "data: %s\n\n", marshal(map[string]any{"id": "c_1", "object": "chat.completion.chunk", "created": 1, "model": "stub",
			"usage": usage, "choices": append([]any{}, choices...)}))
	}
	chunk(nil, map[string]any{"index": 0, "delta": said, "finish_reason": nil})
	chunk(nil, map[string]any{"index": 0, "delta": map[string]any{}, "finish_reason": reason})
	chunk(usage) // some clients look at nothing else in what has it
	fmt.Fprint(w, "data: [DONE]\n\n")
}

// responsesTool is a tool, or a namespace that holds tools.
type responsesTool struct {
	Type, Name string
	Tools      []responsesTool
}

// serveResponses speaks the OpenAI Responses API.
func (m *model) serveResponses(w http.ResponseWriter, r *http.Request) {
	var req struct {
		Tools []responsesTool
		Input json.RawMessage // a string, or a list of items
	}
	if !m.hear(w, r, &req) {
		return
	}
	var a ask
	for _, t := range req.Tools {
		a.tools = append(a.tools, offer{name: t.Name})
		for _, inner := range t.Tools {
			a.tools = append(a.tools, offer{name: inner.Name, namespace: t.Name})
		}
	}
	var items []struct {
		Type   string
		CallID string `json:"call_id"`
		Output json.RawMessage
	}
	if json.Unmarshal(req.Input, &items) == nil && len(items) > 0 && items[len(items)-1].Type == "function_call_output" {
		last := items[len(items)-1]
		a.result = &result{id: last.CallID, text: textOf(last.Output)}
	}
	var item map[string]any
	if mv := m.decide(a); mv.call != nil {
		item = map[string]any{"type": "function_call", "id": "f_1", "call_id": mv.call.id, "status": "completed",
			"name": mv.call.name, "arguments": mv.call.args}
		if mv.call.namespace != "" {
			item["namespace"] = mv.call.namespace
		}
	} else {
		item = map[string]any{"type": "message", "id": "m_1", "role": "assistant", "status": "completed",
			"content": []any{map[string]any{"type": "output_text", "text": mv.text, "annotations": []any{}}}}
	}
	response := func(status string, output ...any) map[string]any {
		return map[string]any{"id": "resp_1", "object": "response", "created_at": 1, "status": status, "model": "stub", "output": append([]any{}, output...),
			"usage": map[string]any{"input_tokens": 1, "output_tokens": 1, "total_tokens": 2,
				"input_tokens_details": map[string]int{"cached_tokens": 0}, "output_tokens_details": map[string]int{"reasoning_tokens": 0}}}
	}
	w.Header().Set("Content-Type", "text/event-stream")
	for _, e := range []map[string]any{
		{"type": "response.created", "response": response("in_progress")},
		{"type": "response.output_item.added", "output_index": 0, "item": item},
		{"type": "response.output_item.done", "output_index": 0, "item": item},
		{"type": "response.completed", "response": response("completed", item)},
	} {
		fmt.Fprintf(w, "event: %s\ndata: %s\n\n", e["type"], marshal(e))
	}
}

// serveGemini speaks the Gemini API, streamed and not.
func (m *model) serveGemini(w http.ResponseWriter, r *http.Request) {
	var req struct {
		Tools []struct {
			FunctionDeclarations []namedTool
		}
		Contents []struct {
			Parts []struct {
				FunctionResponse *struct{ Response json.RawMessage }
			}
		}
	}
	if !m.hear(w, r, &req) {
		return
	}
	var a ask
	for _, group := range req.Tools {
		for _, t := range group.FunctionDeclarations {
			a.tools = append(a.tools, offer{name: t.Name})
		}
	}
	if n := len(req.Contents); n > 0 {
		for _, part := range req.Contents[n-1].Parts {
			if part.FunctionResponse != nil {
				a.result = &result{text: strings.Join(texts(decoded(part.FunctionResponse.Response)), "\n")}
			}
		}
	}
	part := map[string]any{}
	if mv := m.decide(a); mv.call != nil {
		part["functionCall"] = map[string]any{"name": mv.call.name, "args": json.RawMessage(mv.call.args)}
	} else {
		part["text"] = mv.text
	}
	answer := map[string]any{
		"candidates": []any{map[string]any{"index": 0, "finishReason": "STOP",
			"content": map[string]any{"role": "model", "parts": []any{part}}}},
		"usageMetadata": map[string]int{"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2},
		"modelVersion":  "stub",
	}
	if !strings.Contains(r.URL.Path, ":stream") {
		writeJSON(w, answer)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	fmt.Fprintf(w, "data: %s\n\n", marshal(answer))
}

func decoded(raw json.RawMessage) any {
	var v any
	_ = json.Unmarshal(raw, &v) // raw is part of a message that was decoded
	return v
}

func marshal(v any) []byte {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err) // maps of plain values always marshal
	}
	return raw
}

// hear reads a request into req and keeps all the text in it.
func (m *model) hear(w http.ResponseWriter, r *http.Request, req any) bool {
	var raw json.RawMessage
	var all any
	err := json.NewDecoder(r.Body).Decode(&raw)
	if err == nil {
		err = json.Unmarshal(raw, &all)
	}
	if err == nil && req != nil {
		err = json.Unmarshal(raw, req)
	}
	if err != nil {
		m.note(&m.problems, "body: "+err.Error())
		http.Error(w, `{"type":"error","error":{"type":"invalid_request_error","message":"body"}}`, http.StatusBadRequest)
		return false
	}
	m.note(&m.heard, strings.Join(texts(all), "\n"))
	return true
}

// texts returns all strings in a JSON value.
func texts(v any) []string {
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		var out []string
		for _, one := range v {
			out = append(out, texts(one)...)
		}
		return out
	case map[string]any:
		var out []string
		for _, one := range v {
			out = append(out, texts(one)...)
		}
		return out
	}
	return nil
}
