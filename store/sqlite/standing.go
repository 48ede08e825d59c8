package sqlite

import (
	"context"

	"memtray/store"
)

// step is one revision of a memory, project or writing: who made it, and the act it took back.
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
	by, stands := unchanged(steps, m.Revision, revision)
	return by, stands, nil
}

// projectStanding is standing for a project.
func projectStanding(ctx context.Context, q queryer, p projectState, revision int64) (store.Author, bool, error) {
	if p.revision == revision {
		return store.Author{}, true, nil
	}
	made := []step{{}, {act: -1}} // no act makes a project
	steps, err := readSteps(ctx, q, made, `select a.id, coalesce(a.undoes, 0), a.author_kind, a.client, coalesce(a.session_id, 0), a.process
		from project_revisions r join acts a on a.id = r.act_id where r.project_id = ? order by r.revision`, p.id)
	if err != nil {
		return store.Author{}, false, err
	}
	by, stands := unchanged(steps, p.revision, revision)
	return by, stands, nil
}

// writingStanding is standing for a writing.
func writingStanding(ctx context.Context, q queryer, w *writing, revision int64) (store.Author, bool, error) {
	if w.revision == revision {
		return store.Author{}, true, nil
	}
	steps, err := readSteps(ctx, q, make([]step, 1), `select a.id, coalesce(a.undoes, 0), a.author_kind, a.client, coalesce(a.session_id, 0), a.process
		from writing_revisions r join acts a on a.id = r.act_id where r.writing_id = ? order by r.revision`, w.id)
	if err != nil {
		return store.Author{}, false, err
	}
	by, stands := unchanged(steps, w.revision, revision)
	return by, stands, nil
}

// unchanged compares what is now with what was at a revision.
func unchanged(steps []step, at, revision int64) (store.Author, bool) {
	same := effective(steps)
	now, then := same[at], same[revision]
	switch {
	case now == then:
		return store.Author{}, true
	case now > then:
		return steps[now].by, false
	}
	return steps[at].by, false // it was undone already
}

// loadSteps returns the revisions of a memory by their numbers; the first of the
// slice stands for what was before the memory.
func loadSteps(ctx context.Context, q queryer, id int64) ([]step, error) {
	return readSteps(ctx, q, make([]step, 1), `select a.id, coalesce(a.undoes, 0), a.author_kind, a.client, coalesce(a.session_id, 0), a.process
		from revisions r join acts a on a.id = r.act_id where r.memory_id = ? order by r.revision`, id)
}

// readSteps adds the steps that a query selects to those before them.
func readSteps(ctx context.Context, q queryer, steps []step, query string, id int64) ([]step, error) {
	rows, err := q.QueryContext(ctx, query, id)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
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
