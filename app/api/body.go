package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"memtray/store"
)

// MaxBody is the greatest size of a request's body in bytes.
const MaxBody = 1 << 20

// readBody reads a JSON object into the struct that into points to. It refuses
// fields that the struct does not have, by name.
func readBody(w http.ResponseWriter, r *http.Request, into any) error {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/json" {
		return &statusError{http.StatusUnsupportedMediaType, "Content-Type must be application/json"}
	}
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, MaxBody))
	if _, tooLarge := errors.AsType[*http.MaxBytesError](err); tooLarge {
		return &statusError{http.StatusRequestEntityTooLarge, fmt.Sprintf("the body is larger than %d bytes", MaxBody)}
	}
	if err != nil {
		return store.Errorf(store.Invalid, "the body could not be read")
	}
	return decode(raw, into)
}

// decode is strict where encoding/json is not: names must be exact.
func decode(raw []byte, into any) error {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(raw, &fields); err != nil || fields == nil {
		return store.Errorf(store.Invalid, "the body must be one JSON object")
	}
	known := fieldNames(into)
	for name := range fields {
		if !slices.Contains(known, name) {
			return unknown("field", name, known)
		}
	}
	err := json.Unmarshal(raw, into)
	if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return store.Errorf(store.Invalid, "%s must be %s", e.Field, article(e.Type))
	}
	if err != nil {
		return store.Errorf(store.Invalid, "the body is not valid: %s", err)
	}
	return nil
}

func fieldNames(of any) []string {
	var names []string
	for _, f := range reflect.VisibleFields(reflect.TypeOf(of).Elem()) {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" {
			names = append(names, name)
		}
	}
	return names
}

func article(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "a text"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice:
		return "a list"
	case reflect.Struct:
		return "an object"
	}
	return "a whole number"
}

func unknown(what, name string, known []string) error {
	if r := []rune(name); len(r) > 40 {
		name = string(r[:39]) + "…"
	}
	if len(known) == 0 {
		return store.Errorf(store.Invalid, "unknown %s %q (none is known here)", what, name)
	}
	return store.Errorf(store.Invalid, "unknown %s %q (known: %s)", what, name, strings.Join(known, ", "))
}
