package main

import (
	"context"
	"fmt"
	"os"

	"memtray/app/clients"
)

const installDetails = `Copies this program to a folder of yours that needs no rights and stays:
~/.local/bin, or %LOCALAPPDATA%\Programs\Memtray on Windows. Clients are told
to start that copy from then on, so that it can run from anywhere before. Run it
again after an update; sessions that run keep the former program until they end.
Anything else of that name is left alone.`

// installCommand copies this program to where clients can always find it. It
// needs no data folder.
func installCommand(_ context.Context, env *cli, args []string) error {
	rest, err := parse(env.flags("install"), args)
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return usagef("install takes no arguments besides flags")
	}
	source, err := os.Executable() // whatever name it was downloaded by
	if err != nil {
		return err
	}
	target, changed, err := clients.Install(clients.SystemEnv(), source)
	if err != nil {
		return err
	}
	say := "installed " + target + "; clients are registered with it from now on"
	if !changed {
		say = target + " is up to date"
	}
	_, err = fmt.Fprintln(env.stdout, say)
	return err
}
