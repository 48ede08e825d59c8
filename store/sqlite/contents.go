package sqlite

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"hash/fnv"
	"slices"
	"strings"

	"memtray/store/text"
)

// errIndex marks damage of the search index that SQLite does not call so.
var errIndex = errors.New("the search index is damaged")

// errCommit marks what ended a transaction at its end.
var errCommit = errors.New("commit")

// indexContents compares what the index holds, word by word, with the tokens that
// are kept. It returns the memories of which it holds something else, and a flaw
// where its structure is wrong. Per memory one number is kept meanwhile. Rows of
// another tokeniser are not compared, nor are those that the index lacks.
func indexContents(ctx context.Context, q *sql.Tx) (wrong []int64, flaw string, err error) {
	held, err := heldSums(ctx, q)
	if isIndexDamage(err) {
		return nil, err.Error(), nil
	}
	if err != nil {
		return nil, "", err
	}
	ids, err := column[int64](q.QueryContext(ctx, `select id from search_docsize order by id`))
	if err != nil {
		return nil, "", err
	}
	if len(ids) > 0 && len(held) == 0 {
		return nil, "it claims to hold nothing", nil
	}
	for id := range held {
		if _, known := slices.BinarySearch(ids, id); !known {
			return nil, "it holds words of what it does not know", nil
		}
	}
	for step := range slices.Chunk(ids, loadStep) {
		kept, err := keptRows(ctx, q, step)
		if err != nil {
			return nil, "", err
		}
		for _, k := range kept {
			if k.version == text.Version && held[k.ID] != k.sum() {
				wrong = append(wrong, k.ID)
			}
		}
	}
	return wrong, "", nil
}

// heldSums reads the whole index and returns a sum for each of its rows that
// does not depend on the order.
func heldSums(ctx context.Context, q *sql.Tx) (map[int64]uint64, error) {
	for _, query := range []string{
		`pragma query_only = 0`,
		`create virtual table if not exists temp.search_words using fts5vocab(main, search, instance)`,
		`pragma query_only = 1`,
	} {
		if _, err := q.ExecContext(ctx, query); err != nil {
			return nil, err
		}
	}
	rows, err := q.QueryContext(ctx, `select term, doc, col, offset from search_words`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	sums := map[int64]uint64{}
	var term, column, last sql.RawBytes
	var word uint64
	for rows.Next() {
		var id, offset int64
		if err := rows.Scan(&term, &id, &column, &offset); err != nil {
			return nil, err
		}
		if last == nil || string(last) != string(term) {
			last, word = append(last[:0], term...), wordHash(string(term))
		}
		sums[id] += placed(word, column[0], int(offset))
	}
	return sums, rows.Err()
}

// sum is what [heldSums] must give for a row.
func (k *keptRow) sum() uint64 {
	var sum uint64
	for column, tokens := range map[byte][]string{
		't': text.Expand(k.title), 'b': text.Expand(k.body), 'm': text.Expand(k.meta), 's': strings.Fields(scopeOf(&k.Memory)),
	} {
		for i, token := range tokens {
			sum += placed(wordHash(token), column, i)
		}
	}
	return sum
}

func wordHash(s string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(s))
	return h.Sum64()
}

// placed hashes a word at a place of a column.
func placed(word uint64, column byte, offset int) uint64 {
	x := word ^ (uint64(column)<<56|uint64(offset)+1)*0x9E3779B97F4A7C15
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}

// claimsNothing returns an error if the index claims to hold nothing though it
// has rows: a search would find nothing and not say why. It is asked where
// nothing was found.
func claimsNothing(ctx context.Context, q queryer) error {
	var structure []byte
	err := q.QueryRowContext(ctx, `select (select block from search_data where id = 10) from search_docsize limit 1`).Scan(&structure)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err == nil && segments(structure) == 0 {
		err = errIndex
	}
	return err
}

// segments reads from the structure of the index of how many pieces it is: behind
// a number of four bytes, and a mark of four more in its newer form, it begins
// with the numbers of levels and pieces.
func segments(structure []byte) uint64 {
	if len(structure) < 4 {
		return 0
	}
	rest := structure[4:]
	if len(rest) > 4 && binary.BigEndian.Uint32(rest) == 0xFF000001 {
		rest = rest[4:]
	}
	_, rest = varint(rest)
	n, _ := varint(rest)
	return n
}

// varint reads a number of up to eight bytes as SQLite writes it.
func varint(b []byte) (n uint64, rest []byte) {
	for i, c := range b {
		n = n<<7 | uint64(c&0x7F)
		if c < 0x80 || i == 7 {
			return n, b[i+1:]
		}
	}
	return 0, nil
}
