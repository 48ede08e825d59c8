package sqlite

import (
	"context"
	"crypto/sha256"
	"strconv"
	"strings"

	"memtray/store"
	"memtray/store/text"
)

// Marks of scope stand among the tokens of the column meta, so that a search is
// narrowed inside the index. Each begins with a full-width colon followed by a
// letter: no text and no query gives such a token, not even as a prefix.
const (
	markProject = "：p" // and the project's id: a rename costs nothing
	markKind    = "：k"
	markClient  = "：c" // nothing after it: the person
	markState   = "：s" // pending or archived; nobody asks for active alone, and trash is not in the index
	markPrivate = "：v"
)

// isMark reports whether a token is a mark of scope.
func isMark(token string) bool {
	mark, ok := strings.CutPrefix(token, "：")
	return ok && mark != "" && mark[0] >= 'a' && mark[0] <= 'z'
}

func projectMark(id int64) string { return markProject + strconv.FormatInt(id, 10) }

// clientMark widens the punctuation of an id, at which the index would split.
func clientMark(id string) string {
	return markClient + strings.NewReplacer("-", "－", "_", "＿").Replace(id)
}

// tokens are what the index knows of a memory.
type tokens struct{ title, body, meta string }

func tokensOf(m *store.Memory) tokens {
	t := tokens{body: joined(m.Body)}
	if !m.TitleDerived {
		t.title = joined(m.Title)
	}
	words := []string{string(m.Kind), m.Client}
	words = append(append(words, m.Tags...), m.Files...)
	marks := []string{projectMark(m.ProjectID), markKind + string(m.Kind), clientMark(m.Client)}
	if m.State != store.Active {
		marks = append(marks, stateMark(m.State))
	}
	if m.Private {
		marks = append(marks, markPrivate)
	}
	t.meta = strings.TrimSpace(joined(strings.Join(words, "\n")) + " " + strings.Join(marks, " "))
	return t
}

func joined(s string) string { return strings.Join(text.Tokens(s), " ") }

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
	_, err := t.ExecContext(ctx, `insert or replace into search (rowid, title, body, meta) values (?, ?, ?, ?)`, m.ID, k.title, k.body, k.meta)
	return err
}

func (t *transaction) putTokens(ctx context.Context, m *store.Memory, k tokens) error {
	_, err := t.ExecContext(ctx, `insert or replace into memory_tokens (memory_id, version, hash, title, body, meta)
		values (?, ?, ?, ?, ?, ?)`, m.ID, text.Version, sourceHash(m), k.title, k.body, k.meta)
	return err
}

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
