package sqlite

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"memtray/store"
)

const maxLiteral = 64 // how many words of a literal are looked for

// scan looks for a literal in the newest memories of the scope. It is for
// questions that the index cannot answer, of stop words or punctuation alone.
func (s *selection) scan(q store.Query, states []store.State) {
	s.scanned = newestOf(q.Filter, states)
	ids, args := s.scanned.ids(store.MaxScanned)
	s.add(`m.id in (`+ids+`)`, args...)
	condition, args := holds(q.Literal, true)
	s.add(condition, args...)
}

// isLetter reports whether all that is asked for is the first letter of a word,
// or its first digit. Of scripts without blanks, the first of which is Thai, one
// character says much more.
func isLetter(terms []store.Term) bool {
	if len(terms) != 1 || !terms[0].Prefix {
		return false
	}
	r, size := utf8.DecodeRuneInString(terms[0].Token)
	return size == len(terms[0].Token) && r < 0x0E00
}

// begin looks for words that begin with a letter in the newest memories of the
// scope, and for the letter as a word in all. The index would join the lists of
// half of all words, several times.
func (s *selection) begin(q store.Query, states []store.State) {
	letter := q.Terms[0].Token
	s.scanned = newestOf(q.Filter, states)
	ids, args := s.scanned.ids(store.MaxScanned)
	s.add(`m.id in (select k.memory_id from (`+ids+`) n cross join memory_tokens k on k.memory_id = n.id
		where instr(' ' || k.title || ' ' || k.body || ' ' || k.meta, ?) > 0
		union select rowid from search where search match ?)`,
		append(args, " "+letter, matchOf([]store.Term{{Token: letter}}, q.Filter, states))...)
}

// newest are the newest memories of what the index could have narrowed to.
type newest struct {
	selection
	byProject bool
}

func newestOf(f store.Filter, states []store.State) *newest {
	n := newest{byProject: len(f.Projects) > 0}
	n.in(`m.state`, jsonList(states))
	n.scope(f)
	return &n
}

// ids returns the statement for the ids of the first so many.
func (n *newest) ids(most int) (string, []any) {
	// In one project that index knows all; else reading from the newest on is soon
	// at its end.
	from := ` from memories m`
	if n.byProject {
		from += ` indexed by memories_filter`
	}
	return `select m.id` + from + ` where ` + strings.Join(n.where, ` and `) + ` order by m.id desc limit ` + strconv.Itoa(most), n.args
}

// isPartial reports whether a selection left memories unread.
func (s *selection) isPartial(ctx context.Context, r queryer) (bool, error) {
	if s.scanned == nil {
		return false, nil
	}
	ids, args := s.scanned.ids(store.MaxScanned + 1)
	var n int
	err := r.QueryRowContext(ctx, `select count(*) from (`+ids+`)`, args...).Scan(&n)
	return n > store.MaxScanned, err
}

// holds asks for the words of a literal, each in title or body, and returns the
// condition with its arguments. With whole, a word of letters must stand by
// itself: a stop word is a part of many others.
func holds(literal string, whole bool) (string, []any) {
	words := strings.Fields(strings.ReplaceAll(literal, "’", "'"))
	words = words[:min(len(words), maxLiteral)]
	if len(words) == 0 {
		words = []string{literal} // white space is looked for as it is
	}
	conditions := make([]string, len(words))
	var args []any
	for i, w := range words {
		test, values := `instr(%s, lower(?)) > 0`, []any{w}
		if bare := strings.Trim(w, ".,:;?!\"()`"); whole && isPlain(bare) {
			// The first pattern is much cheaper: it begins with a letter.
			test = `' ' || %[1]s || ' ' glob lower(?) and ' ' || %[1]s || ' ' glob lower(?)`
			end := bare + `[^a-z0-9_]*`
			values = []any{`*` + end, `*[^a-z0-9_]` + end}
		}
		conditions[i] = `(` + fmt.Sprintf(test, plainTitle) + ` or ` + fmt.Sprintf(test, plainBody) + `)`
		args = append(append(args, values...), values...)
	}
	return `(` + strings.Join(conditions, ` and `) + `)`, args
}

// Texts as literals are compared with them.
const (
	plainTitle = `replace(lower(m.title), '’', '''')`
	plainBody  = `replace(lower(m.body), '’', '''')`
)

// isPlain reports whether a word is of ASCII letters and apostrophes, and no
// longer than a pattern may be.
func isPlain(w string) bool {
	return w != "" && len(w) < 100 && strings.Trim(strings.ToUpper(w), "ABCDEFGHIJKLMNOPQRSTUVWXYZ'") == ""
}
