package main

import (
	"fmt"
	"strconv"
	"strings"

	"memtray/mcpserver/bench/sets"
)

// bound is the least share that the search must find among the first 5.
type bound struct {
	key   key
	least float64
}

// bounds are given on the command line as SET:CATEGORY=SHARE.
type bounds []bound

// Set adds a bound; for package flag.
func (b *bounds) Set(s string) error {
	what, share, found := strings.Cut(s, "=")
	set, category, divided := strings.Cut(what, ":")
	least, err := strconv.ParseFloat(share, 64)
	if !found || !divided || err != nil || least < 0 || least > 1 {
		return fmt.Errorf("SET:CATEGORY=SHARE is expected, such as own:stem=0.9")
	}
	*b = append(*b, bound{key{set, ours, category}, least})
	return nil
}

// String is for package flag; there is no default.
func (b *bounds) String() string { return "" }

// check returns an error for the first bound that is not kept.
func (b bounds) check(r *report) error {
	for _, one := range b {
		name := one.key.set + ":" + one.key.category
		f := r.figures[one.key]
		if f == nil {
			return fmt.Errorf("%s is bounded, but was not measured", name)
		}
		if got := sets.Mean(f.verdicts).R5; got < one.least {
			return fmt.Errorf("%s: %.3f are found among the first 5, the bound is %g", name, got, one.least)
		}
	}
	return nil
}
