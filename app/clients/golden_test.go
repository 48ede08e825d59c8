package clients

import (
	"flag"
	"os"
	"path/filepath"
	"testing"
)

// compareGolden compares with a golden file. The flag is that of the tests
// outside the package.
func compareGolden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if flag.Lookup("update").Value.String() == "true" {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != got {
		t.Fatalf("%s differs; got\n%s", path, got)
	}
}
