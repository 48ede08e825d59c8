package sqlite

import (
	"slices"
	"strings"

	"memtray/store"
)

// matchOf returns the expression that finds any of the terms within the scope
// of a filter. States do not include the trash, which is not in the index.
//
// Where nearly everything is wanted, the expression excludes the few others:
// asking for every active memory would make the index read its longest list.
func matchOf(terms []store.Term, f store.Filter, states []store.State) string {
	m := `(` + anyOf(terms) + `)`
	m = narrow(m, f.Projects, projectMark)
	m = narrow(m, f.Kinds, func(k store.Kind) string { return markKind + string(k) })
	m = narrow(m, f.Clients, clientMark)
	if !slices.Contains(states, store.Active) {
		m = narrow(m, states, stateMark)
	} else {
		for _, other := range []store.State{store.Pending, store.Archived} {
			if !slices.Contains(states, other) {
				m = without(m, scoped(stateMark(other)))
			}
		}
	}
	return visibleTo(f.Reader, m)
}

// visibleTo leaves out what a client may not see; "" is the person.
func visibleTo(reader, m string) string {
	if reader == "" {
		return m
	}
	m = without(m, scoped(markPrivate))
	return without(m, `(`+scoped(stateMark(store.Pending))+` NOT `+scoped(clientMark(reader))+`)`)
}

// anyOf returns the expression that finds any of the terms.
func anyOf(terms []store.Term) string {
	words := make([]string, len(terms))
	for i, t := range terms {
		words[i] = expression(t)
	}
	return strings.Join(words, ` OR `)
}

// expression is what finds a term in the index.
func expression(t store.Term) string {
	if t.Prefix {
		return quote(t.Token) + `*`
	}
	return quote(t.Token)
}

func stateMark(s store.State) string { return markState + string(s) }

// narrow asks for one of values as well; no values mean any.
func narrow[T any](m string, values []T, mark func(T) string) string {
	if len(values) == 0 {
		return m
	}
	marks := make([]string, len(values))
	for i, v := range values {
		marks[i] = quote(mark(v))
	}
	return `(` + m + ` AND scope : (` + strings.Join(marks, ` OR `) + `))`
}

func without(m, unwanted string) string { return `(` + m + ` NOT ` + unwanted + `)` }

func scoped(mark string) string { return `scope : ` + quote(mark) }

// quote makes a string of the index's query language, in which nothing is
// syntax. It ends at a NUL, so there must be none.
func quote(s string) string {
	return `"` + strings.NewReplacer(`"`, `""`, "\x00", "").Replace(s) + `"`
}
