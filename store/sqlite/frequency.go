package sqlite

import (
	"context"
	"fmt"
	"math/bits"

	"memtray/store"
)

// counted is how many memories are counted for one term. Beyond it the number is
// reckoned from how far the count got: the words of a question that half of all
// memories hold must not cost more than the search itself.
const counted = 2000

// holdingOf counts memories for expressions of the index, and says which memory
// was the last.
const holdingOf = `select j.key, (select count(*) || ' ' || coalesce(max(rowid), 0)
	from (select rowid from search where search match j.value limit ?2)) from json_each(?1) j order by j.key`

// figures reads how many memories there are, and how many of those that a reader
// may see hold each term.
func figures(ctx context.Context, r queryer, q store.Query, pool *store.Pool) error {
	// The number of rows is the difference of ids but for what was deleted; a
	// count would read the whole index.
	var first, last int64
	err := r.QueryRowContext(ctx, `select coalesce((select min(id) from search_docsize), 0), coalesce((select max(id) from search_docsize), -1)`).Scan(&first, &last)
	if err != nil {
		return err
	}
	span := last - first + 1
	pool.Documents = 1 << bits.Len64(uint64(max(span-1, 0)))
	words := make([]string, len(q.Terms))
	for i, t := range q.Terms {
		words[i] = visibleTo(q.Filter.Reader, expression(t))
	}
	rows, err := r.QueryContext(ctx, holdingOf, jsonList(words), counted)
	if err != nil {
		return err
	}
	defer rows.Close()
	pool.Holding = make([]int, len(q.Terms))
	for rows.Next() {
		var at, n int
		var end int64
		var found string
		if err := rows.Scan(&at, &found); err != nil {
			return err
		}
		if _, err := fmt.Sscan(found, &n, &end); err != nil {
			return err
		}
		if n == counted {
			n = int(float64(n) * float64(span) / float64(end-first+1))
		}
		pool.Holding[at] = n
	}
	return rows.Err()
}
