package mcpserver

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"memtray/store"
)

// faultf returns the error of a wrong argument: one sentence, shown as it is.
func faultf(format string, args ...any) error {
	return store.Errorf(store.Invalid, format, args...)
}

// decode checks the arguments of a call against fields and stores them in the
// struct that into points to. A null or, where text may be left out, a blank
// counts as not given: several clients fill in every argument they know of.
//
// The SDK's own check is not used, since its texts repeat the value, however
// long, and name JSON pointers instead of arguments.
func decode(raw json.RawMessage, fields []field, into any) error {
	given := map[string]json.RawMessage{}
	if len(bytes.TrimSpace(raw)) > 0 && json.Unmarshal(raw, &given) != nil {
		return faultf("arguments must be an object")
	}
	if err := knownOnly(given, fields); err != nil {
		return err
	}
	checked := map[string]json.RawMessage{}
	for _, f := range fields {
		value, ok := given[f.name]
		if !ok || blank(value, f) {
			if f.required {
				return faultf("%s is required", f.name)
			}
			continue
		}
		value, err := f.check(value)
		if err != nil {
			return err
		}
		checked[f.name] = value
	}
	data, err := json.Marshal(checked)
	if err != nil {
		return fmt.Errorf("encode arguments: %w", err)
	}
	return json.Unmarshal(data, into)
}

func blank(value json.RawMessage, f field) bool {
	if bytes.Equal(bytes.TrimSpace(value), []byte("null")) {
		return true
	}
	var s string
	return f.kind == textField && !f.required && json.Unmarshal(value, &s) == nil && strings.TrimSpace(s) == ""
}

func knownOnly(given map[string]json.RawMessage, fields []field) error {
	var known, unknown []string
	for _, f := range fields {
		known = append(known, f.name)
	}
	for name := range given {
		if !slices.Contains(known, name) {
			unknown = append(unknown, name)
		}
	}
	if len(unknown) == 0 {
		return nil
	}
	slices.Sort(unknown) // the same call gets the same answer
	return faultf("unknown argument %q (known: %s)", clip(unknown[0], 40), strings.Join(known, ", "))
}

// clip shortens s for a message; max counts characters.
func clip(s string, max int) string {
	if r := []rune(s); len(r) > max {
		return string(r[:max-1]) + "…"
	}
	return s
}
