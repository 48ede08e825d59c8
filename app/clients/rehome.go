package clients

import (
	"context"

	"memtray/store"
)

// Rehome makes everything that is registered use the data folder that home, as
// in [Shim], leads to; the programs that are started stay the same. With dry it
// changes nothing, and says what would be refused.
func (r *Registrar) Rehome(ctx context.Context, home string, dry bool) ([]Report, error) {
	reports := []Report{}
	known, err := r.ledger(ctx)
	if err != nil {
		return reports, err
	}
	for _, reg := range known {
		c, err := Find(reg.Client)
		if err != nil || !r.stillThere(ctx, c, reg) {
			continue
		}
		there := r.with(reg, home)
		if !dry {
			reports = append(reports, there.report(ctx, c, Part(reg.Part), reg.File, Add))
			continue
		}
		one := Report{ID: c.ID, Name: c.Name, Part: Part(reg.Part), File: reg.File, Restart: c.RestartHint}
		p, err := there.plan(ctx, c, Part(reg.Part), reg.File, Add)
		if err != nil {
			one.Problem = store.ErrorMessage(err)
		}
		one.Changed = err == nil && !p.noChange()
		reports = append(reports, one)
	}
	return reports, nil
}

// stillThere reports whether what was written is in its file: what the person has
// taken out since is not put back.
func (r *Registrar) stillThere(ctx context.Context, c Client, reg store.Registration) bool {
	v, err := r.look(ctx, c, Part(reg.Part), reg.File)
	if err != nil || v.fault != nil {
		return true // the plan says why
	}
	s, err := v.slot(v.file)
	return err != nil || s.holds().is != nothing
}

// with is a Registrar for the program of a registration and another data folder.
func (r *Registrar) with(reg store.Registration, home string) *Registrar {
	shim := r.program()
	shim.Home, shim.Named = home, true
	if len(reg.Command) > 0 && exists(reg.Command[0]) {
		shim.Command = reg.Command[0]
	}
	return &Registrar{store: r.store, env: r.env, shim: shim}
}
