package clients

import (
	"fmt"
	"strings"
	"testing"
)

// TestEntries: the golden shows how each client states a server, one started by
// it and one at an address.
func TestEntries(t *testing.T) {
	var all strings.Builder
	st := style{newline: "\n", unit: "  ", colon: ": ", comma: ", ", inline: true}
	for _, c := range All() {
		w := serverOf(c, Shim{Command: "/opt/memtray-mcp"}).want
		fmt.Fprintf(&all, "== %s: %s\n%s\n", c.ID, strings.Join(w.path, "."), st.value(w.fields(), ""))
		if w.shape.http != nil {
			fmt.Fprintln(&all, st.value(w.shape.http("http://127.0.0.1:47631/v1/mcp", "TOKEN"), ""))
		}
	}
	compareGolden(t, "entries.golden", all.String())
}
