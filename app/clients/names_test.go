package clients_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"memtray/app/clients"
)

// TestNamesOfTheWindow: the window, which shows memories before it is told of the
// clients, calls them by the same names.
func TestNamesOfTheWindow(t *testing.T) {
	raw, err := os.ReadFile("../../frontend/src/clients/names.ts")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range clients.All() {
		plain, quoted := fmt.Sprintf("\n  %s: '%s',", c.ID, c.Name), fmt.Sprintf("\n  '%s': '%s',", c.ID, c.Name)
		if !strings.Contains(string(raw), plain) && !strings.Contains(string(raw), quoted) {
			t.Errorf("the window does not know %s as %s", c.ID, c.Name)
		}
	}
}
