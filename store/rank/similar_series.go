package rank

import (
	"slices"

	"memtray/store"
)

// series is how many different conflicts of one text make it one of a list.
const series = 3

// WithoutSeries takes the conflicts out of what one text is near to if there are
// many different ones: a text that differs from each of several others in one
// word belongs to a list, in which all are true.
func WithoutSeries(near []store.Near) []store.Near {
	reasons := map[string]bool{}
	for _, n := range near {
		if n.Kind == store.SupersedeProposal {
			reasons[n.Reason] = true
		}
	}
	if len(reasons) < series {
		return near
	}
	return slices.DeleteFunc(near, func(n store.Near) bool { return n.Kind == store.SupersedeProposal })
}
