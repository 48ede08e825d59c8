package embed

import "time"

// breaker keeps an endpoint that failed from being asked again at once: the pause
// doubles with each failure in a row.
type breaker struct {
	failures int
	until    time.Time
}

// open reports whether nothing may be asked yet.
func (b *breaker) open(now time.Time) bool { return now.Before(b.until) }

// failed begins a pause, which grows from first to last.
func (b *breaker) failed(now time.Time, first, last time.Duration) {
	pause := last
	if b.failures < 16 {
		pause = min(last, first<<b.failures)
	}
	b.failures++
	b.until = now.Add(pause)
}

// worked ends the row of failures.
func (b *breaker) worked() { *b = breaker{} }
