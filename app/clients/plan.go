package clients

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"time"

	"memtray/store"
)

// Action is what is to be done with a part of a client's configuration.
type Action string

// The actions.
const (
	Add    Action = "add"    // put it in, or bring it up to date
	Remove Action = "remove" // take it out

	undo Action = "undo" // see [Registrar.Undo]
)

// target is a part of a client in a file of this environment.
type target struct {
	client Client
	part   part
	path   string
	want   wanted
}

// slot finds the target's place in its file. Arguments that a person gave to an
// entry of ours, such as --project, are wanted from then on.
func (t *target) slot(f file) (slot, error) {
	s, err := t.part.format.parsed(f, t.want)
	if err != nil || t.part.name != Server {
		return s, inFile(f, err)
	}
	held := s.holds()
	if more := ofPerson(held.argv); held.is == otherwise && len(more) > 0 {
		t.want.argv = slices.Concat(t.want.argv, more)
		s, err = t.part.format.parsed(f, t.want)
	}
	return s, inFile(f, err)
}

// plan is an action worked out for a file as it is now.
type plan struct {
	target
	action Action
	file   file
	after  []byte
	delete bool                // the file was made for us and holds nothing else: it goes
	known  store.Registration  // what is remembered; the zero value if nothing
	keep   *store.Registration // what is to be remembered then; nil: nothing
}

// noChange reports whether the file already is as wanted.
func (p plan) noChange() bool { return !p.delete && bytes.Equal(p.file.data, p.after) }

// left reports whether there is a file afterwards.
func (p plan) left() bool { return !p.delete && (p.file.exists || !p.noChange()) }

// settled reports whether there is nothing to do, neither in the file nor in
// what is remembered of it.
func (p plan) settled() bool {
	if !p.noChange() || (p.known.Client == "") != (p.keep == nil) {
		return false
	}
	return p.keep == nil || slices.Equal(p.keep.Command, p.known.Command)
}

// digest stands for the file before and after.
func (p plan) digest() string {
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%s\n%t %t %d\n", p.action, p.file.target, p.file.exists, p.delete, len(p.file.data))
	h.Write(p.file.data)
	h.Write(p.after)
	return hex.EncodeToString(h.Sum(nil))
}

// makePlan works out an action. known is what the store remembers of the part in
// this file, the zero value if nothing; version is that of this program.
func makePlan(t target, action Action, f file, known store.Registration, version string) (plan, error) {
	t.want.known = known.Command
	p := plan{target: t, action: action, file: f, known: known}
	s, err := p.slot(f)
	if err != nil {
		return p, err
	}
	held := s.holds()
	if held.is == foreign {
		return p, p.refuseForeign(held)
	}
	if action == Add {
		err = p.add(s, held, version)
	} else {
		err = p.remove(s, held)
	}
	if err != nil {
		return p, inFile(f, err)
	}
	return p, p.verify(s)
}

// add plans to put the part in, and the way back.
func (p *plan) add(s slot, held holding, version string) error {
	mark, text := p.file.text()
	change, around, err := splice{}, p.known.Around, error(nil)
	switch held.is {
	case nothing:
		change, around, err = s.add()
	case otherwise:
		change, err = s.update()
	}
	if err != nil {
		return err
	}
	text = change.apply(text)
	p.after = slices.Concat(mark, text)
	back := change.inverse()
	if held.is != nothing {
		if back, err = p.wayBack(change, text); err != nil {
			return err
		}
	}
	p.keep = p.registration(version)
	p.keep.Around, p.keep.AfterHash = around, hash(p.after)
	p.keep.Offset, p.keep.Inserted, p.keep.Replaced = int64(back.at+len(mark)), back.old, back.new
	return nil
}

// wayBack is the splice that takes out what was there already and has become
// text by a change.
func (p *plan) wayBack(change splice, text []byte) (splice, error) {
	mark, before := p.file.text()
	at := int(p.known.Offset) - len(mark)
	within := change.at >= at && change.at+len(change.old) <= at+len(p.known.Inserted)
	if _, ok := p.restored(); ok && (within || change == splice{}) {
		// Nobody else touched the file: what was before us stays the way back.
		end := at + len(p.known.Inserted) + len(text) - len(before)
		return splice{at: at, old: string(text[at:end]), new: p.known.Replaced}, nil
	}
	now, err := p.part.format.parse(text, p.want)
	if err != nil {
		return splice{}, err
	}
	return now.cut(p.known.Around), nil
}

// registration is what is to be remembered of an Add, without the way back.
func (p *plan) registration(version string) *store.Registration {
	reg := store.Registration{
		Client: p.client.ID, Part: string(p.part.name), File: p.path, Command: p.want.argv,
		At: store.Millis(time.Now().UnixMilli()), Version: version,
		CreatedFile: !p.file.exists || p.known.CreatedFile, CreatedDirs: p.file.missing,
	}
	if len(reg.CreatedDirs) == 0 {
		reg.CreatedDirs = p.known.CreatedDirs
	}
	return &reg
}

// remove plans to take the part out: to the former bytes if nobody else changed
// the file, else from the present ones.
func (p *plan) remove(s slot, held holding) error {
	mark, text := p.file.text()
	if before, ok := p.restored(); ok {
		text = before
	} else if held.is != nothing {
		text = s.cut(p.known.Around).apply(text)
	}
	p.after = slices.Concat(mark, text)
	if !p.file.exists || !p.known.CreatedFile {
		return nil
	}
	rest, err := p.part.format.parse(text, p.want)
	if err != nil {
		return err
	}
	if p.delete = rest.bare(); p.delete {
		p.after = nil
	}
	return nil
}

// restored returns the file's text as it was before us. It is false if the file
// is not as it was written then.
func (p *plan) restored() ([]byte, bool) {
	mark, text := p.file.text()
	s := splice{at: int(p.known.Offset) - len(mark), old: p.known.Inserted, new: p.known.Replaced}
	if !p.file.exists || p.known.AfterHash != hash(p.file.data) || s.at < 0 || s.at > len(text) ||
		!bytes.HasPrefix(text[s.at:], []byte(s.old)) {
		return nil, false
	}
	before := s.apply(text)
	if blank(before) { // which a client may refuse to read, but was there
		return before, true
	}
	want := p.want
	want.known = nil // what was there before us is not known to be ours
	was, err := p.part.format.parse(before, want)
	return before, err == nil && was.holds().is == nothing
}

func (p *plan) refuseForeign(held holding) error {
	then := "rename or remove that entry, then try again"
	if p.action == Remove {
		then = "if it should go, remove it by hand"
	}
	return store.Errorf(store.Conflict, "%s: the entry %q of %s %s and is not from Memtray; %s",
		p.path, p.want.name, p.client.Name, held.what, then)
}

// inFile names the file in a message.
func inFile(f file, err error) error {
	if e, ok := errors.AsType[*store.Error](err); ok {
		return store.Errorf(e.Code, "%s: %s", f.path, e.Message)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", f.path, err)
	}
	return nil
}
