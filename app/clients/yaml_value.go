package clients

import (
	"fmt"
	"regexp"
	"strings"
)

// plainYAML is text that no YAML of any version takes for something else.
var plainYAML = regexp.MustCompile(`^[A-Za-z/][A-Za-z0-9_./-]*(?: [A-Za-z0-9_./-]+)*$`)

// words are what some version takes for a truth value or for nothing.
var words = regexp.MustCompile(`(?i)^(?:y|n|yes|no|on|off|true|false|null|nan|inf)$`)

// yamlString writes a string on one line.
func yamlString(s string) string {
	switch {
	case plainYAML.MatchString(s) && !words.MatchString(s):
		return s
	case !strings.ContainsFunc(s, invisible):
		return "'" + strings.ReplaceAll(s, "'", "''") + "'"
	}
	return escaped(s)
}

func yamlLine(f field) string { return yamlString(f.name) + ": " + yamlValue(f.value) }

// yamlValue writes a value on one line.
func yamlValue(v any) string {
	switch v := v.(type) {
	case string:
		return yamlString(v)
	case []string:
		items := make([]string, len(v))
		for i, s := range v {
			items[i] = yamlString(s)
		}
		return "[" + strings.Join(items, ", ") + "]"
	case []field:
		items := make([]string, len(v))
		for i, f := range v {
			items[i] = yamlLine(f)
		}
		return "{" + strings.Join(items, ", ") + "}"
	default:
		return fmt.Sprint(v)
	}
}
