package sqlite

import (
	"bytes"
	"context"
	"database/sql"
	"slices"

	"memtray/store"
	"memtray/store/text"
)

// Check is the outcome of [Store.Check]. All is well if it says so.
type Check struct {
	Memories int      // trash included
	File     []string // flaws in the structure of the file
	Foreign  int      // rows that lead to others which are not there
	Index    []string // flaws in the structure of the search index

	// Of memories, documents and notes together.
	Stale int // whose tokens are missing, or not those of their text
	Older int // whose tokens an older version made
	Lost  int // that the search index does not have
	Extra int // in the search index, but not to be found

	Wrong int // memories of which the search index holds other words
}

// Searchable reports whether the search index has no flaw.
func (c Check) Searchable() bool {
	return len(c.Index) == 0 && c.Stale == 0 && c.Older == 0 && c.Lost == 0 && c.Extra == 0 && c.Wrong == 0
}

// Check reads the whole file and compares the search index, word by word, with the
// memories: of 100,000 that takes a while.
// It changes nothing. Damage is a flaw, not an error.
func (s *Store) Check(ctx context.Context) (Check, error) {
	var c Check
	err := s.readAnew(ctx, func(ctx context.Context, q *sql.Tx) error {
		f, err := integrity(ctx, q)
		c.File, c.Index = f.file, f.index
		if err != nil {
			return err
		}
		err = q.QueryRowContext(ctx, `select (select count(*) from pragma_foreign_key_check),
			(select count(*) from memories),
			(select count(*) from memory_tokens where version < ?1) + (select count(*) from writings where token_version < ?1),
			(select count(*) from memories where state <> 'trashed' and id not in (select id from search_docsize)),
			(select count(*) from search_docsize where id not in (select id from memories where state <> 'trashed'))`, text.Version).
			Scan(&c.Foreign, &c.Memories, &c.Older, &c.Lost, &c.Extra)
		if err != nil {
			return err
		}
		stale, err := staleIDs(ctx, q)
		if err != nil {
			return err
		}
		w, err := checkWritings(ctx, q)
		c.Stale, c.Lost, c.Extra = len(stale)+len(w.stale), c.Lost+len(w.lost), c.Extra+len(w.extra)
		if err != nil || len(c.Index) > 0 {
			return err
		}
		wrong, flaw, err := indexContents(ctx, q)
		if c.Wrong = len(wrong); flaw != "" {
			c.Index = []string{flaw}
		}
		return err
	})
	if len(c.File) > 0 {
		return c, nil // what could not be read besides follows from it
	}
	if store.ErrorCode(err) == store.Damaged {
		c.File = []string{err.Error()}
		return c, nil
	}
	return c, err
}

// readAnew is read on a connection of its own: one that has searched before may
// know an index that was filled again since, and then finds damage in it.
func (s *Store) readAnew(ctx context.Context, do func(ctx context.Context, q *sql.Tx) error) error {
	end, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer end()
	db, err := sql.Open("sqlite", readerDSN(s.real))
	if err != nil {
		return err
	}
	defer db.Close()
	tx, err := db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return s.explain(err)
	}
	defer tx.Rollback()
	return s.explainRead(do(ctx, tx))
}

// staleIDs returns the memories outside the trash whose tokens are missing or of
// another text.
func staleIDs(ctx context.Context, q queryer) ([]int64, error) {
	ids, err := column[int64](q.QueryContext(ctx, `select id from memories where state <> 'trashed' order by id`))
	if err != nil {
		return nil, err
	}
	var stale []int64
	for step := range slices.Chunk(ids, loadStep) {
		hashes, err := tokenHashes(ctx, q, step)
		if err != nil {
			return nil, err
		}
		found, err := loadMemories(ctx, q, step)
		if err != nil {
			return nil, err
		}
		for _, id := range step {
			if m, ok := found[id]; ok && !bytes.Equal(hashes[id], sourceHash(m)) {
				stale = append(stale, id)
			}
		}
	}
	return stale, nil
}

// tokenHashes returns the hashes of what the tokens were made of.
func tokenHashes(ctx context.Context, q queryer, ids []int64) (map[int64][]byte, error) {
	rows, err := q.QueryContext(ctx, `select memory_id, hash from memory_tokens
		where memory_id in (select value from json_each(?))`, jsonList(ids))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	all := map[int64][]byte{}
	for rows.Next() {
		var id int64
		var hash []byte
		if err := rows.Scan(&id, &hash); err != nil {
			return nil, err
		}
		all[id] = hash
	}
	return all, rows.Err()
}
