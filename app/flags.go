package app

import (
	"errors"
	"flag"
	"fmt"
	"io"
)

const usage = `memtray: the memory of your AI tools, in the tray

usage: memtray [--hidden] [--home DIR]

  --hidden     start in the tray, without the window
  --home DIR   keep the data in DIR, an absolute path (else MEMTRAY_HOME, else the
               usual place)
  --version    print the version
  --help       print this text

A second start shows the window of the first. The command line is memtray-mcp.
`

type flags struct {
	hidden, version, help bool
	home                  string
}

// parse reads the arguments. Anything unknown is refused.
func parse(args []string) (flags, error) {
	var f flags
	set := flag.NewFlagSet("memtray", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	set.BoolVar(&f.hidden, "hidden", false, "")
	set.BoolVar(&f.version, "version", false, "")
	set.StringVar(&f.home, "home", "", "")
	err := set.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		return flags{help: true}, nil
	}
	if err != nil {
		return flags{}, fmt.Errorf("%w (known: --hidden, --home DIR, --version, --help)", err)
	}
	if set.NArg() > 0 {
		return flags{}, fmt.Errorf("%q is not understood: memtray takes flags only; see memtray --help", set.Arg(0))
	}
	if set.Lookup("home").Value.String() == "" && given(set, "home") {
		return flags{}, errors.New("--home needs a folder")
	}
	return f, nil
}

func given(set *flag.FlagSet, name string) bool {
	found := false
	set.Visit(func(f *flag.Flag) { found = found || f.Name == name })
	return found
}
