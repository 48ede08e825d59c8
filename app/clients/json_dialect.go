package clients

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/tailscale/hujson"

	"memtray/store"
)

// dialect is what a client's own parser takes beside strict JSON. What it
// refuses is refused here too: the client would not read the file.
type dialect struct {
	comments bool
	commas   bool // after the last item
}

// maxDepth is how deep values may be nested. hujson is recursive.
const maxDepth = 10_000

// parse returns the outermost value, nil if the text is blank.
func (d dialect) parse(text []byte) (*hujson.Value, error) {
	if blank(text) {
		return nil, nil
	}
	if !d.comments && !d.commas {
		if err := checkStrict(text); err != nil {
			return nil, err
		}
	} else if at := tooDeep(text); at >= 0 {
		return nil, faultAt(text, at, "nested too deeply")
	}
	// The line end closes a comment on the last line.
	root, err := hujson.Parse(append(bytes.Clone(text), '\n'))
	if err != nil {
		return nil, d.fault(text, err)
	}
	return &root, d.check(text, &root)
}

// check returns an error with line and column of a comma after the last item, if
// the client does not take one.
func (d dialect) check(text []byte, root *hujson.Value) error {
	if !d.comments || d.commas { // strict JSON was checked already
		return nil
	}
	for v := range root.All() {
		if last := lastOf(v); last != nil && last.AfterExtra != nil {
			return faultAt(text, last.EndOffset+len(last.AfterExtra), "a comma after the last item is not allowed in this file")
		}
	}
	return nil
}

// lastOf returns the last value in an object or array, nil if there is none.
func lastOf(v *hujson.Value) *hujson.Value {
	switch c := v.Value.(type) {
	case *hujson.Object:
		if n := len(c.Members); n > 0 {
			return &c.Members[n-1].Value
		}
	case *hujson.Array:
		if n := len(c.Elements); n > 0 {
			return &c.Elements[n-1]
		}
	}
	return nil
}

// fault turns an error of hujson, which ends in what and begins with where.
func (d dialect) fault(text []byte, err error) error {
	var line, column int
	if _, scan := fmt.Sscanf(err.Error(), "hujson: line %d, column %d:", &line, &column); scan != nil {
		return store.Errorf(store.Invalid, "the JSON is not understood; mend the file by hand")
	}
	at := 0
	for range line - 1 {
		at += bytes.IndexByte(text[at:], '\n') + 1
	}
	at = min(at+column-1, len(text))
	return faultAt(text, at, faultOf(text, at))
}

// tooDeep returns the offset at which values are nested deeper than maxDepth, -1
// if they are not. Brackets in strings and comments are not counted.
func tooDeep(text []byte) int {
	depth := 0
	for at := 0; at < len(text); at++ {
		switch text[at] {
		case '{', '[':
			if depth++; depth > maxDepth {
				return at
			}
		case '}', ']':
			depth--
		case '"':
			for at++; at < len(text) && text[at] != '"'; at++ {
				if text[at] == '\\' {
					at++
				}
			}
		case '/':
			at = max(at, at+commentLen(text[at:])-1)
		}
	}
	return -1
}

// commentLen is the length of the comment with which a text begins, without the
// line end of one that ends there; 0 if there is none.
func commentLen(text []byte) int {
	switch {
	case bytes.HasPrefix(text, []byte("//")):
		if n := bytes.IndexByte(text, '\n'); n >= 0 {
			return n
		}
		return len(text)
	case bytes.HasPrefix(text, []byte("/*")):
		if n := bytes.Index(text[2:], []byte("*/")); n >= 0 {
			return n + 4
		}
		return len(text)
	}
	return 0
}

// checkStrict returns an error with line and column of the first fault.
func checkStrict(text []byte) error {
	var v json.RawMessage
	err := json.Unmarshal(text, &v)
	if err == nil {
		return nil
	}
	at := len(text)
	if e, ok := errors.AsType[*json.SyntaxError](err); ok && !strings.HasPrefix(e.Error(), "unexpected end") {
		at = min(max(int(e.Offset)-1, 0), len(text))
	}
	return faultAt(text, at, faultOf(text, at))
}

// faultOf names what is wrong at an offset, without repeating the file.
func faultOf(text []byte, at int) string {
	if at >= len(text) {
		return "the file ends too early"
	}
	before := bytes.TrimRight(text[:at], " \t\r\n")
	switch c := text[at]; {
	case bytes.HasPrefix(text[at:], []byte("//")), bytes.HasPrefix(text[at:], []byte("/*")):
		return "a comment is not allowed in this file"
	case (c == '}' || c == ']') && bytes.HasSuffix(before, []byte(",")):
		return "a comma after the last item is not allowed in this file"
	case c == '{' || c == '[':
		return "unexpected character, or nested too deeply"
	default:
		return "unexpected character"
	}
}
