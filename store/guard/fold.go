package guard

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// folded is a text as a person sees it, in ASCII where it looks so, and where
// its bytes were.
type folded struct {
	s     string
	where []int32 // for each byte of s and its end; nil: the same places
}

// origin returns where a span of the folded text was.
func (f folded) origin(at span) span {
	if f.where == nil {
		return at
	}
	return span{int(f.where[at.start]), int(f.where[at.end-1]) + f.width(at.end-1)}
}

// width returns how many bytes the character had that byte i comes from.
func (f folded) width(i int) int {
	for next := i + 1; ; next++ {
		if w := int(f.where[next] - f.where[i]); w > 0 {
			return w
		}
	}
}

// foldKeys returns s without invisible characters, and with letters, digits and
// the marks of keys in ASCII where they only look like it.
func foldKeys(s string) folded {
	if !strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf && (unseen(r) || keyLike(r) != r) }) {
		return folded{s: s}
	}
	var b strings.Builder
	b.Grow(len(s))
	where := make([]int32, 0, len(s)+1)
	for i, r := range s {
		if unseen(r) {
			continue
		}
		r = keyLike(r)
		b.WriteRune(r)
		for range utf8.RuneLen(r) {
			where = append(where, int32(i))
		}
	}
	return folded{b.String(), append(where, int32(len(s)))}
}

// keyLike returns the character of keys that r looks like, or r.
func keyLike(r rune) rune {
	if r < 0x0370 || r >= 0x3000 && r < 0xFF00 {
		return r // plain letters, and all of Chinese
	}
	if c, ok := lookalikes[r]; ok {
		return c
	}
	if r >= 0xFF00 && r < 0xFF60 || r >= 0x1D400 && r < 0x1D800 || r >= 0x2100 && r < 0x2190 || r >= 0x2460 && r < 0x2500 {
		c, size := utf8.DecodeRuneInString(norm.NFKC.String(string(r)))
		if size == 1 && (isKeyByte(byte(c)) || c == '-' || c == '.') && utf8.RuneCountInString(norm.NFKC.String(string(r))) == 1 {
			return c
		}
	}
	return r
}

// lookalikes are Cyrillic and Greek letters, and dashes, that a person cannot
// tell from ASCII.
var lookalikes = pairs(
	"АВЕЅІЈКМНОРСТУХЗаеѕіјкорсухԁԛԝһӏ"+"ΑΒΕΖΗΙΚΜΝΟΡΤΥΧοορν"+"‐‑–−",
	"ABESIJKMHOPCTYX3aesijkopcyxdqwhl"+"ABEZHIKMNOPTYXoopv"+"----",
)

func pairs(from, to string) map[rune]rune {
	m := make(map[rune]rune)
	ascii := []rune(to)
	for i, r := range []rune(from) {
		m[r] = ascii[i]
	}
	return m
}
