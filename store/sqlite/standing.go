package sqlite

import (
	"context"

	"memtray/store"
)

// step is one revision of a memory: who made it, and the act it took back.
type step struct {
	act, undoes int64
	by          store.Author
}

// standing reports whether memory m is as the act of a revision left it: nothing
// was done since, or all of it was undone. If not, it returns who is in the way.
func standing(ctx context.Context, q queryer, m *store.Memory, revision int64) (store.Author, bool, error) {
	if m.Revision == revision {
		return store.Author{}, true, nil
	}
	steps, err := loadSteps(ctx, q, m.ID)
	if err != nil {
		return store.Author{}, false, err
	}
	same := effective(steps)
	now, then := same[m.Revision], same[revision]
	switch {
	case now == then:
		return store.Author{}, true, nil
	case now > then:
		return steps[now].by, false, nil
	}
	return steps[m.Revision].by, false, nil // it was undone already
}

// loadSteps returns the revisions of a memory by their numbers; the first of the
// slice stands for what was before the memory.
func loadSteps(ctx context.Context, q queryer, id int64) ([]step, error) {
	rows, err := q.QueryContext(ctx, `select a.id, coalesce(a.undoes, 0), a.author_kind, a.client, coalesce(a.session_id, 0), a.process
		from revisions r join acts a on a.id = r.act_id where r.memory_id = ? order by r.revision`, id)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	steps := make([]step, 1)
	for rows.Next() {
		var s step
		if err := rows.Scan(&s.act, &s.undoes, &s.by.Kind, &s.by.Client, &s.by.Session, &s.by.Process); err != nil {
			return nil, err
		}
		steps = append(steps, s)
	}
	return steps, rows.Err()
}

// effective returns, for each revision, the earliest one that is the same: a
// revision that undid another is the same as what was before that one.
func effective(steps []step) []int {
	same := make([]int, len(steps))
	number := map[int64]int{} // of an act
	for i := 1; i < len(steps); i++ {
		same[i] = i
		if undone, ok := number[steps[i].undoes]; ok {
			same[i] = same[undone-1]
		}
		number[steps[i].act] = i
	}
	return same
}
