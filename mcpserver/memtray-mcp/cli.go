package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"memtray/store"
)

// cli is what a command may touch of the world around it, so that tests can
// run commands without a process.
type cli struct {
	stdin  io.Reader
	stdout io.Writer // results only
	stderr io.Writer // everything for a person
	getenv func(string) string
	getwd  func() (string, error)

	global globalFlags
}

// globalFlags are understood before and after every command.
type globalFlags struct {
	home    string // data folder; "" means the usual one
	client  string // id of the client on whose behalf this runs
	project string // name or path; "" means the working directory's
}

func newCLI() *cli {
	return &cli{
		stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr,
		getenv: os.Getenv, getwd: os.Getwd,
	}
}

// run executes one command line and returns the exit code.
func (env *cli) run(ctx context.Context, args []string) int {
	err := env.dispatch(ctx, args)
	if wanted, ok := errors.AsType[*helpWanted](err); ok {
		err = helpCommand(ctx, env, strings.Fields(wanted.command))
	}
	if err == nil {
		return 0
	}
	if usage, ok := errors.AsType[*usageError](err); ok {
		fmt.Fprintln(env.stderr, "memtray-mcp: "+usage.message)
		return 2
	}
	fmt.Fprintln(env.stderr, "memtray-mcp: "+message(err))
	return 1
}

func (env *cli) dispatch(ctx context.Context, args []string) error {
	flags := env.flags("")
	var version, help bool
	flags.BoolVar(&version, "version", false, "print the version")
	flags.BoolVar(&help, "help", false, "print this help")
	rest, err := leading(flags, args)
	switch {
	case err != nil:
		return err
	case help:
		return helpCommand(ctx, env, rest)
	case version:
		return versionCommand(ctx, env, nil)
	case len(rest) == 0:
		return serverCommand(ctx, env)
	}
	c, err := findCommand(rest[0])
	if err != nil {
		return err
	}
	return c.run(ctx, env, rest[1:])
}

// message is what a person is told about err. Unlike in the MCP server nothing
// is hidden: whoever runs a command may see the cause.
func message(err error) string {
	if e, ok := errors.AsType[*store.Error](err); ok && e.Err == nil {
		return e.Message
	}
	return err.Error()
}

// usageError is a command line that makes no sense: exit code 2.
type usageError struct{ message string }

func (e *usageError) Error() string { return e.message }

// helpWanted ends a command that was given --help: its explanation is printed
// instead.
type helpWanted struct{ command string }

func (e *helpWanted) Error() string { return "help is wanted" }

func usagef(format string, args ...any) error {
	return &usageError{fmt.Sprintf(format, args...)}
}
