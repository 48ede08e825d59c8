package mcpserver

import (
	"context"
	"fmt"

	"memtray/store"
)

type noteInput struct {
	Text string `json:"text"`
}

func noteTool() tool {
	fields := []field{
		{name: "text", kind: textField, required: true, max: store.MaxNote, quiet: true},
	}
	return tool{
		name: "memory_note", title: "Note in the journal",
		about:  "Add to today's page of the journal what was done, decided or left open. What must be recalled later is a memory.",
		fields: fields,
		handle: handler(fields, writeNote),
	}
}

func writeNote(ctx context.Context, c *call, in noteInput) (string, error) {
	done, err := c.recall.WriteNote(ctx, c.by, "", in.Text)
	if err != nil {
		return "", err
	}
	switch {
	case done.Proposed:
		return "proposed, waits for the user's review; nothing was written yet" + removedLine(done.Removed), nil
	case done.Declined:
		return "the user declined the same before; nothing was written", nil
	}
	answer := fmt.Sprintf("noted in %s%s, which has %d tok now", store.DayPrefix, done.Note.Day, done.DayTokens) + removedLine(done.Removed)
	if done.Long {
		answer += "\nToday's journal is long. Tell the user, who can run the prompt growup: it distils the day into memories."
	}
	return answer, nil
}
