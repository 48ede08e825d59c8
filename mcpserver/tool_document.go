package mcpserver

import (
	"context"
	"errors"
	"fmt"

	"memtray/store"
	"memtray/store/recall"
)

type documentInput struct {
	Name     string `json:"name"`
	Mode     string `json:"mode"`
	Text     string `json:"text"`
	Revision int64  `json:"revision"`
}

func documentTool() tool {
	var modes []string
	for _, m := range store.DocumentModes() {
		modes = append(modes, string(m))
	}
	fields := []field{
		{name: "name", kind: textField, required: true, max: 2 * store.MaxDocumentName, quiet: true, about: "persona, instructions, profile, goals, glossary, or another: letters, digits, -."},
		{name: "mode", kind: textField, enum: modes, initial: string(store.Append)},
		{name: "text", kind: textField, required: true, max: store.MaxDocument, quiet: true},
		{name: "revision", kind: intField, min: 1, max: store.MaxID, quiet: true, about: "That you read; if stale, nothing is stored."},
	}
	return tool{
		name: "memory_document", title: "Write a document",
		about:    "Write a document on the user or on how to work with them. Read it first: memory_get with names. Revisions are kept.",
		readOnly: false, destructive: false, repeat: false, openWorld: false,
		fields: fields,
		handle: handler(fields, writeDocument),
	}
}

func writeDocument(ctx context.Context, c *call, in documentInput) (string, error) {
	mode := store.Append
	if in.Mode != "" {
		mode = store.DocumentMode(in.Mode)
	}
	done, err := c.recall.WriteDocument(ctx, c.by, recall.DocumentInput{Name: in.Name, Mode: mode, Text: in.Text, Revision: in.Revision})
	if e, ok := errors.AsType[*store.Error](err); ok && e.CurrentDocument != nil {
		return "", documentConflict(*e.CurrentDocument, in.Revision)
	}
	if err != nil {
		return "", err
	}
	switch {
	case done.Proposed:
		return "proposed, waits for the user's review; nothing was written yet" + removedLine(done.Removed), nil
	case done.Declined:
		return "the user declined the same before; nothing was written", nil
	}
	d := done.Document
	name := store.DocumentPrefix + d.Name
	if done.Act == 0 {
		return fmt.Sprintf("%s says that already; nothing changed", name), nil
	}
	return fmt.Sprintf("wrote %s, now revision %d with %d tok", name, d.Revision, d.Tokens) + removedLine(done.Removed), nil
}

// documentConflict says where the document is that a call did not expect.
func documentConflict(now store.Document, revision int64) error {
	name := store.DocumentPrefix + now.Name
	if now.Text == "" {
		return store.Errorf(store.Conflict, "%s does not exist any more: nothing was stored. Write it without revision to begin it anew", name)
	}
	return store.Errorf(store.Conflict, "%s is at revision %d, not %d: nothing was stored. Read it with memory_get names [%q], merge and write with revision %d",
		name, now.Revision, revision, name, now.Revision)
}
