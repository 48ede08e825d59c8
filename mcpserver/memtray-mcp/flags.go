package main

import (
	"errors"
	"flag"
	"io"
	"slices"
	"strings"
	"unicode"
)

// flags returns a set that holds the global flags; a command adds its own and
// hands it to [parse].
func (env *cli) flags(command string) *flag.FlagSet {
	f := flag.NewFlagSet(command, flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.Usage = func() {}
	f.StringVar(&env.global.home, "home", env.global.home, "data folder")
	f.StringVar(&env.global.client, "client", env.global.client, "id of the client")
	f.StringVar(&env.global.project, "project", env.global.project, "project's name or folder")
	return f
}

// parse reads flags wherever they stand among args and returns the other
// arguments. "--" ends the flags. Errors are usage errors.
func parse(f *flag.FlagSet, args []string) ([]string, error) {
	var rest []string
	for len(args) > 0 {
		left, err := leading(f, args)
		if err != nil {
			return nil, err
		}
		ended := len(left) < len(args) && args[len(args)-len(left)-1] == "--"
		if ended || len(left) == 0 {
			return append(rest, left...), nil
		}
		rest, args = append(rest, left[0]), left[1:]
	}
	return rest, nil
}

// leading reads the flags before the first other argument.
func leading(f *flag.FlagSet, args []string) ([]string, error) {
	err := f.Parse(args)
	if err == nil {
		return f.Args(), nil
	}
	if errors.Is(err, flag.ErrHelp) {
		return nil, &helpWanted{f.Name()}
	}
	if strings.HasPrefix(err.Error(), "flag provided but not defined: ") {
		at := len(args) - f.NArg() - 1
		if strings.ContainsFunc(args[at], unicode.IsSpace) {
			return args[at:], nil // a text, such as a list in Markdown
		}
		return nil, usagef("unknown flag %s (known: %s)", short(args[at]), known(f))
	}
	dashes := strings.NewReplacer(": -", ": --", "for flag -", "for flag --")
	return nil, usagef("%s", dashes.Replace(short(err.Error())))
}

func known(f *flag.FlagSet) string {
	var names []string
	f.VisitAll(func(one *flag.Flag) { names = append(names, "--"+one.Name) })
	return strings.Join(names, ", ")
}

// short keeps a wrong argument from filling the screen.
func short(s string) string {
	if r := []rune(s); len(r) > 80 {
		return string(r[:79]) + "…"
	}
	return s
}

// list collects a flag that may be given several times, or as a,b.
type list []string

func (l *list) String() string { return strings.Join(*l, ",") }

func (l *list) Set(s string) error {
	for _, one := range strings.Split(s, ",") {
		if one = strings.TrimSpace(one); one != "" && !slices.Contains(*l, one) {
			*l = append(*l, one)
		}
	}
	return nil
}

// orList returns the words of a command, or that it lists if there are none.
func orList(words []string) []string {
	if len(words) == 0 {
		return []string{"list"}
	}
	return words
}
