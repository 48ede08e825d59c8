package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"memtray/app/clients"
	"memtray/store/sqlite"
)

const moveDetails = `Moves all that is in the data folder to DIR, which is empty or not there yet, also
on another disk, and has the registered clients use it there. Quit Memtray and the
clients first. A note in the former folder, moved.txt, leads all programs to the
new one; on any failure everything stays where it was.`

// moveCommand moves the data folder.
func moveCommand(ctx context.Context, env *cli, args []string) error {
	rest, err := parse(env.flags("move"), args)
	if err != nil {
		return err
	}
	if len(rest) != 1 {
		return usagef("move takes one folder")
	}
	from, err := sqlite.NamedHome(env.global.home)
	if err != nil {
		return err
	}
	to, err := env.folder(rest[0])
	if err != nil {
		return err
	}
	if now, err := sqlite.ChosenHome(from); err == nil && now != to {
		from = now // it was moved before
	}
	if err := env.move(ctx, from, to); err != nil {
		return err
	}
	if named := env.getenv("MEMTRAY_HOME"); named != "" {
		fmt.Fprintf(env.stderr, "MEMTRAY_HOME still names %s: set it to %s\n", named, to)
	}
	_, err = fmt.Fprintf(env.stdout, "moved the data folder from %s to %s\n", from, to)
	return err
}

// folder is one that was typed, which unlike a data folder that is set may be
// relative: nobody else reads it.
func (env *cli) folder(dir string) (string, error) {
	if !filepath.IsAbs(dir) && !strings.HasPrefix(dir, "~") {
		here, err := env.getwd()
		if err != nil {
			return "", err
		}
		dir = filepath.Join(here, dir)
	}
	return sqlite.NamedHome(dir)
}

// move moves, unless a client's entry could not follow.
func (env *cli) move(ctx context.Context, from, to string) error {
	home := sqlite.HomeArgument(to)
	if _, err := sqlite.ChosenHome(from); err == nil { // else it was interrupted, and goes on
		if err := env.rehome(ctx, from, home, true); err != nil {
			return fmt.Errorf("nothing was moved: %w", err)
		}
	}
	if err := sqlite.Move(ctx, from, to); err != nil {
		return err
	}
	if err := env.rehome(ctx, to, home, false); err != nil {
		return fmt.Errorf("the data folder is %s now, but not all clients know: %w; run memtray-mcp clients repair", to, err)
	}
	return nil
}

// rehome has the clients that are registered in a data folder use home.
func (env *cli) rehome(ctx context.Context, folder, home string, dry bool) error {
	s, err := sqlite.Open(ctx, sqlite.Options{Home: folder})
	if err != nil {
		return err
	}
	registrar, err := env.registrar(s, "")
	if err == nil {
		err = env.reportRehome(ctx, registrar, home, dry)
	}
	if err == nil && !dry {
		err = env.renewPlugins(ctx, registrar)
	}
	return errors.Join(err, s.Close())
}

// renewPlugins brings the plugin folders up to date, which their clients read
// from the former place.
func (env *cli) renewPlugins(ctx context.Context, r *clients.Registrar) error {
	for _, id := range clients.Pluggable() {
		p, err := r.PluginState(ctx, id)
		if err != nil || !p.Written {
			continue
		}
		if p, err = r.Plugin(ctx, id); err != nil {
			return err
		}
		if !p.Installed {
			continue
		}
		fmt.Fprintf(env.stderr, "%s looks for its plugin in the former folder: run\n", p.Name)
		for _, line := range slices.Concat(p.Remove, p.Install) {
			fmt.Fprintln(env.stderr, "  "+line)
		}
	}
	return nil
}

func (env *cli) reportRehome(ctx context.Context, r *clients.Registrar, home string, dry bool) error {
	reports, err := r.Rehome(ctx, home, dry)
	if err != nil {
		return err
	}
	refused := 0
	for _, one := range reports {
		switch {
		case one.Problem != "":
			refused++
			fmt.Fprintf(env.stderr, "%s: %s\n", one.ID, printable(one.Problem))
		case one.Changed && !dry:
			fmt.Fprintln(env.stdout, printable(reportLine(clients.Add, one)))
		}
	}
	if refused > 0 {
		return fmt.Errorf("%d of %d entries refused", refused, len(reports))
	}
	return nil
}
