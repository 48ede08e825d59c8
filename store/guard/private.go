package guard

import (
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
)

// tag is a tag of a private span, in bytes of its text.
type tag struct {
	kind       tagKind
	start, end int
}

// dropPrivate takes out private spans and stray tags, and counts them.
func dropPrivate(s string) (string, int) {
	t, found := nextTag(s, 0)
	if !found {
		return s, 0
	}
	var b strings.Builder
	spans, depth, kept := 0, 0, 0
	for ; found; t, found = nextTag(s, t.end) {
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

// cutPrivate takes out everything from the first tag on.
func cutPrivate(s string) (string, int) {
	if t, found := nextTag(s, 0); found {
		return s[:t.start], 1
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
// its closing bracket ends at the next opening one or with the text. Only
// where blanks follow the first bracket, as in a comparison, must it be closed.
func readTag(s string, start int) (tag, bool) {
	t := tag{start: start}
	in := reader{rest: s[start:]}
	in.next()
	blank := in.skipBlanks()
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
	switch r := in.peek(); {
	case r == '/':
		in.next()
		in.skipBlanks()
		t.kind = empty
		if in.peek() != '>' {
			return t, false
		}
	case r != '>' && r != '<' && r != 0 && !unicode.IsSpace(r):
		return t, false
	}
	if in.skipAttributes() && t.kind == opening {
		t.kind = empty
	}
	closed := in.peek() == '>'
	if closed {
		in.next()
	}
	t.end = len(s) - len(in.rest)
	return t, closed || !blank
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
