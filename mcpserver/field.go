package mcpserver

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// fieldType is the type of an argument.
type fieldType int

const (
	textField  fieldType = iota // bounds count characters
	intField                    // bounds are values
	boolField                   //
	textsField                  // a list of texts; max is its length, each bounds its texts
	idField                     // one id, in any form that idsField takes
	idsField                    // a list of ids; see [normalIDs]
)

// field is one argument of a tool: the schema that clients see and the check
// that calls pass are both made from it, so that they cannot differ.
type field struct {
	name     string
	about    string
	kind     fieldType
	required bool
	min, max int      // 0: no bound
	each     int      // greatest length of each text of a list; 0: no bound
	quiet    bool     // its bounds and values are checked but not in the schema, which every session pays for
	enum     []string // the values allowed; of each text of a list
	initial  any      // default, shown in the schema only
}

// schema returns the JSON schema of an object with these fields.
func schema(fields []field) map[string]any {
	properties, required := map[string]any{}, []string{}
	for _, f := range fields {
		properties[f.name] = f.schema()
		if f.required {
			required = append(required, f.name)
		}
	}
	s := map[string]any{"type": "object", "properties": properties, "additionalProperties": false}
	if len(required) > 0 {
		s["required"] = required
	}
	return s
}

func (f field) schema() map[string]any {
	s := map[string]any{}
	bound := func(low, high string) {
		if f.quiet {
			return
		}
		if f.min != 0 {
			s[low] = f.min
		}
		if f.max != 0 {
			s[high] = f.max
		}
	}
	switch f.kind {
	case textField:
		s["type"] = "string"
		bound("minLength", "maxLength")
		f.setEnum(s)
	case intField:
		s["type"] = "integer"
		bound("minimum", "maximum")
	case boolField:
		s["type"] = "boolean"
	case textsField:
		items := map[string]any{"type": "string"}
		f.setEnum(items)
		s["type"], s["items"] = "array", items
		bound("minItems", "maxItems")
	case idField:
		s["type"] = "integer"
	case idsField:
		s["type"], s["items"] = "array", map[string]any{"type": "integer"}
		bound("minItems", "maxItems")
	}
	if f.about != "" {
		s["description"] = f.about
	}
	if f.initial != nil {
		s["default"] = f.initial
	}
	return s
}

func (f field) setEnum(s map[string]any) {
	if len(f.enum) > 0 && !f.quiet {
		s["enum"] = f.enum
	}
}

// check returns raw as the tool's handler reads it, or an error of one sentence
// that repeats no value.
func (f field) check(raw json.RawMessage) (json.RawMessage, error) {
	var err error
	switch f.kind {
	case textField:
		err = f.checkText(raw)
	case intField:
		return f.checkInt(raw)
	case boolField:
		var b bool
		if json.Unmarshal(raw, &b) != nil {
			err = faultf("%s must be true or false", f.name)
		}
	case textsField:
		err = f.checkTexts(raw)
	case idField, idsField:
		return f.checkIDs(raw)
	}
	return raw, err
}

// generous is how many times as many texts as may be stored a list may hold:
// cleaning takes out some, and those that are the same.
const generous = 8

// stored reports whether an argument is a text of a memory. Its limits are for
// what is left after cleaning, so the store checks them, in its units and words;
// here it may be as long as a message.
func (f field) stored() bool {
	return slices.Contains([]string{"body", "title", "tags", "files", "reason", "text"}, f.name)
}

func (f field) checkText(raw json.RawMessage) error {
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return faultf("%s must be text", f.name)
	}
	if f.required && strings.TrimSpace(s) == "" {
		return faultf("%s is required", f.name)
	}
	if len(f.enum) > 0 && !slices.Contains(f.enum, s) {
		return faultf("%s must be %s", f.name, either(f.enum))
	}
	if f.stored() {
		return nil
	}
	n := utf8.RuneCountInString(s)
	if n < f.min || f.max != 0 && n > f.max {
		return faultf("%s must be %s long", f.name, span(f.min, f.max, "characters"))
	}
	return nil
}

func (f field) checkInt(raw json.RawMessage) (json.RawMessage, error) {
	n, ok := wholeNumber(raw)
	if !ok && f.max == 0 {
		return nil, faultf("%s must be a whole number", f.name)
	}
	if !ok || n < int64(f.min) || f.max != 0 && n > int64(f.max) {
		return nil, faultf("%s must be %s", f.name, span(f.min, f.max, ""))
	}
	return json.Marshal(n)
}

func (f field) checkTexts(raw json.RawMessage) error {
	var list []string
	if json.Unmarshal(raw, &list) != nil {
		return faultf(`%s must be a list of texts, such as ["a", "b"]`, f.name)
	}
	if f.stored() {
		if len(list) > generous*f.max {
			return faultf("%d %s were given; at most %d are allowed", len(list), f.name, f.max)
		}
		return nil
	}
	if len(list) < f.min || f.max != 0 && len(list) > f.max {
		return faultf("%s must hold %s", f.name, span(f.min, f.max, "texts"))
	}
	for _, s := range list {
		if len(f.enum) > 0 && !slices.Contains(f.enum, s) {
			return faultf("each of %s must be %s", f.name, either(f.enum))
		}
		if f.each != 0 && utf8.RuneCountInString(s) > f.each {
			return faultf("each of %s must be at most %d characters long", f.name, f.each)
		}
	}
	return nil
}

func (f field) checkIDs(raw json.RawMessage) (json.RawMessage, error) {
	ids, err := normalIDs(raw)
	if err != nil {
		return nil, faultf("%s %s", f.name, err)
	}
	if f.kind == idField {
		if len(ids) != 1 {
			return nil, faultf("%s must be one id", f.name)
		}
		return json.Marshal(ids[0])
	}
	if len(ids) < f.min || f.max != 0 && len(ids) > f.max {
		return nil, faultf("%s must hold %s", f.name, span(f.min, f.max, "ids"))
	}
	return json.Marshal(ids)
}

// span says a range in words: "1 to 20 ids", "at most 5 texts".
func span(low, high int, what string) string {
	s := fmt.Sprintf("%d to %d %s", low, high, what)
	switch {
	case high == 0:
		s = fmt.Sprintf("at least %d %s", low, what)
	case low == 0 && what != "":
		s = fmt.Sprintf("at most %d %s", high, what)
	}
	return strings.TrimSpace(s)
}

// either says a choice in words: "a, b or c".
func either(values []string) string {
	if len(values) == 1 {
		return values[0]
	}
	last := len(values) - 1
	return strings.Join(values[:last], ", ") + " or " + values[last]
}
