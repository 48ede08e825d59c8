package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"memtray/store"
	"memtray/store/recall"
)

const proposalsDetails = `  list          what waits for you, newest first, and how many there are
  show ID       all that it would change, before and after
  accept ID…    do it
  decline ID…   do not: the same does not come back

  --limit N     for list: at most so many (default 20, at most 500)
  --json        for list: one JSON object: proposals and total
  --revision N  for accept, with one ID: only if what it changes is at revision N
                still, as show says; accepts also what was changed since it was
                proposed
  --reason TEXT for decline: why, for the history

Without an argument it lists. Each line names the number of the proposal, its
age, its kind, who proposes it, what it would change, and why it waits.`

// proposalsArguments are what the command line asks of the proposals.
type proposalsArguments struct {
	do       string
	ids      []int64
	limit    int
	asJSON   bool
	revision int64
	reason   string
}

// proposalsCommand lists, shows and decides what waits for the person.
func proposalsCommand(ctx context.Context, env *cli, args []string) error {
	a, err := env.proposalsArguments(args)
	if err != nil {
		return err
	}
	if env.global.client != "" {
		return store.Errorf(store.Invalid, "only the person sees and decides proposals; leave out --client")
	}
	return env.inStore(ctx, func(r *recall.Recall) error {
		switch a.do {
		case "list":
			return env.listProposals(ctx, r.Store(), a)
		case "show":
			return env.showProposal(ctx, r.Store(), a.ids[0])
		}
		return env.decideProposals(ctx, r, a)
	})
}

func (env *cli) proposalsArguments(args []string) (a proposalsArguments, err error) {
	f := env.flags("proposals")
	f.IntVar(&a.limit, "limit", 20, "at most so many")
	f.BoolVar(&a.asJSON, "json", false, "print JSON")
	f.Int64Var(&a.revision, "revision", 0, "of what it changes")
	f.StringVar(&a.reason, "reason", "", "why")
	rest, err := parse(f, args)
	if err != nil {
		return a, err
	}
	rest = orList(rest)
	a.do, rest = rest[0], rest[1:]
	switch a.do {
	case "list":
		if len(rest) > 0 {
			return a, usagef("proposals list takes no arguments besides flags")
		}
	case "show", string(store.Accept), string(store.Decline):
		if a.ids, err = idArguments("proposals "+a.do, rest); err != nil {
			return a, err
		}
	default:
		return a, usagef("proposals takes list, show, accept or decline, not %q", short(a.do))
	}
	return a, a.check()
}

// check refuses flags that do not fit what is asked for.
func (a proposalsArguments) check() error {
	switch {
	case a.limit < 1 || a.limit > store.MaxPage:
		return usagef("--limit must be 1 to %d", store.MaxPage)
	case a.asJSON && a.do != "list":
		return usagef("--json is for proposals list")
	case a.do == "show" && len(a.ids) != 1:
		return usagef("proposals show takes one id")
	case a.reason != "" && a.do != string(store.Decline):
		return usagef("--reason is for proposals decline")
	case a.revision != 0 && (a.do != string(store.Accept) || len(a.ids) != 1):
		return usagef("--revision is for proposals accept with one id")
	case a.revision < store.NewDocument || a.revision > store.MaxID:
		return usagef("--revision must be as proposals show says it")
	}
	return nil
}

func (env *cli) listProposals(ctx context.Context, s store.Store, a proposalsArguments) error {
	found, err := s.Proposals(ctx, 0, a.limit)
	if err != nil {
		return err
	}
	if a.asJSON {
		return json.NewEncoder(env.stdout).Encode(found)
	}
	now := time.Now()
	for _, p := range found.Proposals {
		if _, err := fmt.Fprintln(env.stdout, proposalLine(p, now)); err != nil {
			return err
		}
	}
	switch n := len(found.Proposals); {
	case n == 0:
		fmt.Fprintln(env.stderr, "nothing waits for you")
	case n < found.Total:
		fmt.Fprintf(env.stderr, "%d of %d; --limit shows more\n", n, found.Total)
	}
	return nil
}

// decideProposals gives one verdict to every proposal, also after a refusal.
func (env *cli) decideProposals(ctx context.Context, r *recall.Recall, a proposalsArguments) error {
	refused, past := 0, "accepted"
	if a.do == string(store.Decline) {
		past = "declined"
	}
	for _, id := range a.ids {
		done, err := r.Decide(ctx, env.author(), id, recall.Ruling{
			Verdict: store.Verdict(a.do), Reason: a.reason, Revision: a.revision,
		})
		if err != nil {
			refused++
			fmt.Fprintf(env.stderr, "%d: %s\n", id, refusal(ctx, r.Store(), id, err))
			continue
		}
		changed := ""
		if len(done.IDs) > 0 {
			changed = ", which changed " + ids(done.IDs)
		}
		if _, err := fmt.Fprintf(env.stdout, "%s proposal %d%s\n", past, id, changed); err != nil {
			return err
		}
	}
	if refused > 0 {
		return fmt.Errorf("%d of %d could not be decided", refused, len(a.ids))
	}
	return nil
}

// refusal says why a proposal could not be decided, and what to do.
func refusal(ctx context.Context, s store.Store, id int64, err error) string {
	e, ok := errors.AsType[*store.Error](err)
	if !ok || e.Code != store.Conflict {
		return message(err)
	}
	p, lost := s.Proposal(ctx, id)
	if e.CurrentDocument != nil || lost == nil && e.Current != nil && p.Memory != nil && p.Memory.ID == e.Current.ID {
		return fmt.Sprintf("what it changes was changed since; look at it again: memtray-mcp proposals show %d", id)
	}
	return message(err)
}
