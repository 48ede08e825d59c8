package main

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode"

	"memtray/mcpserver"
	"memtray/store"
	"memtray/store/guard"
)

// proposalLine is a proposal on one line, for a list.
func proposalLine(p store.Proposal, now time.Time) string {
	line := fmt.Sprintf("%d %s %s %s %s", p.ID, strings.ReplaceAll(mcpserver.Age(p.CreatedAt, now), " ", ""), p.Kind, proposer(p), proposed(p))
	var why []string
	if p.Reason != "" {
		why = append(why, gist(p.Reason))
	}
	for _, h := range p.Holds {
		why = append(why, gist(holdText(h)))
	}
	if len(why) > 3 {
		why = append(why[:3], "…")
	}
	if len(why) > 0 {
		line += " (" + strings.Join(why, "; ") + ")"
	}
	if p.Stale {
		line += " (changed since)"
	}
	return line
}

func proposer(p store.Proposal) string {
	if p.Client == "" {
		return "you"
	}
	return printable(p.Client)
}

// proposed says on one line what a proposal would change.
func proposed(p store.Proposal) string {
	switch p.Kind {
	case store.MergeProposal:
		kept, other := p.Old, p.New
		if kept != nil && p.Keep != kept.ID {
			kept, other = other, kept
		}
		return rowName(other) + " into " + rowName(kept)
	case store.SupersedeProposal:
		return rowName(p.New) + " in place of " + rowName(p.Old)
	case store.DocumentProposal:
		return fmt.Sprintf("%s%s %s: %s", store.DocumentPrefix, printable(p.Writing.Document), p.Writing.Mode, gist(p.Writing.Text))
	case store.NoteProposal:
		return fmt.Sprintf("%s%s: %s", store.DayPrefix, printable(p.Writing.Day), gist(p.Writing.Text))
	case store.EditProposal:
		var names []string
		for _, f := range changes(p) {
			names = append(names, f.name)
		}
		return rowName(p.Old) + ": " + strings.Join(names, ", ")
	case store.NewProposal:
		return rowName(p.New)
	}
	return rowName(p.Old)
}

func rowName(r *store.Row) string {
	if r == nil {
		return "a memory that is gone"
	}
	return fmt.Sprintf("#%d [%s] %s", r.ID, gist(r.Project), gist(r.Title))
}

// showProposal prints all that a proposal would change, and how to accept it.
func (env *cli) showProposal(ctx context.Context, s store.Store, id int64) error {
	p, err := s.Proposal(ctx, id)
	if store.ErrorCode(err) == store.NotFound {
		return store.Errorf(store.NotFound, "no proposal with the number %d waits for you; memtray-mcp proposals lists those that do", id)
	}
	if err != nil {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "proposal %d: %s, by %s, %s\n%s\n", p.ID, p.Kind, proposer(p), p.CreatedAt.Time().Local().Format("2006-01-02 15:04"), proposed(p))
	if p.Reason != "" {
		fmt.Fprintf(&b, "reason: %s\n", oneLine(p.Reason))
	}
	for _, h := range p.Holds {
		fmt.Fprintf(&b, "waits because %s\n", oneLine(holdText(h)))
	}
	fields, revision, err := shownFields(ctx, s, p)
	if err != nil {
		return err
	}
	for _, f := range fields {
		f.write(&b)
	}
	if p.Stale {
		b.WriteString("\nit was changed since this was proposed; before is as it is now\n")
	}
	flag := ""
	if p.Stale || p.Kind == store.NewProposal {
		flag = fmt.Sprintf("--revision %d ", revision)
	}
	fmt.Fprintf(&b, "\nmemtray-mcp proposals accept %s%d\nmemtray-mcp proposals decline %d\n", flag, p.ID, p.ID)
	_, err = fmt.Fprint(env.stdout, b.String())
	return err
}

// holdText says why something waits, as the end of a sentence.
func holdText(h store.Hold) string {
	text := holdTexts[h.Code]
	if text == "" {
		text = guard.Message(guard.Code(h.Code))
	}
	if text == "" {
		text = h.Code
	}
	if h.Field != "" {
		text += ", in " + h.Field
	}
	if h.Found != "" {
		text += ": " + h.Found
	}
	return text
}

var holdTexts = map[string]string{
	store.HoldReview:   "all that this client writes is reviewed",
	store.HoldHourly:   "the client saved more than its limit in an hour",
	store.HoldPinned:   "the memory is pinned",
	store.HoldPerson:   "the memory is yours",
	store.HoldAsked:    "the client asked for your review",
	store.HoldDocument: "a document changes only with your word",
}

// oneLine makes a client's text harmless to a terminal, on one line.
func oneLine(s string) string { return printable(strings.Join(strings.Fields(s), " ")) }

// gist is the beginning of a text on one line, for lists.
func gist(s string) string { return short(oneLine(s)) }

// readable makes a client's line harmless to a terminal, and leaves tabs and
// the spaces of any script.
func readable(line string) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' || unicode.IsPrint(r) || unicode.Is(unicode.Zs, r) {
			return r
		}
		return unicode.ReplacementChar
	}, line)
}
