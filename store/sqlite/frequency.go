package sqlite

import (
	"context"
	"fmt"

	"memtray/store"
)

// indexFigures reads how many memories the index holds and how long they are on
// average. FTS5 keeps these sums in one row for its own bm25; counting would
// read the whole index.
func indexFigures(ctx context.Context, r queryer, pool *store.Pool) error {
	var block []byte
	if err := r.QueryRowContext(ctx, `select block from search_data where id = 1`).Scan(&block); err != nil {
		return err
	}
	sums := varints(block)
	if len(sums) < 4 || sums[0] == 0 {
		return nil // nothing is indexed
	}
	n := float64(sums[0])
	pool.Documents = int(sums[0])
	pool.Average = store.Lengths{Title: float64(sums[1]) / n, Body: float64(sums[2]) / n, Meta: float64(sums[3]) / n}
	return nil
}

// varints reads numbers as SQLite writes them: seven bits a byte, the highest
// first, the top bit set where more follow; a ninth byte has eight.
func varints(b []byte) []uint64 {
	var out []uint64
	var v uint64
	size := 0
	for _, c := range b {
		size++
		if size == 9 {
			v, c = v<<8|uint64(c), 0
		} else {
			v = v<<7 | uint64(c&0x7f)
		}
		if c&0x80 == 0 {
			out, v, size = append(out, v), 0, 0
		}
	}
	return out
}

// counted is how many memories are counted for one term. Beyond it the number is
// reckoned from how far the count got: the words of a question that half of all
// memories hold must not cost more than the search itself.
const counted = 2000

// holdingOf counts memories for expressions of the index, and says which memory
// was the last.
const holdingOf = `select j.key, (select count(*) || ' ' || coalesce(max(rowid), 0)
	from (select rowid from search where search match j.value limit ?2)) from json_each(?1) j order by j.key`

// holding returns for each term how many memories hold it, more or less.
func holding(ctx context.Context, r queryer, terms []store.Term) ([]int, error) {
	var first, last int64
	err := r.QueryRowContext(ctx, `select coalesce((select min(id) from search_docsize), 0), coalesce((select max(id) from search_docsize), 0)`).Scan(&first, &last)
	if err != nil {
		return nil, err
	}
	words := make([]string, len(terms))
	for i, t := range terms {
		words[i] = expression(t)
	}
	rows, err := r.QueryContext(ctx, holdingOf, jsonList(words), counted)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := make([]int, len(terms))
	for rows.Next() {
		var at, n int
		var end int64
		var found string
		if err := rows.Scan(&at, &found); err != nil {
			return nil, err
		}
		if _, err := fmt.Sscan(found, &n, &end); err != nil {
			return nil, err
		}
		if n == counted {
			n = int(float64(n) * float64(last-first+1) / float64(end-first+1))
		}
		out[at] = n
	}
	return out, rows.Err()
}
