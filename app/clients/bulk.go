package clients

import (
	"context"
	"slices"

	"memtray/store"
)

// Report is what was done with a part of a client, or why nothing was.
type Report struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Part    Part   `json:"part"`
	File    string `json:"file"`
	Changed bool   `json:"changed"`
	Problem string `json:"problem"` // why it was refused, for people; the file is as before
	Restart string `json:"restart"`
}

// AddAll registers the server with every client that is on this machine.
func (r *Registrar) AddAll(ctx context.Context) ([]Report, error) {
	return r.each(ctx, func(s State, p PartState) bool {
		return p.Part == Server && s.Installed && p.Through == ""
	})
}

// RepairAll brings back what was written and is gone, and up to date what is
// ours and says something else.
func (r *Registrar) RepairAll(ctx context.Context) ([]Report, error) {
	return r.each(ctx, func(_ State, p PartState) bool {
		return (p.Status == Missing || p.Status == Elsewhere) && !p.Foreign && p.Through == ""
	})
}

// each adds those parts of clients whose state, before any of it, is chosen.
func (r *Registrar) each(ctx context.Context, chosen func(State, PartState) bool) ([]Report, error) {
	reports := []Report{}
	states, err := r.States(ctx)
	if err != nil {
		return reports, err
	}
	for i, s := range states {
		for _, p := range s.parts() {
			if chosen(s, p) {
				reports = append(reports, r.report(ctx, all[i], p.Part, p.File, Add))
			}
		}
	}
	return reports, ctx.Err()
}

// RemoveAll takes out every part of every client, or of some clients: what was
// written last goes first, and then what is ours though it is not remembered.
func (r *Registrar) RemoveAll(ctx context.Context, ids ...string) ([]Report, error) {
	reports := []Report{}
	wanted := func(id string) bool { return len(ids) == 0 || slices.Contains(ids, id) }
	known, err := r.ledger(ctx)
	if err != nil {
		return reports, err
	}
	for _, reg := range slices.Backward(known) {
		if c, err := Find(reg.Client); !wanted(reg.Client) {
			continue
		} else if err != nil {
			reports = append(reports, Report{ID: reg.Client, Part: Part(reg.Part), File: reg.File, Problem: store.ErrorMessage(err)})
		} else {
			reports = append(reports, r.report(ctx, c, Part(reg.Part), reg.File, Remove))
		}
	}
	for _, c := range slices.Backward(all) {
		if !wanted(c.ID) {
			continue
		}
		s, err := r.state(ctx, c)
		if err != nil {
			return reports, err
		}
		for _, p := range slices.Backward(s.parts()) {
			if (p.Status == Registered || p.Status == Elsewhere) && !p.Foreign && p.Through == "" && !reported(reports, c.ID, p) {
				reports = append(reports, r.report(ctx, c, p.Part, p.File, Remove))
			}
		}
	}
	return reports, ctx.Err()
}

// Do does an action with a part of a client and says what came of it. A refusal
// is in the report.
func (r *Registrar) Do(ctx context.Context, id string, part Part, action Action) Report {
	c, err := Find(id)
	if err != nil {
		return Report{ID: id, Part: part, Problem: store.ErrorMessage(err)}
	}
	return r.report(ctx, c, part, "", action)
}

func reported(reports []Report, id string, p PartState) bool {
	return slices.ContainsFunc(reports, func(r Report) bool { return r.ID == id && r.Part == p.Part && r.File == p.File })
}

// report does an action with a part in a file and says what came of it.
func (r *Registrar) report(ctx context.Context, c Client, part Part, file string, action Action) Report {
	out := Report{ID: c.ID, Name: c.Name, Part: part, File: file, Restart: c.RestartHint}
	p, err := r.edit(ctx, func() (plan, error) { return r.plan(ctx, c, part, file, action) }, "")
	if p.path != "" {
		out.File, out.Restart = p.path, c.takesEffect(p.part, action)
	}
	if err != nil {
		out.Problem = store.ErrorMessage(err)
	} else {
		out.Changed = !p.noChange()
	}
	return out
}
