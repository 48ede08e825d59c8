package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// messagesRequest is the part of an Anthropic Messages request that the stub
// model reads.
type messagesRequest struct {
	Model    string      `json:"model"`
	Stream   bool        `json:"stream"`
	Tools    []namedTool `json:"tools"`
	Messages []message   `json:"messages"`
}

type namedTool struct {
	Name string `json:"name"`
}

func (m *model) serveMessages(w http.ResponseWriter, r *http.Request) {
	var req messagesRequest
	if !m.hear(w, r, &req) {
		return
	}
	reply := blockOf(m.decide(req.ask()))
	if req.Stream {
		writeStream(w, req.Model, reply)
		return
	}
	msg := newMessage(req.Model)
	msg["content"] = []block{reply}
	msg["stop_reason"] = reply.stopReason()
	writeJSON(w, msg)
}

func (r messagesRequest) ask() ask {
	var a ask
	for _, t := range r.Tools {
		a.tools = append(a.tools, offer{name: t.Name})
	}
	if b, ok := r.lastResult(); ok {
		a.result = &result{id: b.ToolUseID, text: textOf(b.Content), isError: b.IsError}
	}
	return a
}

func blockOf(mv move) block {
	if mv.call == nil {
		return block{Type: "text", Text: mv.text}
	}
	return block{Type: "tool_use", ID: mv.call.id, Name: mv.call.name, Input: json.RawMessage(mv.call.args)}
}

type message struct {
	Role    string          `json:"role"`
	Content json.RawMessage `json:"content"` // a string or a list of blocks
}

// block is one content block of a message, in either direction.
type block struct {
	Type      string          `json:"type"`
	Text      string          `json:"text,omitempty"`
	ID        string          `json:"id,omitempty"`
	Name      string          `json:"name,omitempty"`
	Input     json.RawMessage `json:"input,omitempty"`
	ToolUseID string          `json:"tool_use_id,omitempty"`
	Content   json.RawMessage `json:"content,omitempty"`
	IsError   bool            `json:"is_error,omitempty"`
}

func (b block) stopReason() string {
	if b.Type == "tool_use" {
		return "tool_use"
	}
	return "end_turn"
}

// lastResult returns the tool result in the last message, if there is one.
func (r messagesRequest) lastResult() (block, bool) {
	if len(r.Messages) == 0 {
		return block{}, false
	}
	for _, b := range blocksOf(r.Messages[len(r.Messages)-1].Content) {
		if b.Type == "tool_result" {
			return b, true
		}
	}
	return block{}, false
}

// blocksOf reads content that is a list of blocks; a plain string has none.
func blocksOf(raw json.RawMessage) []block {
	var blocks []block
	if json.Unmarshal(raw, &blocks) != nil {
		return nil
	}
	return blocks
}

// textOf returns the text of content in either form.
func textOf(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	var parts []string
	for _, b := range blocksOf(raw) {
		parts = append(parts, b.Text)
	}
	return strings.Join(parts, "\n")
}

func newMessage(model string) map[string]any {
	return map[string]any{
		"id": "msg_1", "type": "message", "role": "assistant", "model": model,
		"content": []block{}, "stop_reason": nil, "stop_sequence": nil,
		"usage": map[string]int{"input_tokens": 1, "output_tokens": 1},
	}
}

func writeJSON(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v) // the client going away is its own affair
}

// writeStream sends one block the way a model streams it: an empty block, its
// content in one delta, and the end.
func writeStream(w http.ResponseWriter, model string, b block) {
	start := map[string]any{"type": b.Type, "text": ""}
	delta := map[string]any{"type": "text_delta", "text": b.Text}
	if b.Type == "tool_use" {
		start = map[string]any{"type": b.Type, "id": b.ID, "name": b.Name, "input": struct{}{}}
		delta = map[string]any{"type": "input_json_delta", "partial_json": string(b.Input)}
	}
	w.Header().Set("Content-Type", "text/event-stream")
	for _, e := range []map[string]any{
		{"type": "message_start", "message": newMessage(model)},
		{"type": "content_block_start", "index": 0, "content_block": start},
		{"type": "content_block_delta", "index": 0, "delta": delta},
		{"type": "content_block_stop", "index": 0},
		{"type": "message_delta", "delta": map[string]any{"stop_reason": b.stopReason(), "stop_sequence": nil}, "usage": map[string]int{"output_tokens": 1}},
		{"type": "message_stop"},
	} {
		raw, err := json.Marshal(e)
		if err != nil {
			panic(err) // maps of plain values always marshal
		}
		fmt.Fprintf(w, "event: %s\ndata: %s\n\n", e["type"], raw)
	}
}
