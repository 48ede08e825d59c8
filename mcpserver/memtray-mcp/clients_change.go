package main

import (
	"context"
	"fmt"

	"memtray/app/clients"
)

// addClients registers, and adds extras beside.
func (env *cli) addClients(ctx context.Context, r *clients.Registrar, q clientsRequest) error {
	var reports []clients.Report
	for _, id := range q.ids {
		reports = append(reports, doParts(ctx, r, id, clients.Add, append([]clients.Part{clients.Server}, q.parts...))...)
	}
	if q.all {
		var err error
		if reports, err = r.AddAll(ctx); err != nil {
			return err
		}
		more, err := extrasOfAll(ctx, r, q.parts)
		if err != nil {
			return err
		}
		reports = append(reports, more...)
	}
	return env.printReports(q, clients.Add, reports, "no AI client was found on this machine; clients add ID registers with one all the same")
}

// doParts does an action with some parts of a client. A refused extra keeps no
// other from being done, a refused entry all extras.
func doParts(ctx context.Context, r *clients.Registrar, id string, action clients.Action, parts []clients.Part) []clients.Report {
	var reports []clients.Report
	for _, part := range parts {
		one := r.Do(ctx, id, part, action)
		reports = append(reports, one)
		if one.Problem != "" && part == clients.Server {
			break
		}
	}
	return reports
}

// extrasOfAll adds extras to every client on this machine that has them.
func extrasOfAll(ctx context.Context, r *clients.Registrar, parts []clients.Part) ([]clients.Report, error) {
	states, err := r.States(ctx)
	if err != nil {
		return nil, err
	}
	var reports []clients.Report
	for _, s := range states {
		for _, part := range parts {
			for _, x := range s.Extras {
				if s.Installed && x.Part == part && x.Through == "" {
					reports = append(reports, r.Do(ctx, s.ID, part, clients.Add))
				}
			}
		}
	}
	return reports, nil
}

// removeClients takes out entries and extras, or extras alone.
func (env *cli) removeClients(ctx context.Context, r *clients.Registrar, q clientsRequest) error {
	var reports []clients.Report
	switch {
	case len(q.parts) == 0 && q.all:
		all, err := r.RemoveAll(ctx)
		if err != nil {
			return err
		}
		reports = all
	case len(q.parts) == 0:
		for _, id := range q.ids {
			some, err := r.RemoveAll(ctx, id)
			if err != nil {
				return err
			}
			if len(some) == 0 { // says that there is nothing
				some = append(some, r.Do(ctx, id, clients.Server, clients.Remove))
			}
			reports = append(reports, some...)
		}
	default:
		states, err := r.States(ctx)
		if err != nil {
			return err
		}
		ids := q.ids
		for _, s := range states {
			for _, x := range s.Extras {
				if q.all && x.Status != clients.NotRegistered && x.Status != clients.NotInstalled {
					ids = append(ids, s.ID)
					break
				}
			}
		}
		for _, id := range ids {
			for _, part := range q.parts {
				if one := r.Do(ctx, id, part, clients.Remove); !q.all || one.Changed || one.File != "" {
					reports = append(reports, one)
				}
			}
		}
	}
	if err := env.printReports(q, clients.Remove, reports, "nothing is registered"); err != nil || !q.all || len(q.parts) > 0 {
		return err
	}
	return env.pluginsLeft(ctx, r)
}

// pluginsLeft errs if a client has us as a plugin, which only the client itself
// can take out.
func (env *cli) pluginsLeft(ctx context.Context, r *clients.Registrar) error {
	left := 0
	for _, id := range clients.Pluggable() {
		p, err := r.PluginState(ctx, id)
		if err != nil {
			return err
		}
		if p.Installed {
			left++
			fmt.Fprintf(env.stderr, "%s has Memtray as a plugin, which it takes out itself: run\n", p.Name)
			for _, line := range p.Remove {
				fmt.Fprintln(env.stderr, "  "+line)
			}
		}
	}
	if left > 0 {
		return fmt.Errorf("%d plugins are left", left)
	}
	return nil
}

// repairClients brings back what is gone, and up to date what is old.
func (env *cli) repairClients(ctx context.Context, r *clients.Registrar, q clientsRequest) error {
	reports, err := r.RepairAll(ctx)
	if err != nil {
		return err
	}
	return env.printReports(q, clients.Add, reports, "nothing is to be repaired")
}

// undoClient takes back the last change to a client's file.
func (env *cli) undoClient(ctx context.Context, r *clients.Registrar, q clientsRequest) error {
	s, err := r.Undo(ctx, q.ids[0])
	if err != nil {
		return err
	}
	if q.json {
		return env.printJSON("client", s)
	}
	_, err = fmt.Fprintf(env.stdout, "%s: took back the last change; it is now %s: %s; %s\n", s.Name, statusText(s), printable(stateNote(s)), s.RestartHint)
	return err
}

// printReports prints what was done, and errs if anything was refused.
func (env *cli) printReports(q clientsRequest, action clients.Action, reports []clients.Report, none string) error {
	refused := 0
	for _, one := range reports {
		if one.Problem != "" {
			refused++
		}
	}
	if q.json {
		if reports == nil {
			reports = []clients.Report{}
		}
		if err := env.printJSON("reports", reports); err != nil {
			return err
		}
	} else if err := env.printLines(action, reports, none); err != nil {
		return err
	}
	if refused > 0 {
		return fmt.Errorf("%d of %d refused; those files are as before", refused, len(reports))
	}
	return nil
}

func (env *cli) printLines(action clients.Action, reports []clients.Report, none string) error {
	if len(reports) == 0 {
		_, err := fmt.Fprintln(env.stdout, none)
		return err
	}
	for _, one := range reports {
		if one.Problem != "" {
			fmt.Fprintf(env.stderr, "%s: %s\n", one.ID, printable(one.Problem))
			continue
		}
		if _, err := fmt.Fprintln(env.stdout, printable(reportLine(action, one))); err != nil {
			return err
		}
	}
	return nil
}

// reportLine says what was done, or that nothing had to be.
func reportLine(action clients.Action, one clients.Report) string {
	server, extra := [2]string{"registered in", "is registered already in"}, [2]string{"added to", "already in"}
	if action == clients.Remove {
		server, extra = [2]string{"removed from", "is not registered in"}, [2]string{"removed from", "not in"}
	}
	words, what := server, ""
	if one.Part != clients.Server {
		words, what = extra, string(one.Part)+" "
	}
	if !one.Changed {
		return fmt.Sprintf("%s: %s%s %s", one.Name, what, words[1], one.File)
	}
	line := fmt.Sprintf("%s: %s%s %s; %s", one.Name, what, words[0], one.File, one.Restart)
	if c, err := clients.Find(one.ID); err == nil && c.Caution != "" && action == clients.Add {
		line += "; " + c.Caution
	}
	return line
}
