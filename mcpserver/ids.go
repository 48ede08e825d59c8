package mcpserver

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"memtray/store"
)

var (
	errIDForm  = errors.New("must be a list of ids, such as [12, 15]")
	errIDName  = errors.New("are numbers; documents, days of the journal and skills are read with names, such as [\"doc:profile\"]")
	errIDRange = errors.New("must be whole numbers from 1 to " + strconv.Itoa(store.MaxID))
)

// normalIDs reads ids in any of the forms in which models send them: 12, "12",
// "#12", "12,13", ["12"], "[1,2]". Order is kept and repeats are dropped. It
// works on the JSON text, since a number above 2^53 is already wrong once it
// went through a float64.
func normalIDs(raw json.RawMessage) ([]int64, error) {
	ids, err := appendIDs(nil, bytes.TrimSpace(raw), 0)
	if err != nil {
		return nil, err
	}
	unique := ids[:0]
	for _, id := range ids {
		if !slices.Contains(unique, id) {
			unique = append(unique, id)
		}
	}
	return unique, nil
}

// maxIDs bounds the work on one list; tools have smaller bounds of their own.
const maxIDs = 1000

func appendIDs(ids []int64, raw json.RawMessage, depth int) ([]int64, error) {
	if len(raw) == 0 || depth > 2 {
		return nil, errIDForm
	}
	switch raw[0] {
	case '[':
		var list []json.RawMessage
		if json.Unmarshal(raw, &list) != nil || len(list) > maxIDs {
			return nil, errIDForm
		}
		for _, one := range list {
			var err error
			if ids, err = appendIDs(ids, one, depth+1); err != nil {
				return nil, err
			}
		}
		return ids, nil
	case '"':
		var s string
		if json.Unmarshal(raw, &s) != nil {
			return nil, errIDForm
		}
		return appendText(ids, s)
	}
	return appendNumber(ids, raw)
}

func appendNumber(ids []int64, raw json.RawMessage) ([]int64, error) {
	n, ok := wholeNumber(raw)
	switch {
	case !isNumber(raw):
		return nil, errIDForm
	case !ok || n < 1 || n > store.MaxID:
		return nil, errIDRange
	}
	return append(ids, n), nil
}

// appendText reads "12", "#12, #13" and "[12,13]".
func appendText(ids []int64, s string) ([]int64, error) {
	s = strings.TrimSpace(s)
	if inner, ok := strings.CutPrefix(s, "["); ok {
		if inner, ok = strings.CutSuffix(inner, "]"); !ok {
			return nil, errIDForm
		}
		s = inner
	}
	parts := strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ' ' })
	if len(parts) == 0 || len(parts) > maxIDs {
		return nil, errIDForm
	}
	for _, part := range parts {
		if name := strings.Trim(part, `"`); strings.HasPrefix(name, store.DocumentPrefix) || strings.HasPrefix(name, store.DayPrefix) {
			return nil, errIDName
		}
		digits := strings.TrimPrefix(strings.Trim(part, `"`), "#")
		var err error
		if ids, err = appendNumber(ids, json.RawMessage(digits)); err != nil {
			return nil, err
		}
	}
	return ids, nil
}

// wholeNumber reads a JSON number without a fraction: 3 and 3.0, not 3.5.
func wholeNumber(raw json.RawMessage) (int64, bool) {
	s := string(raw)
	if whole, zeros, ok := strings.Cut(s, "."); ok && zeros != "" && strings.Trim(zeros, "0") == "" {
		s = whole
	}
	if !isNumber(json.RawMessage(s)) {
		return 0, false
	}
	n, err := strconv.ParseInt(s, 10, 64)
	return n, err == nil
}

// isNumber reports whether raw is a JSON number.
func isNumber(raw json.RawMessage) bool {
	var n json.Number
	return len(raw) > 0 && raw[0] != '"' && json.Unmarshal(raw, &n) == nil && n != ""
}
