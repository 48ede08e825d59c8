package main

import (
	"context"
	"fmt"
	"runtime/debug"
)

// version is set at link time (-X main.version=…) for a release.
var version = ""

// programVersion returns the version of this build: that of the release, else
// of the module, else "dev".
func programVersion() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "dev"
}

func versionCommand(_ context.Context, env *cli, args []string) error {
	rest, err := parse(env.flags("version"), args)
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return usagef("version takes no arguments")
	}
	_, err = fmt.Fprintln(env.stdout, "memtray-mcp "+programVersion())
	return err
}
