package main

import (
	"context"
	"fmt"

	"memtray/mcpserver"
)

func versionCommand(_ context.Context, env *cli, args []string) error {
	rest, err := parse(env.flags("version"), args)
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return usagef("version takes no arguments")
	}
	_, err = fmt.Fprintln(env.stdout, "memtray-mcp "+mcpserver.Version)
	return err
}
