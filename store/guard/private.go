package guard

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// tagKind says what a tag does.
type tagKind uint8

const (
	opening tagKind = iota
	closing
	empty // <private/>
	named // <private-note>: an opening tag only if </private> closes it
)

// tag is a tag of a private span, in bytes of its text.
type tag struct {
	kind       tagKind
	start, end int
}

// dropPrivate takes out private spans and stray tags, and counts them.
func dropPrivate(s string) (string, int) {
	tags := findTags(s)
	if len(tags) == 0 {
		return s, 0
	}
	var b strings.Builder
	spans, depth, kept := 0, 0, 0
	for _, t := range tags {
		if depth == 0 {
			b.WriteString(s[kept:t.start])
			spans++
		}
		switch {
		case t.kind == opening:
			depth++
		case t.kind == closing && depth > 0:
			depth--
		}
		kept = t.end
	}
	if depth == 0 {
		b.WriteString(s[kept:])
	}
	return b.String(), spans
}

// findTags returns all tags of s. Of those that only have a name like a tag's,
// it returns the nearest one before each closing tag that closes nothing else,
// as an opening one.
func findTags(s string) []tag {
	var tags []tag
	var names []int // indexes in tags of what might open a span
	depth := 0
	for t, found := nextTag(s, 0); found; t, found = nextTag(s, t.end) {
		switch {
		case t.kind == named && depth == 0:
			names = append(names, len(tags))
		case t.kind == opening:
			depth++
		case t.kind == closing && depth > 0:
			depth--
		case t.kind == closing && len(names) > 0:
			last := len(names) - 1
			tags[names[last]].kind = opening
			names = names[:last]
		}
		tags = append(tags, t)
	}
	return slices.DeleteFunc(tags, func(t tag) bool { return t.kind == named })
}

// cutPrivate takes out everything from the first tag on.
func cutPrivate(s string) (string, int) {
	for t, found := nextTag(s, 0); found; t, found = nextTag(s, t.end) {
		if t.kind != named {
			return s[:t.start], 1
		}
	}
	return s, 0
}

// nextTag returns the first tag of s that begins at byte at or later.
func nextTag(s string, at int) (tag, bool) {
	for {
		skip := strings.IndexAny(s[at:], "<＜﹤")
		if skip < 0 {
			return tag{}, false
		}
		at += skip
		if t, ok := readTag(s, at); ok {
			return t, true
		}
		at++ // a later byte of the bracket is none
	}
}

// readTag reads the tag that begins at byte start with a bracket, if it is one.
//
// It is generous, since what a person marked must not be stored: a tag without
// its closing bracket ends at the next opening one or with the text. It must be
// closed only where blanks follow the first bracket, as in a comparison, or where
// something else than a blank follows the word.
func readTag(s string, start int) (tag, bool) {
	t := tag{start: start}
	in := reader{rest: s[start:]}
	in.next()
	open := in.skipBlanks()
	if in.peek() == '/' {
		t.kind = closing
		in.next()
		in.skipBlanks()
	}
	for _, want := range "private" {
		if in.next() != want {
			return t, false
		}
	}
	name, loose := in.skipName()
	slash := in.skipAttributes()
	closed := in.peek() == '>'
	if closed {
		in.next()
	}
	t.end = len(s) - len(in.rest)
	switch {
	case t.kind == opening && (name || loose && !closed):
		t.kind = named
	case name || loose && !closed:
		return t, false
	case t.kind == opening && slash:
		t.kind = empty
	}
	return t, closed || !open
}

// reader reads a text as a person sees it: without invisible characters, in one
// width, in small letters.
type reader struct{ rest string }

// peek returns the next character, 0 at the end.
func (in *reader) peek() rune {
	for in.rest != "" {
		r, size := utf8.DecodeRuneInString(in.rest)
		if !unseen(r) {
			return plain(r)
		}
		in.rest = in.rest[size:]
	}
	return 0
}

// next returns the next character and passes it.
func (in *reader) next() rune {
	r := in.peek()
	_, size := utf8.DecodeRuneInString(in.rest)
	in.rest = in.rest[size:]
	return r
}

// skipBlanks passes white space and reports whether there was any.
func (in *reader) skipBlanks() bool {
	found := false
	for unicode.IsSpace(in.peek()) {
		in.next()
		found = true
	}
	return found
}

// skipName looks at what follows the word private and passes it. It reports
// whether that makes another name of it, as in <private-key> or <private/path>,
// and whether it is no blank and no end, as in <private:x>.
func (in *reader) skipName() (name, loose bool) {
	r := in.peek()
	switch {
	case r == 0, r == '<', r == '>', unicode.IsSpace(r):
		return false, false
	case r == '/':
		after := *in
		after.next()
		next := after.peek()
		// The slash of an empty tag is left for skipAttributes.
		return next != 0 && next != '<' && next != '>' && !unicode.IsSpace(next), true
	}
	return r == '-' || r == '_' || r == '.' || unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r), true
}

// skipAttributes stops before the bracket that ends or follows a tag, or at the
// end, and reports whether a slash stands before it.
func (in *reader) skipAttributes() (slash bool) {
	for {
		switch r := in.peek(); {
		case r == 0, r == '<', r == '>':
			return slash
		case !unicode.IsSpace(r):
			slash = r == '/'
		}
		in.next()
	}
}

// unseen reports whether r can stand inside a word without being noticed.
func unseen(r rune) bool {
	return r >= utf8.RuneSelf && (isVariation(r) || r == '\u034F' || unicode.Is(unicode.Cf, r))
}

// plain returns the ordinary form of r: small, and not of another width or style.
func plain(r rune) rune {
	if r >= utf8.RuneSelf {
		if c, size := utf8.DecodeRuneInString(norm.NFKC.String(string(r))); size == 1 {
			r = c
		}
	}
	return unicode.ToLower(r)
}
