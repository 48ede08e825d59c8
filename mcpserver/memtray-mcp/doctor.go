package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"memtray/mcpserver"
	"memtray/store"
	"memtray/store/care"
	"memtray/store/sqlite"
)

const doctorDetails = `Looks at the data folder and its permissions, the disk, the whole memory file, the
search index, the clients that run, the backups and what was set aside. Prints a
line for each, and what to do; exits with 1 if something is wrong.

  --repair    set a damaged file aside; fill the search index again where it is
              damaged or incomplete
  --dismiss   go on with what there is after a file or log was set aside
  --json      one JSON object: findings`

// doctorCommand examines the data folder.
func doctorCommand(ctx context.Context, env *cli, args []string) error {
	var repair, dismiss, asJSON bool
	f := env.flags("doctor")
	f.BoolVar(&repair, "repair", false, "set a damaged file aside, fill the search index again")
	f.BoolVar(&dismiss, "dismiss", false, "go on with what there is")
	f.BoolVar(&asJSON, "json", false, "print JSON")
	rest, err := parse(f, args)
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return usagef("doctor takes no arguments besides flags")
	}
	if err := env.settle(); err != nil {
		return err
	}
	if dismiss {
		for _, code := range []store.NoticeCode{store.NoticeDamaged, store.NoticeMissing, store.NoticeLog} {
			if err := sqlite.Clear(env.global.home, code); err != nil {
				return err
			}
		}
	}
	found := care.Examine(ctx, env.global.home, mcpserver.Version, repair)
	if asJSON {
		err = json.NewEncoder(env.stdout).Encode(struct {
			Findings []care.Finding `json:"findings"`
		}{found})
	} else {
		err = env.printFindings(found)
	}
	if err == nil && slices.ContainsFunc(found, func(f care.Finding) bool { return f.State == care.Wrong }) {
		err = errors.New("something is wrong")
	}
	return err
}

func (env *cli) printFindings(found []care.Finding) error {
	for _, f := range found {
		line := fmt.Sprintf("%-7s  %s: %s", f.State, f.Name, f.Text)
		if f.Advice != "" {
			line += "\n         → " + f.Advice
		}
		if _, err := fmt.Fprintln(env.stdout, line); err != nil {
			return err
		}
	}
	return nil
}
