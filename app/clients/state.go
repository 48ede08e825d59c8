package clients

import (
	"context"

	"memtray/store"
)

// Status says how Memtray stands in a client's configuration.
type Status string

// The statuses.
const (
	NotInstalled  Status = "not_installed"  // nothing of the client is on this machine
	NotRegistered Status = "not_registered" // its file has no entry of our name
	Registered    Status = "registered"     // the entry starts this shim
	Elsewhere     Status = "elsewhere"      // the entry of our name says something else
	Broken        Status = "broken"         // the file cannot be read or understood
	Missing       Status = "missing"        // an entry was written and is gone
)

// State is how a client stands now.
type State struct {
	ID          string   `json:"id"`
	Name        string   `json:"name"`
	Short       string   `json:"short"`
	Status      Status   `json:"status"`
	File        string   `json:"file"` // "" if the home folder is not known
	Installed   bool     `json:"installed"`
	Command     []string `json:"command"` // what the entry of our name runs
	Problem     string   `json:"problem"` // why it is broken, for people
	RestartHint string   `json:"restart_hint"`
}

// States returns the state of every client, in display order.
func (r *Registrar) States(ctx context.Context) ([]State, error) {
	states := make([]State, len(all))
	for i, c := range all {
		var err error
		if states[i], err = r.state(ctx, c); err != nil {
			return nil, err
		}
	}
	return states, nil
}

// state errs only where the store does: a faulty file is a state.
func (r *Registrar) state(ctx context.Context, c Client) (State, error) {
	s := State{ID: c.ID, Name: c.Name, Short: c.Short, Command: []string{}, RestartHint: c.RestartHint}
	s.Installed = c.installed(r.env)
	path, err := c.file(r.env)
	if err != nil {
		return s.broken(err), nil
	}
	s.File = path
	known, err := r.known(ctx, c, path)
	if err != nil {
		return s, err
	}
	f, err := readFile(path)
	if err != nil {
		return s.broken(err), nil
	}
	_, text := f.text()
	cfg, err := parseConfig(text, c.key)
	if err != nil {
		return s.broken(inFile(f, err)), nil
	}
	s.Status = s.standing(cfg, r.program().entry(c), known)
	if cfg.entry != nil {
		s.Command = append(s.Command, cfg.current().argv()...)
	}
	return s, nil
}

func (s State) standing(cfg *config, want entry, known store.Registration) Status {
	switch {
	case cfg.entry != nil && cfg.current().same(want):
		return Registered
	case cfg.entry != nil:
		return Elsewhere
	case known.Client != "":
		return Missing
	case !s.Installed:
		return NotInstalled
	default:
		return NotRegistered
	}
}

func (s State) broken(err error) State {
	s.Status, s.Problem = Broken, store.ErrorMessage(err)
	return s
}
