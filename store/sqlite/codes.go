package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"sync"
	"time"

	"memtray/store/vector"
)

const (
	codesKept = 5 * time.Minute // after the last search by meaning
	maxCodes  = 128 << 20       // bytes; what does not fit are the oldest memories
)

// codes are the codes of one model's vectors, read when they are first asked for
// and let go when nobody asks for long. A memory that was deleted or whose text
// was changed may still have its former code here: whoever reads the vector finds
// out.
type codes struct {
	mu    sync.Mutex
	model int64 // 0: nothing is kept
	seq   int64 // the last that was read
	above int64 // memories that fit have ids from here on
	words int   // of one code
	ids   []int64
	bits  []uint64
	idle  *time.Timer
}

// nearest returns the ids of the memories whose codes are nearest to one, at most
// [rescored] of them, each once. Only ids within count; nil are all.
func (c *codes) nearest(ctx context.Context, q queryer, model int64, code []uint64, within map[int64]bool) ([]int64, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.model != model {
		c.forget()
		c.model, c.words = model, len(code)
	}
	if err := c.follow(ctx, q); err != nil {
		c.forget() // half of it may have been read
		return nil, err
	}
	if c.idle == nil {
		c.idle = time.AfterFunc(codesKept, c.release)
	} else {
		c.idle.Reset(codesKept)
	}
	var pass func(at int) bool
	if within != nil {
		pass = func(at int) bool { return within[c.ids[at]] }
	}
	var ids []int64
	for _, at := range vector.Nearest(code, c.bits, rescored, pass) {
		ids = append(ids, c.ids[at])
	}
	slices.Sort(ids)
	return slices.Compact(ids), nil
}

// follow reads what was added since.
func (c *codes) follow(ctx context.Context, q queryer) error {
	if c.seq == 0 {
		err := q.QueryRowContext(ctx, `select memory_id from vector_codes order by memory_id desc limit 1 offset ?`,
			maxCodes/(8*(c.words+1))).Scan(&c.above)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
	}
	rows, err := q.QueryContext(ctx, `select seq, memory_id, code from vector_codes
		where seq > ? and model_id = ? and memory_id > ? and length(code) = ? order by seq`, c.seq, c.model, c.above, 8*c.words)
	if err != nil {
		return err
	}
	defer rows.Close()
	var id int64
	var stored sql.RawBytes
	for rows.Next() {
		if err := rows.Scan(&c.seq, &id, &stored); err != nil {
			return err
		}
		c.ids = append(c.ids, id)
		c.bits = vector.AppendCode(c.bits, stored)
	}
	return rows.Err()
}

// forget lets go of everything. The caller has the lock.
func (c *codes) forget() {
	c.model, c.seq, c.above, c.ids, c.bits = 0, 0, 0, nil, nil
}

func (c *codes) release() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.forget()
}

// close lets go for good.
func (c *codes) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.idle != nil {
		c.idle.Stop()
	}
	c.forget()
}
