package clients

import (
	"bytes"
	"slices"

	"memtray/store"
)

// slot is the place of one thing of ours in a parsed text. Each format has its
// own; what is planned, remembered and written knows slots only.
type slot interface {
	// holds says what is there now.
	holds() holding

	// add puts in what is wanted, where nothing is. around is the number of
	// containers that it had to make for that.
	add() (s splice, around int, err error)

	// update makes what is there, and is ours, say what is wanted. Whatever else
	// stands in it is kept.
	update() (splice, error)

	// cut takes out what is there, with as many containers around it as were made
	// for it and hold nothing else then.
	cut(around int) splice

	// bare reports whether the text is blank or a lone empty container, without a
	// comment.
	bare() bool

	// rest is what the text says beside what is ours, as a reader that is not the
	// editor decodes it. Empty containers on the way to our place do not count.
	rest() (any, error)
}

// format is a kind of configuration file.
type format struct {
	// parse finds the place of a wanted thing in a text, which has no byte order
	// mark and may be blank. Errors are [store.Invalid] and say where and what to
	// mend.
	parse func(text []byte, w wanted) (slot, error)

	noMark  bool // the client does not read a file that has a byte order mark
	noBlank bool // or one that is empty
}

// holding is what stands in a slot.
type holding struct {
	is   standing
	argv []string // the command that it runs, with its arguments; nil if none
	off  bool     // it is ours, and the client is told not to start it
	what string   // of something foreign: what it is, as "runs …"
}

// standing is how what stands in a slot compares with what is wanted.
type standing int

const (
	nothing   standing = iota
	asWanted           // ours, and as wanted
	otherwise          // ours, but of another version or place
	foreign            // not ours
)

// splice replaces the bytes old at an offset by new. It is the whole difference
// between two states of a file.
type splice struct {
	at       int
	old, new string
}

func (s splice) apply(text []byte) []byte {
	return slices.Concat(text[:s.at], []byte(s.new), text[s.at+len(s.old):])
}

// inverse is the splice that takes s back.
func (s splice) inverse() splice { return splice{at: s.at, old: s.new, new: s.old} }

// difference is the smallest splice between two texts.
func difference(before, after []byte) splice {
	head := 0
	for head < min(len(before), len(after)) && before[head] == after[head] {
		head++
	}
	tail := 0
	for tail < min(len(before), len(after))-head && before[len(before)-1-tail] == after[len(after)-1-tail] {
		tail++
	}
	return splice{at: head, old: string(before[head : len(before)-tail]), new: string(after[head : len(after)-tail])}
}

// parsed finds a wanted thing in a file.
func (f format) parsed(in file, w wanted) (slot, error) {
	mark, text := in.text()
	if len(mark) > 0 && f.noMark {
		return nil, store.Errorf(store.Invalid, "the file begins with a byte order mark, which its client does not read; save it without one")
	}
	if in.exists && blank(text) && f.noBlank {
		return nil, store.Errorf(store.Invalid, "the file is empty, which its client does not read; remove it, or write {} into it")
	}
	return f.parse(text, w)
}

// blank reports whether a text is white space alone.
func blank(text []byte) bool { return len(bytes.Trim(text, " \t\r\n")) == 0 }
