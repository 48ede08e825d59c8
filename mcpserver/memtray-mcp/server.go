package main

import (
	"context"
	"errors"
)

// serverCommand is the MCP server on standard input and output.
func serverCommand(context.Context, *cli, []string) error {
	return errors.New("the MCP server is not part of this build")
}
