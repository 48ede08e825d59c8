package main

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"

	"memtray/store/sqlite"
)

// product is a memory server and how it is used.
type product struct {
	name    string
	command []string
	env     []string
	save    func(c *client, name, text string) error
	search  func(c *client, word string) error
	count   func(ctx context.Context) (int, error) // the memories in its store
}

// memtray is the shim over a store of its own.
func memtray(shim, home string) product {
	return product{
		name:    "memtray",
		command: []string{shim, "--home", home, "--client", "bench", "--project", scopedProject},
		save: func(c *client, name, text string) error {
			_, err := c.call("memory_save", map[string]any{"title": name, "body": text})
			return err
		},
		search: func(c *client, word string) error {
			_, err := c.call("memory_search", map[string]any{"query": word})
			return err
		},
		count: func(ctx context.Context) (int, error) {
			s, err := sqlite.Open(ctx, sqlite.Options{Home: home})
			if err != nil {
				return 0, err
			}
			defer s.Close()
			counts, err := s.Counts(ctx, 0)
			return counts.Memories, err
		},
	}
}

// graphServer is one of the servers that keep a graph in a file of JSON lines.
func graphServer(name, entry, dir string) product {
	p := product{
		name:    name,
		command: []string{"node", entry},
		env:     []string{"MEMORY_FILE_PATH=" + filepath.Join(dir, name+".jsonl")},
		save: func(c *client, name, text string) error {
			entity := map[string]any{"name": name, "entityType": "note", "observations": []string{text}}
			_, err := c.call("create_entities", map[string]any{"entities": []any{entity}})
			return err
		},
		search: func(c *client, word string) error {
			_, err := c.call("search_nodes", map[string]any{"query": word})
			return err
		},
	}
	p.count = func(ctx context.Context) (int, error) {
		c, err := start(ctx, p.command, p.env...)
		if err != nil {
			return 0, err
		}
		defer c.end()
		text, err := c.call("read_graph", map[string]any{})
		if err != nil {
			return 0, nil // a torn file: nothing can be read any more
		}
		var graph struct{ Entities []json.RawMessage }
		err = json.Unmarshal([]byte(text), &graph)
		return len(graph.Entities), err
	}
	return p
}

// topics are words that a twentieth of the records is about each.
var topics = []string{
	"harbour", "lantern", "glacier", "orchard", "compass", "violin", "granite", "meadow", "beacon", "walnut",
	"copper", "saddle", "thunder", "pepper", "anchor", "cinnamon", "falcon", "ribbon", "marble", "willow",
}

// recordText is the text of record i; no two are equal.
func recordText(i int) string {
	return fmt.Sprintf("Note %d: the %s service reads its settings at the start, waits %d seconds for the queue and writes a line to the log for each job.",
		i, topics[i%len(topics)], i%90)
}
