package main

import (
	"fmt"
	"strconv"
	"strings"

	"memtray/mcpserver/bench/sets"
)

// bound is the least of a measure that the search must reach.
type bound struct {
	key     key
	measure string
	least   float64
}

// bounds are given on the command line as SET:CATEGORY@MEASURE=SHARE.
type bounds []bound

// measures are what can be bounded. The one without a name is that of 5.
var measures = map[string]func(sets.Verdict) float64{
	"1":   func(v sets.Verdict) float64 { return v.R1 },
	"5":   func(v sets.Verdict) float64 { return v.R5 },
	"10":  func(v sets.Verdict) float64 { return v.R10 },
	"20":  func(v sets.Verdict) float64 { return v.R20 },
	"mrr": func(v sets.Verdict) float64 { return v.MRR },
}

// Set adds a bound; for package flag.
func (b *bounds) Set(s string) error {
	what, share, found := strings.Cut(s, "=")
	what, measure, named := strings.Cut(what, "@")
	if !named {
		measure = "5"
	}
	set, category, divided := strings.Cut(what, ":")
	least, err := strconv.ParseFloat(share, 64)
	if !found || !divided || measures[measure] == nil || err != nil || !(least >= 0 && least <= 1) {
		return fmt.Errorf("SET:CATEGORY@MEASURE=SHARE is expected, such as own:stem=0.9 or own:all@mrr=0.5; measures are 1, 5, 10, 20 and mrr")
	}
	*b = append(*b, bound{key{set, ours, category}, measure, least})
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
		if got := measures[one.measure](sets.Mean(f.verdicts)); got < one.least {
			return fmt.Errorf("%s@%s: %.3f, the bound is %g", name, one.measure, got, one.least)
		}
	}
	return nil
}
