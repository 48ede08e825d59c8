package clients

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"memtray/store"
)

// Action is what is to be done with a client's configuration.
type Action string

// The actions.
const (
	Add    Action = "add"    // register, or bring up to date
	Remove Action = "remove" // unregister
)

// plan is an action worked out for a file as it is now.
type plan struct {
	action Action
	file   file
	after  []byte
	delete bool   // the file was made for us and holds nothing else: it goes
	undo   splice // takes after back to what was before us; meaningful for Add
	known  store.Registration
}

// noChange reports whether the file already is as wanted.
func (p plan) noChange() bool { return !p.delete && bytes.Equal(p.file.data, p.after) }

// settled reports whether there is nothing to do, neither in the file nor in
// what is remembered of it.
func (p plan) settled(want entry) bool {
	known := p.known.Command
	switch {
	case !p.noChange():
		return false
	case p.action == Remove:
		return p.known.Client == ""
	}
	return len(known) > 0 && want.same(entry{command: known[0], args: known[1:]})
}

// digest stands for the file before and after.
func (p plan) digest() string {
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%s\n%t %t %d\n", p.action, p.file.target, p.file.exists, p.delete, len(p.file.data))
	h.Write(p.file.data)
	h.Write(p.after)
	return hex.EncodeToString(h.Sum(nil))
}

// makePlan works out an action. known is what the store remembers of this file,
// the zero value if nothing.
func makePlan(c Client, action Action, want entry, f file, known store.Registration) (plan, error) {
	p := plan{action: action, file: f, known: known}
	mark, text := f.text()
	cfg, err := parseConfig(text, c.key)
	if err != nil {
		return p, inFile(f, err)
	}
	if cfg.entry != nil && !ours(cfg.current(), known) {
		return p, foreign(c, f, action, cfg.current())
	}
	var undo splice
	if action == Add {
		text, undo, err = planAdd(cfg, want, known, f, mark)
	} else {
		text = planRemove(cfg, known, f)
	}
	if err != nil {
		return p, inFile(f, err)
	}
	undo.at += len(mark)
	p.undo = undo
	p.after = append(bytes.Clone(mark), text...)
	p.delete = action == Remove && f.exists && known.CreatedFile && isBare(text, c.key)
	if p.delete {
		p.after = nil
	}
	return p, p.verify(c, want)
}

// planAdd returns the text with our entry, and the splice back.
func planAdd(cfg *config, want entry, known store.Registration, f file, mark []byte) ([]byte, splice, error) {
	if cfg.entry == nil {
		s := cfg.add(want)
		return s.apply(cfg.text), s.inverse(), nil
	}
	text := cfg.text
	if !cfg.current().same(want) {
		var err error
		if text, err = cfg.update(want); err != nil {
			return nil, splice{}, err
		}
	}
	if _, ok := restored(known, f, cfg.key); ok {
		// Nobody else touched the file: what was before us stays the way back. The
		// entry lies within what was inserted, so that only its end moves.
		at := int(known.Offset) - len(mark)
		end := at + len(known.Inserted) + len(text) - len(cfg.text)
		return text, splice{at: at, old: string(text[at:end]), new: known.Replaced}, nil
	}
	now, err := parseConfig(text, cfg.key)
	if err != nil {
		return nil, splice{}, err
	}
	return text, now.cut(addedKey(known, cfg.key)), nil
}

// planRemove returns the text without our entry: the former bytes if nobody
// else changed the file, else the present ones without what is ours.
func planRemove(cfg *config, known store.Registration, f file) []byte {
	if before, ok := restored(known, f, cfg.key); ok {
		return before
	}
	if cfg.entry == nil {
		return cfg.text
	}
	return cfg.cut(addedKey(known, cfg.key)).apply(cfg.text)
}

// restored returns the file's text as it was before us. It is false if the file
// is not as it was written then.
func restored(known store.Registration, f file, key string) ([]byte, bool) {
	mark, text := f.text()
	s := splice{at: int(known.Offset) - len(mark), old: known.Inserted, new: known.Replaced}
	if !f.exists || known.AfterHash != hash(f.data) || s.at < 0 || s.at > len(text) ||
		!bytes.HasPrefix(text[s.at:], []byte(s.old)) {
		return nil, false
	}
	before := s.apply(text)
	cfg, err := parseConfig(before, key)
	return before, err == nil && cfg.entry == nil
}

// addedKey reports whether what was written began with the object around our
// entry: it was not there before.
func addedKey(known store.Registration, key string) bool {
	start := bytes.TrimLeft([]byte(known.Inserted), " \t\r\n,{")
	return bytes.HasPrefix(start, encode(key))
}

// isBare reports whether a text holds nothing, or an empty object.
func isBare(text []byte, key string) bool {
	cfg, err := parseConfig(text, key)
	return err == nil && (cfg.root == nil || cfg.root.EndOffset == cfg.root.StartOffset+2)
}

// ours reports whether an entry is one that Memtray wrote: the remembered one,
// or one that runs a memtray-mcp of any version.
func ours(e entry, known store.Registration) bool {
	if e.command == "" {
		return false
	}
	return isShim(e.command) || (len(known.Command) > 0 && e.same(entry{command: known.Command[0], args: known.Command[1:]}))
}

func foreign(c Client, f file, action Action, e entry) error {
	what := "is not a local command"
	if e.command != "" {
		what = fmt.Sprintf("runs %q", clip(e.command))
	}
	then := "rename or remove that entry, then try again"
	if action == Remove {
		then = "if it should go, remove it by hand"
	}
	return store.Errorf(store.Conflict, "%s: the entry %q of %s %s and is not from Memtray; %s", f.path, EntryName, c.Name, what, then)
}

// inFile names the file in a message.
func inFile(f file, err error) error {
	if e, ok := errors.AsType[*store.Error](err); ok {
		return store.Errorf(e.Code, "%s: %s", f.path, e.Message)
	}
	return fmt.Errorf("%s: %w", f.path, err)
}
