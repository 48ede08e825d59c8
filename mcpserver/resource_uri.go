package mcpserver

import (
	"net/url"
	"strconv"
	"strings"

	"memtray/store"
	"memtray/store/skills"
	"memtray/store/text"
)

// uriScheme begins the address of every resource.
const uriScheme = "memtray://"

// maxURI bounds an address in bytes, since answers and notifications repeat it.
const maxURI = 2048

// The kinds of resources, as their addresses name them.
const (
	contextResource  = "context"
	skillsResource   = "skills"
	skillResource    = "skill"
	memoryResource   = "memory"
	documentResource = "document"
	journalResource  = "journal"
)

// address is a resource's address, taken apart. Whether there is such a resource
// it does not say.
type address struct {
	kind string
	id   int64  // of a memory
	name string // of a skill or document, or a day of the journal
	file string // of a skill, with slashes
}

// parseAddress takes a URI apart. Escapes are undone, so that each spelling of an
// address means the same; a slash within a file's path may be escaped or not.
func parseAddress(uri string) (address, bool) {
	rest, ok := strings.CutPrefix(uri, uriScheme)
	if !ok || len(uri) > maxURI {
		return address{}, false
	}
	parts := strings.Split(rest, "/")
	for i, p := range parts {
		var err error
		if parts[i], err = url.PathUnescape(p); err != nil || parts[i] == "" {
			return address{}, false
		}
	}
	a := address{kind: parts[0]}
	switch {
	case len(parts) == 1:
		return a, a.kind == contextResource || a.kind == skillsResource
	case a.kind == skillResource && len(parts) > 2:
		a.name, a.file = parts[1], strings.Join(parts[2:], "/")
		return a, skills.ValidName(a.name)
	case len(parts) > 2:
		return address{}, false
	case a.kind == memoryResource:
		a.id, ok = memoryID(parts[1])
		return a, ok
	case a.kind == documentResource:
		a.name = text.Name(parts[1])
		return a, store.CheckDocumentName(a.name) == nil
	case a.kind == journalResource:
		a.name = parts[1]
		return a, store.CheckDay(a.name) == nil
	}
	return address{}, false
}

// memoryID reads an id of decimal digits alone: 12, not +12 or 012.
func memoryID(s string) (int64, bool) {
	n, err := strconv.ParseInt(s, 10, 64)
	return n, err == nil && n > 0 && n <= store.MaxID && strconv.FormatInt(n, 10) == s
}

// uri returns the address in the spelling in which resources are listed.
func (a address) uri() string {
	parts := []string{a.kind}
	switch a.kind {
	case memoryResource:
		parts = append(parts, strconv.FormatInt(a.id, 10))
	case documentResource, journalResource:
		parts = append(parts, escape(a.name))
	case skillResource:
		parts = append(parts, escape(a.name), escape(a.file))
	}
	return uriScheme + strings.Join(parts, "/")
}

// escape leaves only what a variable of a URI template stands for.
func escape(s string) string { return strings.ReplaceAll(url.QueryEscape(s), "+", "%20") }
