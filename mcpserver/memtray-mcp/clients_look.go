package main

import (
	"context"
	"errors"
	"fmt"

	"memtray/app/clients"
)

// changeDiff is what an action would do to one file.
type changeDiff struct {
	ID   string       `json:"id"`
	Part clients.Part `json:"part"`
	Diff string       `json:"diff"` // "" if nothing would change
}

// diffClients prints what add or remove would change, as unified diffs.
func (env *cli) diffClients(ctx context.Context, r *clients.Registrar, q clientsRequest) error {
	action := clients.Add
	if q.remove {
		action = clients.Remove
	}
	states, err := r.States(ctx)
	if err != nil {
		return err
	}
	diffs, refused := []changeDiff{}, 0
	for _, s := range states {
		for _, part := range q.partsOf(s) {
			diff, err := r.Unified(ctx, s.ID, part, action)
			if err != nil {
				refused++
				fmt.Fprintf(env.stderr, "%s: %s\n", s.ID, printable(message(err)))
				continue
			}
			diffs = append(diffs, changeDiff{s.ID, part, diff})
		}
	}
	if q.json {
		err = env.printJSON("diffs", diffs)
	} else {
		for _, d := range diffs {
			if _, e := fmt.Fprint(env.stdout, d.Diff); e != nil {
				err = e
			}
		}
	}
	if err == nil && refused > 0 {
		err = fmt.Errorf("%d would be refused", refused)
	}
	return err
}

// partsOf returns which parts of a client a diff is asked for.
func (q clientsRequest) partsOf(s clients.State) []clients.Part {
	if q.all && (!s.Installed && !q.remove || s.Through != "") {
		return nil
	}
	asked := q.all
	for _, id := range q.ids {
		asked = asked || id == s.ID
	}
	if !asked {
		return nil
	}
	var parts []clients.Part
	if !q.remove || len(q.parts) == 0 {
		parts = append(parts, clients.Server)
	}
	for _, part := range q.parts {
		has := false
		for _, x := range s.Extras {
			has = has || x.Part == part
		}
		if has || !q.all {
			parts = append(parts, part)
		}
	}
	if q.remove && len(q.parts) == 0 { // remove takes out all there is
		for _, x := range s.Extras {
			if x.Status == clients.Registered || x.Status == clients.Elsewhere && !x.Foreign {
				parts = append(parts, x.Part)
			}
		}
	}
	return parts
}

// verifyClients reads back what is registered and starts it.
func (env *cli) verifyClients(ctx context.Context, r *clients.Registrar, q clientsRequest) error {
	ids, err := idsOf(ctx, r, q.ids, func(s clients.State) bool { return isThere(s) })
	if err != nil {
		return err
	}
	return env.examine(ctx, q, ids, r.Verify, "nothing is registered; clients add --all registers with every client that is found")
}

// diagnoseClients says why nothing arrives.
func (env *cli) diagnoseClients(ctx context.Context, r *clients.Registrar, q clientsRequest) error {
	ids, err := idsOf(ctx, r, q.ids, func(s clients.State) bool { return s.Installed || isThere(s) })
	if err != nil {
		return err
	}
	return env.examine(ctx, q, ids, r.Diagnose, "no AI client was found on this machine; clients add ID registers with one all the same")
}

// isThere reports whether anything is, or should be, registered.
func isThere(s clients.State) bool {
	return s.Status == clients.Registered || s.Status == clients.Elsewhere || s.Status == clients.Missing
}

// idsOf returns the clients that were named, else those that are chosen.
func idsOf(ctx context.Context, r *clients.Registrar, named []string, chosen func(clients.State) bool) ([]string, error) {
	if len(named) > 0 {
		return named, nil
	}
	states, err := r.States(ctx)
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, s := range states {
		if chosen(s) && s.Through == "" {
			ids = append(ids, s.ID)
		}
	}
	return ids, nil
}

// examine looks at clients one by one and errs if anything is wrong.
func (env *cli) examine(ctx context.Context, q clientsRequest, ids []string, look func(context.Context, string) (clients.Diagnosis, error), none string) error {
	found, wrong := []clients.Diagnosis{}, 0
	for _, id := range ids {
		d, err := look(ctx, id)
		if err != nil {
			return err
		}
		found = append(found, d)
		if !d.OK {
			wrong++
		}
		if !q.json {
			env.printDiagnosis(d)
		}
	}
	if q.json {
		if err := env.printJSON("clients", found); err != nil {
			return err
		}
	} else if len(ids) == 0 {
		fmt.Fprintln(env.stdout, none)
	}
	if wrong > 0 {
		return errors.New("something is wrong")
	}
	return nil
}

func (env *cli) printDiagnosis(d clients.Diagnosis) {
	fmt.Fprintln(env.stdout, d.Name)
	for _, f := range d.Findings {
		fmt.Fprintf(env.stdout, "  %-7s  %s\n", f.Weight, printable(f.Text))
		if f.Advice != "" {
			fmt.Fprintf(env.stdout, "           → %s\n", printable(f.Advice))
		}
	}
}
