package rank

import (
	"slices"
	"strings"

	"memtray/store"
)

// duplicate reports whether one says all that the other does. If the words are
// not in the same order neither body may add to the other: with more words behind
// it a phrase can belong to something else.
func (d *difference) duplicate(moved bool) Similarity {
	figuresNow, figuresWas := figures(d.now, d.onlyNow), figures(d.was, d.onlyWas)
	if len(figuresNow) > 0 && len(figuresWas) > 0 || tellsApart(d.now, d.was, figuresNow) || tellsApart(d.was, d.now, figuresWas) {
		return Similarity{}
	}
	a, b := d.now, d.was
	restNow, restWas := weigh(a, d.onlyNow), weigh(b, d.onlyWas)
	d.forgiveTypos(&restNow, &restWas)
	lesser := min(a.weight, b.weight)
	if lesser < leastHeld || min(restNow, restWas) > min(bothDiffer*lesser, lightWeight) {
		return Similarity{}
	}
	switch {
	case len(figuresNow)+len(figuresWas) == 0 && max(restNow, restWas) <= (1-sameShare)*max(a.weight, b.weight):
		return Similarity{Kind: store.MergeProposal, Reason: "says the same"}
	case moved && !(onlyInTitle(a, d.onlyNow) && onlyInTitle(b, d.onlyWas)):
	case restWas < restNow && d.adds(b, a):
		return Similarity{Kind: store.MergeProposal, KeepNew: true, Reason: "says the same and more"}
	case restNow < restWas && d.adds(a, b):
		return Similarity{Kind: store.MergeProposal, Reason: "says a part of the same"}
	}
	return Similarity{}
}

func onlyInTitle(s Statement, places []int) bool {
	return !slices.ContainsFunc(places, func(i int) bool { return i >= s.body })
}

// tellsApart reports whether a figure that only one has says which thing it
// speaks of: "server 3 is slow" is not "the server is slow". A mention that is
// added, such as "see #12", does not.
func tellsApart(s, other Statement, places []int) bool {
	for _, i := range places {
		u := s.units[i]
		if u.role == number || u.name && !strings.HasPrefix(u.form, nameMark) {
			continue
		}
		for _, j := range []int{i - 1, i + 1} {
			if j >= 0 && j < len(s.units) && s.units[j].clause == u.clause && other.has(s.units[j].form) {
				return true
			}
		}
	}
	return false
}

// forgiveTypos takes words out of what differs that differ by a letter or two.
func (d *difference) forgiveTypos(restNow, restWas *float64) {
	if len(d.onlyNow) > mostTypos || len(d.onlyWas) > mostTypos {
		return
	}
	for _, i := range d.onlyNow {
		for _, j := range d.onlyWas {
			u, v := d.now.units[i], d.was.units[j]
			if u.role == content && v.role == content && !u.name && !v.name && nearlyEqual(u.form, v.form) {
				*restNow -= u.weight
				*restWas -= v.weight
				break
			}
		}
	}
}

// nearlyEqual reports whether two longer words differ by one letter.
func nearlyEqual(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) < 5 || len(b)-len(a) > 1 || a[0] != b[0] || isHan(a) {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if len(a) == len(b) {
		return i < len(a) && a[i+1:] == b[i+1:]
	}
	return a[i:] == b[i+1:]
}

// adds reports whether a longer statement is a short one with more added to it.
func (d *difference) adds(short, long Statement) bool {
	return short.weight >= partHeld && (short.weight >= manyHeld || d.leads(long, short)) && held(short, long)
}

// held reports whether nearly all of a short statement stands close together in
// a longer one: any long text has the words of a short one somewhere.
func held(short, long Statement) bool {
	window := int(windowWords*float64(len(short.units))) + 3
	count := make(map[string]int, len(short.first))
	weight, need := 0.0, heldShare*short.weight-slack
	for i, u := range long.units {
		if short.has(u.form) {
			if count[u.form]++; count[u.form] == 1 {
				weight += u.weight
			}
		}
		if i >= window {
			if out := long.units[i-window]; short.has(out.form) {
				if count[out.form]--; count[out.form] == 0 {
					weight -= out.weight
				}
			}
		}
		if weight >= need {
			return true
		}
	}
	return false
}
