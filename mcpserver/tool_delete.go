package mcpserver

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"memtray/store"
	"memtray/store/recall"
)

type deleteInput struct {
	IDs    []int64 `json:"ids"`
	Reason string  `json:"reason"`
}

func deleteTool() tool {
	fields := []field{
		{name: "ids", kind: idsField, required: true, min: 1, max: maxGet, quiet: true},
		reasonField(),
	}
	return tool{
		name: "memory_delete", title: "Delete memories",
		about:    "Move wrong or outdated memories to the trash, which keeps them for 30 days.",
		readOnly: false, destructive: true, repeat: true, openWorld: false,
		fields: fields,
		handle: handler(fields, remove),
	}
}

func remove(ctx context.Context, c *call, in deleteInput) (string, error) {
	found, err := c.visible(ctx, in.IDs)
	if err != nil {
		return "", err
	}
	if len(found.memories) == 0 {
		return "", store.Errorf(store.NotFound, "nothing was deleted: %s", strings.TrimSuffix(strings.Join(found.notes, " "), "."))
	}
	var ids []int64
	for _, m := range found.memories {
		ids = append(ids, m.ID)
	}
	trashed := store.Trashed
	changed, err := c.recall.Change(ctx, c.by, recall.Change{IDs: ids, State: &trashed, Reason: in.Reason})
	if err != nil {
		return "", err
	}
	var lines []string
	if len(changed.IDs) > 0 {
		lines = append(lines, fmt.Sprintf("moved to the trash: %s", idList(changed.IDs)))
	}
	if held := heldLine(changed); held != "" {
		lines = append(lines, held)
	}
	for _, id := range changed.Missing {
		lines = append(lines, fmt.Sprintf("#%d does not exist.", id))
	}
	return strings.Join(slices.Concat(lines, found.notes), "\n"), nil
}
