package clients

import (
	"fmt"
	"strings"
	"unicode"
)

// tomlPath writes the parts of a key with dots between them.
func tomlPath(path []string) string {
	parts := make([]string, len(path))
	for i, p := range path {
		parts[i] = p
		if p == "" || strings.ContainsFunc(p, func(r rune) bool { return !bareTOML(r) }) {
			parts[i] = tomlString(p)
		}
	}
	return strings.Join(parts, ".")
}

func bareTOML(r rune) bool {
	return r == '-' || r == '_' || '0' <= r && r <= '9' || 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z'
}

func tomlLine(f field) string { return tomlPath([]string{f.name}) + " = " + tomlValue(f.value) }

// tomlValue writes a value on one line.
func tomlValue(v any) string {
	switch v := v.(type) {
	case string:
		return tomlString(v)
	case []string:
		items := make([]string, len(v))
		for i, s := range v {
			items[i] = tomlString(s)
		}
		return "[" + strings.Join(items, ", ") + "]"
	case []field:
		if len(v) == 0 {
			return "{}"
		}
		items := make([]string, len(v))
		for i, f := range v {
			items[i] = tomlLine(f)
		}
		return "{ " + strings.Join(items, ", ") + " }"
	default:
		return fmt.Sprint(v)
	}
}

// tomlString writes a string. Windows' paths stay readable between apostrophes.
func tomlString(s string) string {
	if strings.ContainsAny(s, `\"`) && !strings.Contains(s, "'") && !strings.ContainsFunc(s, invisible) {
		return "'" + s + "'"
	}
	return escaped(s)
}

// invisible reports whether JSON, TOML or YAML does not allow a character in a
// string as it is.
func invisible(r rune) bool {
	return unicode.IsControl(r) || r == 0x2028 || r == 0x2029 || r == 0xfeff || r == 0xfffe || r == 0xffff
}

// escaped writes a string between quotation marks as all three read it.
func escaped(s string) string {
	var b strings.Builder
	for _, r := range string(encode(s)) {
		if invisible(r) {
			fmt.Fprintf(&b, `\u%04x`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}
