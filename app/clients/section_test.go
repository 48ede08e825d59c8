package clients

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"memtray/store"
)

const someLines = "## Title\n\nsome words\n"

// sectionOf is a wanted section.
func sectionOf(text, above string) wanted {
	return wanted{texts: map[string]string{"en": text}, language: "en", above: above}
}

// TestSection: where the section is put, and that taking it out leaves what was
// there before.
func TestSection(t *testing.T) {
	section := "<!-- memtray: begin -->\n" + someLines + "<!-- memtray: end -->\n"
	for name, c := range map[string]struct{ before, after string }{
		"nothing":              {"", section},
		"a line":               {"a\n", "a\n\n" + section},
		"no final newline":     {"a", "a\n\n" + strings.TrimSuffix(section, "\n")},
		"a blank line at last": {"a\n\n", "a\n\n\n" + section},
		"CRLF":                 {"a\r\nb\r\n", "a\r\nb\r\n\r\n" + strings.ReplaceAll(section, "\n", "\r\n")},
		"CRLF, no last one":    {"a\r\nb", "a\r\nb\r\n\r\n" + strings.TrimSuffix(strings.ReplaceAll(section, "\n", "\r\n"), "\r\n")},
		"marks within a fence": {"```\n<!-- memtray: begin -->\n```\n", "```\n<!-- memtray: begin -->\n```\n\n" + section},
		"a mark in a sentence": {"see <!-- memtray: begin -->\n", "see <!-- memtray: begin -->\n\n" + section},
		"an open fence":        {"~~~ go\nx\n", "~~~ go\nx\n\n" + section},
	} {
		s, err := parseSection([]byte(c.before), markdown, sectionOf(someLines, ""))
		if err != nil || s.from >= 0 {
			t.Fatalf("%s: %v, found at %d", name, err, s.from)
		}
		if got := string(added(s.add()).apply(s.text)); got != c.after {
			t.Errorf("%s: got %q, want %q", name, got, c.after)
		}
		checkSection(t, c.before, markdown, "")
	}
}

// TestSectionMoved: text that was written around the section stays.
func TestSectionMoved(t *testing.T) {
	section := "<!-- memtray: begin -->\nx\n<!-- memtray: end -->\n"
	for before, after := range map[string]string{
		"a\n\n" + section + "b\n":   "a\n\nb\n",
		"a\n\n" + section + "\nb\n": "a\n\nb\n",
		section + "b\n":             "b\n",
		"a\n" + section + "b\n":     "a\nb\n",
		"a\n\n" + section + "b":     "a\n\nb",
	} {
		s, err := parseSection([]byte(before), markdown, sectionOf(someLines, ""))
		if err != nil {
			t.Fatal(err)
		}
		if got := string(s.cut(0).apply(s.text)); got != after {
			t.Errorf("%q: got %q, want %q", before, got, after)
		}
		text := updated(s.update()).apply(s.text)
		if s, err = parseSection(text, markdown, sectionOf(someLines, "")); err != nil || s.holds().is != asWanted {
			t.Errorf("updated: %v %q", err, text)
		}
	}
}

// TestSectionRefused: what is left of a section is not guessed at.
func TestSectionRefused(t *testing.T) {
	begin, end := "<!-- memtray: begin -->\n", "<!-- memtray: end -->\n"
	for text, words := range map[string]string{
		"a\n" + begin + "x\n":                "line 2: no line <!-- memtray: end -->",
		"a\n\n" + end:                        "line 3: no line <!-- memtray: begin -->",
		end + begin:                          "line 1: the line <!-- memtray: end --> stands above",
		begin + end + begin + end:            "line 3: the line <!-- memtray: begin --> is there twice",
		begin + "x\n" + end + end:            "line 4: the line <!-- memtray: end --> is there twice",
		begin + "```\n" + end + "```\n":      "line 1: no line <!-- memtray: end -->",
		"caf\xe9\n":                          "not UTF-8",
		"\xff\xfea\x00":                      "not UTF-8",
		"a\x00b":                             "not UTF-8",
		strings.Repeat("```x\n", 2e5) + end:  "line 200001: no line",
		strings.Repeat("````\n", 3) + begin:  "line 4: no line",
		"   <!-- memtray: end -->\n" + begin: "line 2: no line",
	} {
		_, err := parseSection([]byte(text), markdown, sectionOf(someLines, ""))
		if store.ErrorCode(err) != store.Invalid || !strings.Contains(store.ErrorMessage(err), words) {
			t.Errorf("%.60q: %v, want %q", text, err, words)
		}
	}
}

// TestSectionHead: what a file of its own needs above the section comes and goes
// with it.
func TestSectionHead(t *testing.T) {
	const head = "---\ninclusion: always\n---\n"
	for _, text := range []string{"", head, "a\n", "\n"} {
		checkSection(t, text, markdown, head)
	}
	s, err := parseSection(nil, markdown, sectionOf(someLines, head))
	if err != nil {
		t.Fatal(err)
	}
	made := added(s.add()).apply(nil)
	if s, err = parseSection(made, markdown, sectionOf(someLines, head)); err != nil || !bytes.HasPrefix(made, []byte(head)) || !s.bare() {
		t.Errorf("%v %q", err, made)
	}
	if s, err = parseSection(append(made, "mine\n"...), markdown, sectionOf(someLines, head)); err != nil || s.bare() {
		t.Errorf("it counts as bare, %v", err)
	}
}

// FuzzSection: taking out what was added gives the former text, whatever that is;
// in between it is all there.
func FuzzSection(f *testing.F) {
	for _, seed := range []string{
		"", "\n", "\r\n", "a", "a\r", "a\r\n\n", "a\n\r\nb\r", "```\n<!-- memtray: end -->\n```", "~~~\n", "# memtray: begin\n",
		"<!-- memtray: begin -->\nold\n<!-- memtray: end -->", "中文\n\n\u2028x", "<!-- memtray: end -->\n<!-- memtray: begin -->",
	} {
		f.Add(seed, false)
		f.Add(seed, true)
	}
	f.Fuzz(func(t *testing.T, text string, own bool) {
		if own {
			checkSection(t, text, hashes, "")
			checkSection(t, text, markdown, "---\ninclusion: always\n---\n")
		} else {
			checkSection(t, text, markdown, "")
		}
	})
}

func checkSection(t *testing.T, text string, m marks, head string) {
	t.Helper()
	parse := func(text []byte, want string) *section {
		t.Helper()
		s, err := parseSection(text, m, sectionOf(want, head))
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		return s
	}
	s, err := parseSection([]byte(text), m, sectionOf(someLines, head))
	if err != nil {
		if e, ok := errors.AsType[*store.Error](err); !ok || e.Code != store.Invalid || e.Message == "" {
			t.Fatalf("not a refusal: %v", err)
		}
		return
	}
	if s.from >= 0 {
		rest := parse(s.cut(0).apply(s.text), someLines)
		if rest.from >= 0 {
			t.Fatalf("it is still in %q", rest.text)
		}
		text, s = string(rest.text), rest
	}
	put := added(s.add())
	if put.inverse().at != put.at || string(put.inverse().apply(put.apply(s.text))) != text {
		t.Fatalf("%q: the splice cannot be taken back", text)
	}
	with := parse(put.apply(s.text), someLines)
	if with.from < 0 || with.holds().is != asWanted || !bytes.HasPrefix(with.text, []byte(text)) {
		t.Fatalf("added to %q: %q", text, with.text)
	}
	other := parse(updated(with.update()).apply(with.text), "other\n")
	if other.holds().is != otherwise || !slices.Equal(other.text, with.text) {
		t.Fatalf("updating changes %q to %q", with.text, other.text)
	}
	other = parse(updated(other.update()).apply(other.text), someLines)
	if other.holds().is != otherwise || !bytes.Contains(other.text, []byte("\nother")) {
		t.Fatalf("not updated: %q", other.text)
	}
	if got := string(other.cut(0).apply(other.text)); got != text {
		t.Fatalf("%q came back as %q", text, got)
	}
}

// added is what a slot adds.
func added(s splice, _ int, err error) splice { return updated(s, err) }

func updated(s splice, err error) splice {
	if err != nil {
		panic(err)
	}
	return s
}
