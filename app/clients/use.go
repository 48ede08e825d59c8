package clients

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"memtray/store"
)

// callDays is how many days of calls are looked at.
const callDays = 30

// use looks at what the store knows of a client.
func (e *examination) use(ctx context.Context) error {
	seen, err := e.r.store.Clients(ctx)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(seen, func(c store.Client) bool { return c.ID == e.ID })
	if at < 0 {
		c, err := Find(e.ID)
		if err != nil {
			return err
		}
		if len(e.Findings) == 0 || e.Findings[0].Code == "registered" {
			e.add("never_started", c.RestartHint)
		}
		return e.rules(ctx)
	}
	if err := e.presence(ctx, seen[at]); err != nil {
		return err
	}
	if err := e.calls(ctx); err != nil {
		return err
	}
	if err := e.saved(ctx); err != nil {
		return err
	}
	return e.rules(ctx)
}

// presence says whether the client runs a server now.
func (e *examination) presence(ctx context.Context, c store.Client) error {
	present, err := e.r.store.Present(ctx)
	if err != nil {
		return err
	}
	n := 0
	for _, p := range present {
		if p.Client == e.ID {
			n++
		}
	}
	if n > 0 {
		e.add("connected", strconv.Itoa(n))
	} else {
		e.add("last_seen", time.UnixMilli(int64(c.LastAt)).Format("2006-01-02 15:04"))
	}
	return nil
}

// calls says what it called lately.
func (e *examination) calls(ctx context.Context) error {
	counts, err := e.r.store.CallCounts(ctx, time.Now().AddDate(0, 0, -callDays).Format(time.DateOnly))
	if err != nil {
		return err
	}
	total, day, ofDay, failed := 0, "", 0, 0
	for _, c := range counts { // the newest day first
		if c.Client != e.ID {
			continue
		}
		if day == "" {
			day = c.Day
		}
		total += c.Calls
		if c.Day == day {
			ofDay += c.Calls
			failed += c.Errors
		}
	}
	switch {
	case total == 0:
		e.add("never_called")
	case failed == ofDay:
		e.add("only_errors", strconv.Itoa(ofDay), day)
	default:
		e.add("called", strconv.Itoa(total), day, strconv.Itoa(callDays))
	}
	return nil
}

// saved says where its newest memory is.
func (e *examination) saved(ctx context.Context) error {
	l, err := e.r.store.Find(ctx, store.Query{Filter: store.Filter{Clients: []string{e.ID}}, Sort: store.Newest, Limit: 1})
	if err != nil {
		return err
	}
	if len(l.Rows) == 0 {
		e.add("nothing_saved")
		return nil
	}
	e.add("last_project", l.Rows[0].Project)
	return nil
}

// rules says what the person has decided that keeps memories out.
func (e *examination) rules(ctx context.Context) error {
	access, err := e.r.store.Access(ctx, e.ID, 0)
	if err != nil {
		return err
	}
	switch access.Trust {
	case store.PausedTrust:
		e.add("trust_paused")
	case store.ReadTrust:
		e.add("trust_read")
	case store.ReviewTrust:
		e.add("trust_review")
	}
	for _, p := range access.Projects {
		if p.Trust != access.Trust {
			e.add("trust_project", p.Project, string(p.Trust))
		}
	}
	if globs := strings.TrimSpace(access.Exclusions); globs != "" {
		e.add("exclusions", strconv.Itoa(strings.Count(globs, "\n")+1))
	}
	until, err := e.r.store.Setting(ctx, store.SettingPausedUntil)
	if err != nil {
		return err
	}
	if ms, _ := strconv.ParseInt(until, 10, 64); until == store.Forever || ms > time.Now().UnixMilli() {
		e.add("saving_paused")
	}
	return nil
}
