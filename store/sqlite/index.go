package sqlite

import (
	"context"
	"crypto/sha256"
	"slices"
	"strconv"
	"strings"

	"memtray/store"
	"memtray/store/text"
)

// Marks of scope stand in a column of their own, so that a search is narrowed
// inside the index and they do not count as words. Each begins with a full-width colon followed by a
// letter: no text and no query gives such a token, not even as a prefix.
const (
	markProject = "：p" // and the project's id: a rename costs nothing
	markKind    = "：k"
	markClient  = "：c" // nothing after it: the person
	markState   = "：s" // pending or archived; nobody asks for active alone, and trash is not in the index
	markPrivate = "：v"
)

func projectMark(id int64) string { return markProject + strconv.FormatInt(id, 10) }

// clientMark widens the punctuation of an id, at which the index would split.
func clientMark(id string) string {
	return markClient + strings.NewReplacer("-", "－", "_", "＿").Replace(id)
}

// tokens are what is kept of a memory for the index and for ranking, as
// [text.Compact] makes it.
type tokens struct{ title, body, meta string }

func tokensOf(m *store.Memory) tokens {
	t := tokens{body: text.Compact(m.Body)}
	if !m.TitleDerived {
		t.title = text.Compact(m.Title)
	}
	t.meta = text.Compact(strings.Join(slices.Concat(m.Tags, m.Files), "\n"))
	return t
}

// scopeOf returns the marks of scope of a memory.
func scopeOf(m *store.Memory) string {
	marks := []string{projectMark(m.ProjectID), markKind + string(m.Kind), clientMark(m.Client)}
	if m.State != store.Active {
		marks = append(marks, stateMark(m.State))
	}
	if m.Private {
		marks = append(marks, markPrivate)
	}
	return strings.Join(marks, " ")
}

// index puts a memory into the search index, or takes one that is in the trash
// out of it.
func (t *transaction) index(ctx context.Context, m *store.Memory) error {
	if m.State == store.Trashed {
		return t.unindex(ctx, m.ID)
	}
	k := tokensOf(m)
	if err := t.putTokens(ctx, m, k); err != nil {
		return err
	}
	return t.putIndex(ctx, m, k)
}

func (t *transaction) putTokens(ctx context.Context, m *store.Memory, k tokens) error {
	_, err := t.ExecContext(ctx, `insert or replace into memory_tokens (memory_id, version, hash, title, body, meta)
		values (?, ?, ?, ?, ?, ?)`, m.ID, text.Version, sourceHash(m), k.title, k.body, k.meta)
	return err
}

// putIndex puts the tokens of a memory into the index. It reads no more of m
// than its scope is made of.
func (t *transaction) putIndex(ctx context.Context, m *store.Memory, k tokens) error {
	_, err := t.ExecContext(ctx, `insert or replace into search (rowid, title, body, meta, scope) values (?, ?, ?, ?, ?)`,
		m.ID, expanded(k.title), expanded(k.body), expanded(k.meta), scopeOf(m))
	return err
}

func expanded(compact string) string { return strings.Join(text.Expand(compact), " ") }

func (t *transaction) unindex(ctx context.Context, id int64) error {
	if _, err := t.ExecContext(ctx, `delete from memory_tokens where memory_id = ?`, id); err != nil {
		return err
	}
	_, err := t.ExecContext(ctx, `delete from search where rowid = ?`, id)
	return err
}

// foldHash is equal for texts that count as the same.
func foldHash(m *store.Memory) []byte {
	title := ""
	if !m.TitleDerived {
		title = text.Fold(m.Title)
	}
	return hash(title, text.Fold(m.Body))
}

// sourceHash is of everything that the tokens of a memory are made of.
func sourceHash(m *store.Memory) []byte {
	title := ""
	if !m.TitleDerived {
		title = m.Title
	}
	parts := []string{title, m.Body, string(m.Kind), m.Client, projectMark(m.ProjectID), string(m.State), strconv.FormatBool(m.Private)}
	return hash(append(append(parts, m.Tags...), m.Files...)...)
}

func hash(parts ...string) []byte {
	h := sha256.New()
	for _, p := range parts {
		h.Write([]byte(strconv.Itoa(len(p)) + ":" + p)) // the length keeps parts apart
	}
	return h.Sum(nil)[:16]
}
