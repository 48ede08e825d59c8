package sqlite

import (
	"context"
	"strings"
)

// flaws are what a check of the file found: sentences of SQLite.
type flaws struct {
	file  []string // in tables and their indexes
	index []string // in the search index, which can be filled again
}

// integrity checks the structure of the whole file, tables against their indexes
// too.
func integrity(ctx context.Context, q queryer) (flaws, error) {
	var f flaws
	lines, err := column[string](q.QueryContext(ctx, `pragma integrity_check(20)`))
	if err != nil {
		return f, err
	}
	for _, line := range lines {
		switch {
		case line == "ok":
		case strings.Contains(strings.ToLower(line), "fts5"):
			f.index = append(f.index, line)
		default:
			f.file = append(f.file, line)
		}
	}
	return f, nil
}
