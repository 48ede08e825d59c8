package guard

import (
	"encoding/base64"
	"encoding/hex"
	"html"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxBlobs bounds how many encoded pieces of one text are looked into, and
// maxDepth how often one inside another is.
const (
	maxBlobs = 200
	maxDepth = 3
)

var (
	blob    = lazy(`[A-Za-z0-9+/_-]{20,}={0,2}`)
	escapes = lazy(`(?:\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2})`)
	hexText = lazy(`(?:[0-9a-fA-F]{2}[ :,]?){16,}`)
	percent = lazy(`(?:%[0-9a-fA-F]{2}[\w.-]{0,12}){4,}`)
)

// decodings returns the texts that s holds in base64, hexadecimal digits,
// escapes, character references, turned around, or with letters exchanged.
func decodings(s string) []string {
	var all []string
	for _, b := range firstOf(blob(), s) {
		trimmed := strings.TrimRight(b, "=")
		for _, enc := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
			// A blob may be glued to a word before it: its length decides little.
			if raw, err := enc.DecodeString(trimmed[:len(trimmed)-len(trimmed)%4]); err == nil {
				all = appendText(all, raw)
				break
			}
		}
	}
	for _, h := range firstOf(hexText(), s) {
		digits := strings.NewReplacer(" ", "", ":", "", ",", "").Replace(h)
		if raw, err := hex.DecodeString(digits[:len(digits)/2*2]); err == nil {
			all = appendText(all, raw)
		}
	}
	for _, p := range ifHas(s, "%", percent) {
		if text, err := url.QueryUnescape(p); err == nil {
			all = appendText(all, []byte(text))
		}
	}
	if strings.Contains(s, `\`) && escapes().MatchString(s) {
		all = append(all, escapes().ReplaceAllStringFunc(s, func(e string) string {
			n, _ := strconv.ParseUint(e[2:], 16, 32)
			return string(rune(n))
		}))
	}
	if strings.Contains(s, "&#") {
		all = append(all, html.UnescapeString(s))
	}
	lower := strings.ToLower(s)
	if strings.Contains(lower, "vafgehpgvba") || strings.Contains(lower, "flfgrz cebzcg") { // instruction, system prompt
		all = append(all, strings.Map(rotate, s))
	}
	if strings.Contains(lower, "noitcurtsni") || strings.Contains(lower, "snoitcurtsni") || strings.Contains(s, "令指上以") || strings.Contains(s, "令指的前之") {
		all = append(all, reverse(s))
	}
	return all
}

func ifHas(s, mark string, pattern func() *regexp.Regexp) []string {
	if !strings.Contains(s, mark) {
		return nil
	}
	return firstOf(pattern(), s)
}

func firstOf(pattern *regexp.Regexp, s string) []string { return pattern.FindAllString(s, maxBlobs) }

// appendText appends raw if it is a text that a person could read.
func appendText(all []string, raw []byte) []string {
	if len(raw) < 10 || !utf8.Valid(raw) {
		return all
	}
	for _, r := range string(raw) {
		if r != '\n' && r != '\t' && r != '\r' && !unicode.IsPrint(r) {
			return all
		}
	}
	return append(all, string(raw))
}

func rotate(r rune) rune {
	switch {
	case r >= 'a' && r <= 'z':
		return 'a' + (r-'a'+13)%26
	case r >= 'A' && r <= 'Z':
		return 'A' + (r-'A'+13)%26
	}
	return r
}

func reverse(s string) string {
	all := []rune(s)
	for i, j := 0, len(all)-1; i < j; i, j = i+1, j-1 {
		all[i], all[j] = all[j], all[i]
	}
	return string(all)
}
