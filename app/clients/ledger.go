package clients

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"memtray/store"
)

// ledger is what was written into all files, in the order of adding.
type ledger []store.Registration

func (r *Registrar) ledger(ctx context.Context) (ledger, error) { return r.store.Registrations(ctx) }

// of returns what is remembered of a part in a file, the zero value if nothing.
// What was written to another file, under another environment, does not count.
func (l ledger) of(client string, part Part, path string) store.Registration {
	for _, reg := range l {
		if reg.Client == client && reg.Part == string(part) && reg.File == path {
			return reg
		}
	}
	return store.Registration{}
}

// carry keeps the way back of what else is registered in a file that a plan has
// changed: none of it is touched by a change before or after it.
func (r *Registrar) carry(ctx context.Context, p plan) error {
	all, err := r.ledger(ctx)
	if err != nil {
		return err
	}
	was := hash(p.file.data)
	change := difference(p.file.data, p.after)
	for _, reg := range all {
		if reg.File != p.path || (reg.Client == p.client.ID && reg.Part == string(p.part.name)) {
			continue
		}
		carried := reg.AfterHash == was && carryOver(&reg, change)
		if carried {
			reg.AfterHash = hash(p.after)
		}
		inherits := p.keep == nil && p.known.CreatedFile && !p.delete
		if inherits { // whoever goes last takes the file along
			reg.CreatedFile, reg.CreatedDirs = true, p.known.CreatedDirs
		}
		if carried || inherits {
			if err := r.store.PutRegistration(ctx, reg); err != nil {
				return err
			}
		}
	}
	return nil
}

// carryOver moves a way back along with a change beside it. It is false if they
// overlap.
func carryOver(reg *store.Registration, change splice) bool {
	from, to := int(reg.Offset), int(reg.Offset)+len(reg.Inserted)
	switch {
	case change.at+len(change.old) <= from:
		reg.Offset += int64(len(change.new) - len(change.old))
	case change.at < to:
		return false
	}
	return true
}

// bequeath lets others remember folders that were made for what is gone: whoever
// is the last in one takes it along.
func (r *Registrar) bequeath(ctx context.Context, dirs []string) error {
	if len(dirs) == 0 {
		return nil
	}
	all, err := r.ledger(ctx)
	if err != nil {
		return err
	}
	for _, reg := range all {
		inside := slices.DeleteFunc(slices.Clone(dirs), func(dir string) bool {
			return slices.Contains(reg.CreatedDirs, dir) || !strings.HasPrefix(reg.File, dir+string(filepath.Separator))
		})
		if len(inside) == 0 {
			continue
		}
		reg.CreatedDirs = append(inside, reg.CreatedDirs...)
		if err := r.store.PutRegistration(ctx, reg); err != nil {
			return err
		}
	}
	return nil
}
