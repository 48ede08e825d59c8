package tray

import (
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// State is what the tray shows. The zero State is an empty memory that is
// saving.
type State struct {
	Memories int // active and held
	Today    int // of these, saved since local midnight
	Clients  int // connected now
	Newest   []Memory

	Paused bool
	Until  time.Time // end of the pause; zero: until it is resumed

	// Trouble says that the memories cannot be read at the moment. Everything
	// else is then as it was before.
	Trouble bool

	// Notice says that the window has something to tell that cannot wait.
	Notice bool

	Now time.Time // local time of the reader, for "until 14:24" and "until tomorrow"
}

// Memory is one of the newest memories.
type Memory struct {
	ID    int64
	Title string
}

// Icon returns the picture that fits the state: the worst news wins.
func (s State) Icon() Icon {
	switch {
	case s.Trouble, s.Notice:
		return IconTrouble
	case s.Paused:
		return IconPaused
	default:
		return IconFine
	}
}

// Icon names a picture of the tray.
type Icon int

// The pictures.
const (
	IconFine Icon = iota
	IconPaused
	IconTrouble
)

// status is the first line: the same as the icon, in words.
func (s State) status(t Labels) string {
	switch {
	case s.Trouble:
		return t.text("tray.trouble")
	case s.Notice:
		return t.text("tray.notice")
	case !s.Paused && s.Clients == 0:
		return t.text("tray.saving")
	case !s.Paused:
		return t.plural("tray.saving", s.Clients)
	case s.Until.IsZero():
		return t.text("tray.paused")
	}
	until := s.Until.In(s.Now.Location())
	if until.Equal(Tomorrow(s.Now)) {
		return t.text("tray.paused_tomorrow")
	}
	layout := "15:04"
	if until.After(Tomorrow(s.Now)) {
		layout = "2006-01-02 15:04"
	}
	return t.text("tray.paused_until", "time", until.Format(layout))
}

func (s State) counts(t Labels) string {
	return t.plural("tray.counts", s.Memories, "today", number(s.Today))
}

// Tomorrow returns the next midnight of now's own time zone.
func Tomorrow(now time.Time) time.Time {
	y, m, d := now.Date()
	return time.Date(y, m, d+1, 0, 0, 0, 0, now.Location())
}

// Labels are the texts of one language by key, as the dashboard's catalogue
// holds them. A text that depends on a number has the keys KEY.one and
// KEY.other; the number itself is {n}.
type Labels map[string]string

// text returns the text of key with {name} replaced by the value that follows
// each name, and the key itself where there is no such text.
func (t Labels) text(key string, namesAndValues ...string) string {
	s, ok := t[key]
	if !ok {
		return key
	}
	for i := 0; i+1 < len(namesAndValues); i += 2 {
		s = strings.ReplaceAll(s, "{"+namesAndValues[i]+"}", namesAndValues[i+1])
	}
	return s
}

// plural returns the text of key for n things.
func (t Labels) plural(key string, n int, namesAndValues ...string) string {
	form := ".other"
	if n == 1 {
		form = ".one"
	}
	return t.text(key+form, append(namesAndValues, "n", number(n))...)
}

// number writes n as both of our languages group it: 1,284.
func number(n int) string {
	if n < 1000 {
		return strconv.Itoa(n)
	}
	return message.NewPrinter(language.English).Sprintf("%d", n)
}
