package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
	"strings"

	"memtray/store"
)

// Candidates returns the best n of the memories that hold any of q's terms, with
// what ranking reads.
func (s *Store) Candidates(ctx context.Context, q store.Query, n int) (store.Pool, error) {
	if n < 1 || n > store.MaxCandidates {
		return store.Pool{}, store.Errorf(store.Invalid, "between 1 and %d candidates can be asked for", store.MaxCandidates)
	}
	if len(q.Near) > store.MaxVectorHits {
		return store.Pool{}, store.Errorf(store.Invalid, "at most %d near memories can be candidates", store.MaxVectorHits)
	}
	if err := q.Filter.Validate(); err != nil {
		return store.Pool{}, err
	}
	c := candidateReader{query: q, states: searched(q.Filter.States), most: n}
	if len(q.Terms) == 0 || len(c.states) == 0 {
		return store.Pool{Holding: make([]int, len(q.Terms))}, nil
	}
	c.query.Filter.States = c.states
	var pool store.Pool
	err := s.read(ctx, func(ctx context.Context, r queryer) (err error) {
		pool, err = c.read(ctx, r)
		return err
	})
	return pool, err
}

// searched returns the states of a filter that the index knows.
func searched(states []store.State) []store.State {
	if len(states) == 0 {
		return []store.State{store.Pending, store.Active}
	}
	return slices.DeleteFunc(slices.Clone(states), func(s store.State) bool { return s == store.Trashed })
}

// candidateReader reads the pool of one query in a handful of statements,
// whatever the number of candidates.
type candidateReader struct {
	query  store.Query
	states []store.State
	most   int
}

func (c *candidateReader) read(ctx context.Context, r queryer) (store.Pool, error) {
	var pool store.Pool
	sel := selectionOf(c.query)
	best, args := c.best(&sel)
	scores, err := readScores(ctx, r, best, args)
	if err != nil {
		return pool, err
	}
	pool.ByTerms, pool.Total = len(scores), len(scores)
	switch {
	case sel.scanned != nil:
		scores = scores[:min(len(scores), c.most)]
		pool.ByTerms = len(scores)
		if pool.Partial, err = sel.isPartial(ctx, r); err != nil {
			return pool, err
		}
	case len(scores) == c.most:
		count, args := sel.count()
		if err := r.QueryRowContext(ctx, count, args...).Scan(&pool.Total); err != nil {
			return pool, err
		}
	}
	if pool.Total == 0 {
		if err := claimsNothing(ctx, r); err != nil {
			return pool, err
		}
	}
	if sel.scanned != nil {
		pool.Documents, pool.Holding = max(pool.Total, 1), []int{pool.Total}
	} else if err := figures(ctx, r, c.query, &pool); err != nil {
		return pool, err
	}
	if pool.Total == 0 && len(c.query.Near) == 0 {
		return pool, nil
	}
	if scores, err = c.withNear(ctx, r, scores); err != nil {
		return pool, err
	}
	if pool.Candidates, err = c.details(ctx, r, scores); err != nil {
		return pool, err
	}
	c.sayNear(pool.Candidates)
	if c.query.Neighbours {
		if pool.Neighbours, err = c.neighbours(ctx, r, pool.Candidates, pool.ByTerms); err != nil {
			return pool, err
		}
	}
	return pool, c.newer(ctx, r, &pool)
}

// best returns the statement for the ids of the candidates and their scores.
func (c *candidateReader) best(sel *selection) (string, []any) {
	from, args := sel.from(false)
	if sel.scanned != nil {
		return `select m.id, 0.0` + from + ` order by m.id desc`, args
	}
	return `select search.rowid, ` + score + from + byRelevance + ` limit ?`, append(slices.Clone(args), c.most)
}

// scored is a memory and the engine's score, which is lower for better ones.
type scored struct {
	id    int64
	score float64
}

func readScores(ctx context.Context, r queryer, query string, args []any) ([]scored, error) {
	rows, err := r.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []scored
	for rows.Next() {
		var s scored
		if err := rows.Scan(&s.id, &s.score); err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, rows.Err()
}

// details are the columns that ranking reads, in the order of [scanDetails].
const details = `m.id, m.kind, m.project_id, m.client, coalesce(m.session_id, 0), m.state, m.pinned, m.fetched_count,
	m.created_at, m.updated_at, ` + asks + `, k.title, ` + bodyStart + `, k.meta`

// asks says that a body ends with a question mark. A long one is no question, and
// is not read for it.
const asks = `octet_length(m.body) <= 2000 and substr(rtrim(m.body, char(9, 10, 13, 32)), -1) in ('?', '？')`

// fromIDs are the rows of these columns for a list of ids.
const fromIDs = ` from json_each(?) j cross join memories m on m.id = j.value cross join memory_tokens k on k.memory_id = m.id`

// scanDetails reads one row of details and of what else was selected.
func scanDetails(rows *sql.Rows, m *store.Candidate, more ...any) error {
	return rows.Scan(append([]any{&m.ID, &m.Kind, &m.ProjectID, &m.Client, &m.Session, &m.State, &m.Pinned, &m.Fetched,
		&m.CreatedAt, &m.UpdatedAt, &m.Asks, &m.Title, &m.Body, &m.Meta}, more...)...)
}

// details reads the candidates, in the order of their scores. They are sorted
// here: SQLite would copy their texts to do so.
func (c *candidateReader) details(ctx context.Context, r queryer, scores []scored) ([]store.Candidate, error) {
	place := make(map[int64]int, len(scores))
	for i, s := range scores {
		place[s.id] = i
	}
	query, args := c.detailsOf(scores)
	rows, err := r.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := make([]store.Candidate, 0, len(scores))
	for rows.Next() {
		var m store.Candidate
		if err := scanDetails(rows, &m, &m.Previous, &m.Next); err != nil {
			return nil, err
		}
		m.Score = -scores[place[m.ID]].score
		out = append(out, m)
	}
	slices.SortFunc(out, func(a, b store.Candidate) int { return place[a.ID] - place[b.ID] })
	return out, rows.Err()
}

func (c *candidateReader) detailsOf(scores []scored) (string, []any) {
	ids := make([]int64, len(scores))
	for i, s := range scores {
		ids[i] = s.id
	}
	previous, next, args := `0`, `0`, []any{}
	if c.query.Neighbours {
		visible, values := c.visible()
		previous, next = beside(visible, `<`, `desc`), beside(visible, `>`, ``)
		args = append(append(args, values...), values...)
	}
	return `select ` + details + `, ` + previous + `, ` + next + fromIDs, append(args, jsonList(ids))
}

// visible returns the condition on a neighbour b, with its arguments: a state of
// the filter, and nothing that the reader may not see.
func (c *candidateReader) visible() (string, []any) {
	condition := `b.state in (?` + strings.Repeat(`, ?`, len(c.states)-1) + `)`
	var args []any
	for _, s := range c.states {
		args = append(args, s)
	}
	if f := c.query.Filter; f.Reader != "" {
		condition += ` and b.private = 0 and (b.state <> 'pending' or b.client = ?)`
		args = append(args, f.Reader)
	}
	return condition, args
}

// beside selects the nearest memory before or after m in its session and project.
func beside(visible, direction, order string) string {
	return `coalesce((select b.id from memories b where b.session_id = m.session_id and b.project_id = m.project_id
		and b.id ` + direction + ` m.id and ` + visible + ` order by b.id ` + order + ` limit 1), 0)`
}

// neighbours reads what lies beside the candidates that were found by terms, the
// first ones, and is no candidate itself.
func (c *candidateReader) neighbours(ctx context.Context, r queryer, all []store.Candidate, byTerms int) ([]store.Neighbour, error) {
	known := make(map[int64]bool, len(all))
	for _, m := range all {
		known[m.ID] = true
	}
	previous, next := map[int64]int64{}, map[int64]int64{}
	ids := []int64{}
	for _, m := range all[:byTerms] {
		previous[m.Next], next[m.Previous] = m.ID, m.ID
		for _, id := range []int64{m.Previous, m.Next} {
			if id != 0 && !known[id] {
				known[id] = true
				ids = append(ids, id)
			}
		}
	}
	slices.Sort(ids)
	query, args := c.neighboursOf(ids)
	rows, err := r.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := make([]store.Neighbour, 0, len(ids))
	for rows.Next() {
		var n store.Neighbour
		if err := scanDetails(rows, &n.Candidate, &n.Within); err != nil {
			return nil, err
		}
		n.Previous, n.Next = previous[n.ID], next[n.ID]
		out = append(out, n)
	}
	slices.SortFunc(out, func(a, b store.Neighbour) int { return cmp.Compare(a.ID, b.ID) })
	return out, rows.Err()
}

func (c *candidateReader) neighboursOf(ids []int64) (string, []any) {
	sel := checksOf(c.query.Filter)
	return `select ` + details + `, ` + strings.Join(sel.where, ` and `) + fromIDs,
		append(slices.Clone(sel.args), jsonList(ids))
}

// newer reads which memories take the place of those in a pool.
func (c *candidateReader) newer(ctx context.Context, r queryer, pool *store.Pool) error {
	at := make(map[int64]*store.Candidate, len(pool.Candidates)+len(pool.Neighbours))
	ids := make([]int64, 0, len(pool.Candidates)+len(pool.Neighbours))
	for i := range pool.Candidates {
		at[pool.Candidates[i].ID] = &pool.Candidates[i]
		ids = append(ids, pool.Candidates[i].ID)
	}
	for i := range pool.Neighbours {
		at[pool.Neighbours[i].ID] = &pool.Neighbours[i].Candidate
		ids = append(ids, pool.Neighbours[i].ID)
	}
	rows, err := r.QueryContext(ctx, newerOf, jsonList(ids), c.query.Filter.Reader)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var older, newer int64
		if err := rows.Scan(&older, &newer); err != nil {
			return err
		}
		at[older].NewerIDs = append(at[older].NewerIDs, newer)
	}
	return rows.Err()
}

const newerOf = `with old (id) as (select value from json_each(?1))
	select distinct l.old, m.id from
		(select target_id as old, memory_id as new from old cross join links on target_id = old.id where relation = 'supersedes'
		 union all select memory_id, target_id from old cross join links on memory_id = old.id where relation = 'merged_into') l
	cross join memories m on m.id = l.new
	where m.state <> 'trashed' and (?2 = '' or m.private = 0 and (m.state <> 'pending' or m.client = ?2))
	order by 1, 2`

// bodyStart is enough of a body for the tokens of it that are read: on average
// they have not half as many characters.
const bodyStart = `substr(k.body, 1, 16 * 2000)`
