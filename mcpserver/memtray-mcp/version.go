package main

import (
	"context"
	"encoding/json"
	"fmt"

	"memtray/mcpserver"
)

const versionDetails = `  --json   one JSON object: version, and home, the data folder that is used`

func versionCommand(_ context.Context, env *cli, args []string) error {
	f := env.flags("version")
	asJSON := f.Bool("json", false, "print JSON")
	rest, err := parse(f, args)
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return usagef("version takes no arguments besides flags")
	}
	if !*asJSON {
		_, err = fmt.Fprintln(env.stdout, "memtray-mcp "+mcpserver.Version)
		return err
	}
	if err := env.findHome(); err != nil {
		return err
	}
	return json.NewEncoder(env.stdout).Encode(map[string]string{"version": mcpserver.Version, "home": env.global.home})
}
