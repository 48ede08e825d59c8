package main

import (
	"context"
	"time"

	"memtray/mcpserver"
	"memtray/store"
	"memtray/store/brief"
	"memtray/store/recall"
	"memtray/store/sqlite"
)

// maxMatches is how many memories are added to a prompt.
const maxMatches = 3

// sessionStart gives the context of a session.
func (h *hook) sessionStart(ctx context.Context, in hookInput) error {
	return h.inStore(ctx, in, func(r *recall.Recall, ref store.ProjectRef) error {
		req := recall.ContextRequest{Language: brief.Language(h.env.getenv)}
		var err error
		if req.Project, err = mcpserver.ProjectToSearch(ctx, r, h.by, ref, false); err != nil {
			return err
		}
		if req.Limits.Tokens, err = r.ContextBudget(ctx, 0, h.env.getenv(mcpserver.BudgetVariable)); err != nil {
			return err
		}
		if h.host.tokens > 0 {
			req.Limits.Tokens = min(req.Limits.Tokens, h.host.tokens)
		}
		req.Limits.Units = maxHookUnits
		found, err := mcpserver.Context(ctx, r, h.by, req)
		if err != nil || found.Empty {
			return err
		}
		given, err := r.Inject(ctx, store.Injection{
			Session: h.session(in, ref, !in.isResumed() && !in.isDropped()),
			IDs:     found.IDs, Context: true, Anew: in.isDropped(),
		})
		if err != nil || !given.Give {
			return err
		}
		return h.answer(in, found.Text)
	})
}

// userPrompt gives what fits a prompt well and was not given before.
func (h *hook) userPrompt(ctx context.Context, in hookInput) error {
	if h.host.names[h.event] == "" || in.prompt == "" {
		return nil
	}
	return h.inStore(ctx, in, func(r *recall.Recall, ref store.ProjectRef) error {
		if on, err := r.Store().Setting(ctx, store.SettingHookUserPrompt); err != nil || on != store.On {
			return err
		}
		project, err := mcpserver.ProjectToSearch(ctx, r, h.by, ref, false)
		if err != nil {
			return err
		}
		hits, err := r.Strong(ctx, in.prompt, store.Filter{Projects: mcpserver.Scope(project), Reader: h.by.Client})
		if err != nil || len(hits) == 0 {
			return err
		}
		ids := make([]int64, len(hits))
		for i, hit := range hits {
			ids[i] = hit.ID
		}
		given, err := r.Inject(ctx, store.Injection{Session: h.session(in, ref, false), IDs: ids, Most: maxMatches})
		if err != nil || !given.Give {
			return err
		}
		text, err := mcpserver.Matches(ctx, r, h.by, given.IDs, time.Now())
		if err != nil || text == "" {
			return err
		}
		return h.answer(in, text)
	})
}

// sessionEnd ends a session. Others may be writing: it is tried again until there
// is no time left.
func (h *hook) sessionEnd(ctx context.Context, in hookInput) error {
	return h.inStore(ctx, in, func(r *recall.Recall, ref store.ProjectRef) error {
		for {
			err := r.EndSession(ctx, h.session(in, ref, false))
			if store.ErrorCode(err) != store.Busy || ctx.Err() != nil {
				return err
			}
		}
	})
}

// inStore opens the store, if there is one, and finds the project.
func (h *hook) inStore(ctx context.Context, in hookInput, do func(*recall.Recall, store.ProjectRef) error) error {
	s, err := sqlite.Open(ctx, sqlite.Options{Home: h.env.global.home, Existing: true})
	if err != nil {
		return err
	}
	defer s.Close()
	r := recall.New(s)
	defer r.Close()
	if err := r.Enter(ctx, h.by, h.folders(in)); err != nil {
		return err
	}
	ref, err := mcpserver.NewWorkspaces(h.env.getenv).Project(h.env.global.project, h.folders(in))
	if err != nil {
		return err
	}
	if err := r.EnterProject(ctx, h.by, ref); err != nil {
		return err
	}
	return do(r, ref)
}

// folders are where the client works, most telling first.
func (h *hook) folders(in hookInput) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		if !yield(h.env.getenv("CLAUDE_PROJECT_DIR")) {
			return
		}
		for _, dir := range in.folders {
			if !yield(dir) {
				return
			}
		}
		if dir, err := h.env.getwd(); err == nil {
			yield(dir)
		}
	}
}

func (h *hook) session(in hookInput, ref store.ProjectRef, begins bool) store.SessionRef {
	return store.SessionRef{Author: h.by, External: in.session, Project: ref, Begins: begins}
}
