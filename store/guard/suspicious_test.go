package guard_test

import (
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"memtray/store/guard"
)

var charEscape = regexp.MustCompile(`\\u\{([0-9A-F]+)\}`)

// samples reads the texts of a file of testdata.
func samples(t testing.TB, name string) []string {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "##") || line == "" {
			continue
		}
		line = charEscape.ReplaceAllStringFunc(line, func(e string) string {
			n, err := strconv.ParseUint(charEscape.FindStringSubmatch(e)[1], 16, 32)
			if err != nil {
				t.Fatalf("%s: %s", name, e)
			}
			return string(rune(n))
		})
		line = strings.ReplaceAll(line, `\\`, "\x00")
		all = append(all, strings.ReplaceAll(strings.ReplaceAll(line, `\n`, "\n"), "\x00", `\`))
	}
	return all
}

func body(s string) guard.Field { return guard.Field{Name: "body", Text: s} }

func codes(reasons []guard.Reason) []guard.Code {
	var all []guard.Code
	for _, r := range reasons {
		all = append(all, r.Code)
	}
	return all
}

// TestSuspicious_Hostile wants each text held, and nearly all for the reason that
// is written beside it.
func TestSuspicious_Hostile(t *testing.T) {
	all := samples(t, "hostile.txt")
	missed, otherwise, chinese := 0, 0, 0
	for _, s := range all {
		code, text, ok := strings.Cut(s, "\t")
		if !ok || !slices.Contains(guard.Codes(), guard.Code(code)) {
			t.Fatalf("no code: %q", s)
		}
		if strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
			chinese++
		}
		got := guard.Suspicious(body(text))
		switch {
		case len(got) == 0:
			missed++
			t.Logf("missed: %q", text)
		case !slices.Contains(codes(got), guard.Code(code)):
			otherwise++
			t.Logf("for %v, not %s: %q", codes(got), code, text)
		}
	}
	t.Logf("%d texts, %d with Chinese: %d missed, %d for another reason", len(all), chinese, missed, otherwise)
	if len(all) < 120 || missed*20 > len(all) || otherwise*10 > len(all) {
		t.Errorf("of %d hostile texts %d are missed, %d held for another reason", len(all), missed, otherwise)
	}
}

func TestSuspicious_Harmless(t *testing.T) {
	all := samples(t, "harmless.txt")
	held := 0
	for _, s := range all {
		if got := guard.Suspicious(body(s)); len(got) > 0 {
			held++
			t.Logf("held for %v: %q", got, s)
		}
	}
	t.Logf("%d texts: %d held", len(all), held)
	if len(all) < 250 || held*100 > len(all) {
		t.Errorf("of %d harmless texts %d are held", len(all), held)
	}
}
