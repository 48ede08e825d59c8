package clients

import (
	"context"
	"slices"
)

// Weight says how much a finding matters.
type Weight string

// The weights.
const (
	Fine     Weight = "ok"
	Doubtful Weight = "warning" // it works, but perhaps not as expected
	Wrong    Weight = "wrong"   // nothing arrives because of it
)

// Finding is one thing that was found out about a client.
type Finding struct {
	Code   string            `json:"code"` // of the sentence, one of those in findings
	Weight Weight            `json:"weight"`
	Values map[string]string `json:"values"` // what the sentence is about
	Text   string            `json:"text"`   // the sentence in English
	Advice string            `json:"advice"` // what to do, in English; "" if nothing
}

// Diagnosis is all that was found out about a client.
type Diagnosis struct {
	ID       string    `json:"id"`
	Name     string    `json:"name"`
	OK       bool      `json:"ok"` // nothing is wrong
	Findings []Finding `json:"findings"`
}

// Verify reads back what is registered of a client and starts what its entry
// runs, as the client would, for at most some ten seconds. It changes nothing.
// Returns [store.NotFound] for an unknown client.
func (r *Registrar) Verify(ctx context.Context, id string) (Diagnosis, error) {
	c, err := Find(id)
	if err != nil {
		return Diagnosis{}, err
	}
	s, err := r.state(ctx, c)
	if err != nil {
		return Diagnosis{}, err
	}
	e := examination{Diagnosis: Diagnosis{ID: c.ID, Name: c.Name, Findings: []Finding{}}, r: r, state: s}
	if e.registration() {
		e.program(ctx)
	}
	e.extras()
	return e.done(), nil
}

// Diagnose says why nothing arrives from a client, or that all is well: what
// [Registrar.Verify] does, and what the store knows of the client.
func (r *Registrar) Diagnose(ctx context.Context, id string) (Diagnosis, error) {
	d, err := r.Verify(ctx, id)
	if err != nil {
		return d, err
	}
	e := examination{Diagnosis: d, r: r}
	if err := e.use(ctx); err != nil {
		return d, err
	}
	return e.done(), nil
}

// examination gathers findings.
type examination struct {
	Diagnosis
	r     *Registrar
	state State
}

func (e *examination) done() Diagnosis {
	e.OK = !slices.ContainsFunc(e.Findings, func(f Finding) bool { return f.Weight == Wrong })
	return e.Diagnosis
}

// registration looks at the client's file. It is false if there is nothing of
// ours that could be started.
func (e *examination) registration() bool {
	s, again := e.state, "memtray-mcp clients add "+e.ID
	plugin := plugins[e.ID].installed(e.r.env)
	if plugin && s.Status != Registered && s.Status != Elsewhere && s.Status != Broken {
		e.add("plugin", e.Name)
		return false
	}
	if s.Off {
		e.add("off", s.File, e.Name)
	}
	switch {
	case s.Status == Broken:
		e.add("broken", s.Problem, s.File)
	case s.Status == Missing:
		e.add("missing", s.File, again)
	case s.Foreign && len(s.Command) == 0:
		e.add("address", s.File)
	case s.Foreign:
		e.add("foreign", s.File, programOf(s.Command))
	case s.Status == Elsewhere:
		e.add("elsewhere", s.File, programOf(s.Command), again)
		return true
	case s.Status == Registered:
		e.add("registered", s.File)
		if plugin {
			e.add("twice", e.Name, "memtray-mcp clients remove "+e.ID)
		}
		return true
	case s.Installed:
		e.add("not_registered", s.File, again)
	default:
		e.add("not_installed", e.Name)
	}
	return false
}

func programOf(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

// program looks at what the entry runs.
func (e *examination) program(ctx context.Context) {
	command := e.state.Command[0]
	if !exists(command) {
		e.add("gone", command, "memtray-mcp clients add "+e.ID)
		return
	}
	if where := e.r.env.passing(command); where != "" {
		e.add("passing", command, where)
	}
	t := e.r.env.try(ctx, e.state.Command)
	if t.problem != "" {
		e.add("silent", command, t.problem)
		return
	}
	e.add("answers", command, t.version)
	if t.version != e.r.shim.Version {
		e.add("other_version", t.version, e.r.shim.Version)
	} else if p := e.r.Program(); p.Differs && p.Target == command {
		e.add("other_copy", command, p.Source)
	}
	switch home := e.r.store.Home(); t.home {
	case "":
	case home:
		e.add("same_store", home)
	default:
		e.add("other_store", t.home, home, "memtray-mcp clients add "+e.ID)
	}
}

// extras looks at what was added beside the entry.
func (e *examination) extras() {
	for _, x := range e.state.Extras {
		if x.Status == Missing || x.Status == Broken || x.Status == Elsewhere && !x.Foreign {
			e.add("extra_"+string(x.Status), string(x.Part), x.File)
		}
	}
}
