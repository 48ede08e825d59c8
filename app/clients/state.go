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

// PartState is how a part of a client stands now.
type PartState struct {
	Part     Part     `json:"part"`
	Status   Status   `json:"status"`
	Verified Verified `json:"verified"`
	Note     string   `json:"note"`    // what the person must do or know for it to work, or ""
	File     string   `json:"file"`    // "" if the home folder is not known
	Command  []string `json:"command"` // what the entry of our name runs
	Foreign  bool     `json:"foreign"` // what is elsewhere is not from Memtray
	Off      bool     `json:"off"`     // the entry is ours, and switched off in the client
	Through  string   `json:"through"` // the client that reads the same file and owns the entry, or ""
	Problem  string   `json:"problem"` // why it is broken, for people
}

// State is how a client stands now: its server, and its extras beside it.
type State struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Short     string `json:"short"`
	Installed bool   `json:"installed"`
	PartState
	RestartHint string      `json:"restart_hint"`
	Caution     string      `json:"caution"` // what to do before the file is changed
	Extras      []PartState `json:"extras"`
}

// parts are the states of the server and the extras.
func (s State) parts() []PartState { return append([]PartState{s.PartState}, s.Extras...) }

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
	s := State{ID: c.ID, Name: c.Name, Short: c.Short, RestartHint: c.RestartHint, Caution: c.Caution, Extras: []PartState{}}
	s.Installed = c.installed(r.env)
	for _, p := range c.parts() {
		one, err := r.partState(ctx, c, p.name, s.Installed)
		if err != nil {
			return s, err
		}
		if p.name == Server {
			s.PartState = one
		} else {
			s.Extras = append(s.Extras, one)
		}
	}
	return s, nil
}

func (r *Registrar) partState(ctx context.Context, c Client, name Part, installed bool) (PartState, error) {
	s := PartState{Part: name, Command: []string{}}
	v, err := r.look(ctx, c, name, "")
	if err != nil {
		return s, err
	}
	s.File, s.Note, s.Verified = v.path, v.part.note, v.part.verified.on(r.env.System)
	if v.fault != nil {
		return s.broken(v.fault), nil
	}
	if v.client.ID != c.ID {
		s.Through = v.client.ID
	}
	slot, err := v.slot(v.file)
	if err != nil {
		return s.broken(err), nil
	}
	held := slot.holds()
	s.Command = append(s.Command, held.argv...)
	s.Foreign, s.Off = held.is == foreign, held.off
	s.Status = standingOf(held, v.known.Client != "" || v.other != "", installed)
	return s, nil
}

func standingOf(held holding, known, installed bool) Status {
	switch {
	case held.is == asWanted:
		return Registered
	case held.is != nothing:
		return Elsewhere
	case known:
		return Missing
	case !installed:
		return NotInstalled
	default:
		return NotRegistered
	}
}

func (s PartState) broken(err error) PartState {
	s.Status, s.Problem = Broken, store.ErrorMessage(err)
	return s
}
