package sqlite_test

import (
	"strings"
	"testing"

	"memtray/store"
	"memtray/store/sqlite"
	"memtray/store/storetest"
)

// A timeline within projects is answered from the index by project alone.
func TestTimelinePlans(t *testing.T) {
	dir := t.TempDir()
	s := openIn(t, dir, nil)
	storetest.Seed(t, s, 200)
	for name, q := range map[string]store.TimelineQuery{
		"around a memory": {ID: 3, At: 1, Before: 5, After: 5},
		"around a time":   {At: 1, Before: 5, After: 5},
	} {
		q.Filter = store.Filter{Projects: []int64{3, 1, 2}, States: []store.State{store.Active, store.Pending}, Reader: "codex"}
		for _, statement := range sqlite.TimelineStatements(q) {
			if plan := explain(t, dir, statement); !strings.HasPrefix(plan, "SEARCH m USING COVERING INDEX memories_filter (project_id=? AND state=?)") {
				t.Errorf("%s:\n%s", name, plan)
			}
		}
		q.Filter.Projects = nil
		for _, statement := range sqlite.TimelineStatements(q) {
			if plan := explain(t, dir, statement); !strings.HasPrefix(plan, "SEARCH m USING INDEX memories_created (created_at") {
				t.Errorf("%s, all projects:\n%s", name, plan)
			}
		}
	}
}
