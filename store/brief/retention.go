package brief

import (
	"math"
	"time"

	"memtray/store"
)

// worth says how long a kind of memory matters.
type worth struct {
	importance float64 // of a new one that nobody has read yet
	life       float64 // days after which 1/e of it is left
}

// worths are all constants of retention but the bonus. What somebody decided or
// prefers is not found in the code and holds until it is replaced; what happened
// is soon of the past.
var worths = map[store.Kind]worth{
	store.Decision:   {10, 180},
	store.Preference: {9, 365},
	store.Gotcha:     {8, 180},
	store.Howto:      {5, 180},
	store.Fact:       {5, 180},
	store.Bugfix:     {4, 90},
	store.ChangeKind: {3, 30},
	store.Discovery:  {3, 60},
	store.Note:       {2, 60},
	store.Summary:    {2, 14},
}

// A memory of the last days counts more: the work that it is about goes on.
const (
	recent      = 7 * 24 * time.Hour
	recentBonus = 1.5
)

// Retention says how much a memory still matters: the importance of its kind,
// times 1 + log2(1 + how often it was fetched), times the loss with age, times
// the bonus of what is recent. Being listed or injected does not count, or what
// is shown would rank itself up.
func Retention(kind store.Kind, fetched int, created store.Millis, now time.Time) float64 {
	w := worths[kind]
	age := max(0, now.Sub(created.Time()))
	r := w.importance * (1 + math.Log2(1+float64(max(0, fetched)))) * math.Exp(-age.Hours()/24/w.life)
	if age < recent {
		r *= recentBonus
	}
	return r
}
