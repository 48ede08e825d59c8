package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// serveResponses speaks the OpenAI Responses API. It only says a word.
func (m *model) serveResponses(w http.ResponseWriter, r *http.Request) {
	if !m.hear(w, r, nil) {
		return
	}
	item := map[string]any{"type": "message", "id": "m_1", "role": "assistant", "status": "completed",
		"content": []any{map[string]any{"type": "output_text", "text": "Done.", "annotations": []any{}}}}
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

// serveGemini speaks the Gemini API, streamed and not. It only says a word.
func (m *model) serveGemini(w http.ResponseWriter, r *http.Request) {
	if !m.hear(w, r, nil) {
		return
	}
	answer := map[string]any{
		"candidates": []any{map[string]any{"index": 0, "finishReason": "STOP",
			"content": map[string]any{"role": "model", "parts": []any{map[string]string{"text": "Done."}}}}},
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
