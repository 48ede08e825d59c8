package main

import (
	"context"
	"fmt"

	"memtray/app/clients"
)

// showSnippet prints what to paste for one client.
func (env *cli) showSnippet(_ context.Context, r *clients.Registrar, q clientsRequest) error {
	s, err := r.Snippet(q.ids[0], q.http)
	if err != nil {
		return err
	}
	if q.json {
		return env.printJSON("snippet", s)
	}
	if _, err := fmt.Fprint(env.stdout, s.Text); err != nil {
		return err
	}
	if q.http != "" {
		fmt.Fprintf(env.stderr, "Put your token in place of %s.\n", clients.TokenPlaceholder)
	}
	if s.File != "" {
		fmt.Fprintf(env.stderr, "It belongs in %s; %s.\n", s.File, s.Restart)
	}
	return nil
}

// showLink prints a link for one client.
func (env *cli) showLink(_ context.Context, r *clients.Registrar, q clientsRequest) error {
	link, err := r.Link(q.ids[0])
	if err != nil {
		return err
	}
	if q.json {
		return env.printJSON("link", link)
	}
	_, err = fmt.Fprintln(env.stdout, link)
	return err
}

// writePlugin writes a client's plugin folder and prints how to install it.
func (env *cli) writePlugin(ctx context.Context, r *clients.Registrar, q clientsRequest) error {
	p, err := r.Plugin(ctx, q.ids[0])
	if err != nil {
		return err
	}
	if q.json {
		return env.printJSON("plugin", p)
	}
	for _, line := range p.Install {
		if _, err := fmt.Fprintln(env.stdout, line); err != nil {
			return err
		}
	}
	fmt.Fprintf(env.stderr, "%s reads %s, so that folder must stay. Run these lines to install it; to remove it:\n", p.Name, p.Folder)
	for _, line := range p.Remove {
		fmt.Fprintln(env.stderr, "  "+line)
	}
	return nil
}
