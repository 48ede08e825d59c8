package recall

import (
	"time"

	"memtray/store"
	"memtray/store/rank"
	"memtray/store/when"
)

// Question is a query as ranking reads it: with the time that it names, seen from
// now and in its time zone.
func Question(query string, terms []store.Term, now time.Time) rank.Question {
	q := rank.Question{Text: query, Terms: terms}
	if span, ok := when.Named(query, now); ok {
		q.From, q.To = store.MillisOf(span.Start), store.MillisOf(span.End)
	}
	return q
}
