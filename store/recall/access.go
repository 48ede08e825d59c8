package recall

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"memtray/store"
)

// What a client is told that may not do something.
const (
	pausedMessage   = "this client is paused in Memtray: nothing was read or stored"
	readMessage     = "saving is switched off for this client in Memtray; nothing was %s"
	pausedHere      = "this client is paused in Memtray for this project: nothing was read or stored"
	onlyMessage     = "this client reaches only %s in Memtray: nothing was read or stored"
	excludedMessage = "this project or folder is excluded in Memtray: nothing is read or stored here"
)

// gate is what one call may read and write. The zero gate is the person's, who
// may do everything.
type gate struct {
	by     store.Author
	access store.Access
	out    exclusions
	apart  []int64 // projects that are excluded
}

// gate reads what by may do now: every read and write of a client begins with it.
// It fails for a client that may not even read.
func (r *Recall) gate(ctx context.Context, by store.Author) (*gate, error) {
	g := &gate{by: by}
	if by.Kind != store.Agent {
		return g, nil
	}
	var err error
	if g.access, err = r.store.Access(ctx, by.Client, by.Token); err != nil {
		return nil, err
	}
	if g.access.Trust == store.PausedTrust && len(g.open()) == 0 {
		return nil, store.Errorf(store.Paused, pausedMessage)
	}
	g.out = readExclusions(g.access.Exclusions)
	if len(g.out.projects) == 0 {
		return g, nil
	}
	projects, err := r.store.Projects(ctx)
	for _, p := range projects {
		if g.out.project(p.Name) || slices.ContainsFunc(p.Aliases, g.out.project) {
			g.apart = append(g.apart, p.ID)
		}
	}
	return g, err
}

// gateToWrite is gate for what stores something; done says in the message what
// did not happen.
func (r *Recall) gateToWrite(ctx context.Context, by store.Author, done string) (*gate, error) {
	g, err := r.gate(ctx, by)
	if err != nil {
		return nil, err
	}
	if err := r.mayWrite(ctx, by, done); err != nil {
		return nil, err
	}
	if by.Kind == store.Agent && g.access.Trust == store.ReadTrust && len(g.access.Projects) == 0 {
		return nil, store.Errorf(store.Paused, readMessage, done)
	}
	return g, nil
}

// open returns the projects in which a client may read that is paused elsewhere.
func (g *gate) open() []int64 {
	var ids []int64
	for _, p := range g.access.Projects {
		if p.Trust != store.PausedTrust {
			ids = append(ids, p.ProjectID)
		}
	}
	return ids
}

// level returns what may be done in a project. It fails if nothing may be stored
// there; done says what did not happen.
func (g *gate) level(project int64, done string) (store.Trust, error) {
	if g.by.Kind != store.Agent {
		return store.SaveTrust, nil
	}
	if slices.Contains(g.apart, project) {
		return "", store.Errorf(store.Paused, excludedMessage)
	}
	level := g.access.In(project)
	switch level {
	case store.PausedTrust:
		return level, g.pausedIn(project)
	case store.ReadTrust:
		return level, store.Errorf(store.Paused, readMessage, done)
	}
	return level, nil
}

// pausedIn is the error for a project in which the client is paused.
func (g *gate) pausedIn(project int64) error {
	if slices.ContainsFunc(g.access.Projects, func(p store.ProjectTrust) bool { return p.ProjectID == project }) {
		return store.Errorf(store.Paused, pausedHere)
	}
	var names []string
	for _, p := range g.access.Projects {
		if p.Trust != store.PausedTrust {
			names = append(names, p.Project)
		}
	}
	switch n := len(names); {
	case n == 0:
		return store.Errorf(store.Paused, pausedMessage)
	case n > namedProjects:
		names = append(names[:namedProjects:namedProjects], fmt.Sprintf("%d more", n-namedProjects))
	}
	return store.Errorf(store.Paused, onlyMessage, "project "+strings.Join(names, ", "))
}

// namedProjects is how many projects an error names.
const namedProjects = 5

// writes is level for what belongs to no project.
func (g *gate) writes(done string) (store.Trust, error) { return g.level(0, done) }

// sees reports whether the memory's project and the memory itself may be read.
func (g *gate) sees(m store.Memory) bool { return g.reads(m.ProjectID) && sees(g.by, m) }

// reads reports whether a project may be read.
func (g *gate) reads(project int64) bool {
	return g.by.Kind != store.Agent || !slices.Contains(g.apart, project) && g.access.In(project) != store.PausedTrust
}

// readable returns those of some projects that may be read.
func (g *gate) readable(projects ...int64) []int64 {
	return slices.DeleteFunc(projects, func(id int64) bool { return !g.reads(id) })
}

// narrow takes out of a filter what may not be read. It reports false if nothing
// is left.
func (g *gate) narrow(f *store.Filter, now store.Millis) bool {
	if g.by.Kind != store.Agent {
		return true
	}
	if g.access.Expired {
		f.Expired, f.At = new(false), now
	}
	f.Apart = slices.Clone(g.apart)
	if g.access.Trust == store.PausedTrust {
		open := g.open()
		if len(f.Projects) == 0 {
			f.Projects = open
		} else {
			f.Projects = slices.DeleteFunc(slices.Clone(f.Projects), func(id int64) bool { return !slices.Contains(open, id) })
		}
		return len(f.Projects) > 0
	}
	for _, p := range g.access.Projects {
		if p.Trust == store.PausedTrust {
			f.Apart = append(f.Apart, p.ProjectID)
		}
	}
	return true
}

// gateOf is gate for the reader of a filter.
func (r *Recall) gateOf(ctx context.Context, f store.Filter) (*gate, error) {
	if f.Reader == "" {
		return &gate{}, nil
	}
	return r.gate(ctx, store.Author{Kind: store.Agent, Client: f.Reader, Token: f.Token})
}

// narrow is [gate.narrow] for a filter with its reader.
func (r *Recall) narrow(ctx context.Context, f *store.Filter) (some bool, err error) {
	g, err := r.gateOf(ctx, *f)
	if err != nil {
		return false, err
	}
	return g.narrow(f, store.MillisOf(r.now())), nil
}

// place fails if a project is excluded by its name or one of its folders.
func (g *gate) place(ref store.ProjectRef) error {
	name := ref.Name
	if name == "" {
		name = ref.Label
	}
	if g.by.Kind == store.Agent && (name != "" && g.out.project(name) || slices.ContainsFunc(ref.Keys, g.out.key)) {
		return store.Errorf(store.Paused, excludedMessage)
	}
	return nil
}

// Enter fails if by may not even read: the client is paused, or one of the
// folders that it works in is excluded. Whatever serves a client asks this first,
// before it does or tells anything; the folders are only asked for if any is
// excluded.
func (r *Recall) Enter(ctx context.Context, by store.Author, folders iter.Seq[string]) error {
	g, err := r.gate(ctx, by)
	if err != nil || folders == nil || len(g.out.folders) == 0 {
		return err
	}
	for dir := range folders {
		if g.out.folder(dir) {
			return store.Errorf(store.Paused, excludedMessage)
		}
	}
	return nil
}

// EnterProject is [Recall.Enter] for a project that a client asks for: it fails
// also where the client is paused in just this one.
func (r *Recall) EnterProject(ctx context.Context, by store.Author, ref store.ProjectRef) error {
	g, err := r.gate(ctx, by)
	if err != nil {
		return err
	}
	if err := g.place(ref); err != nil || len(g.apart)+len(g.access.Projects) == 0 || ref.Name == "" && len(ref.Keys) == 0 {
		return err
	}
	ref.Create = false
	p, err := r.Project(ctx, ref)
	switch {
	case err != nil && g.access.Trust == store.PausedTrust: // as for one that is out of reach, which so stays unknown
		return g.pausedIn(0)
	case err != nil: // what cannot be found is neither
		return nil
	case slices.Contains(g.apart, p.ID):
		return store.Errorf(store.Paused, excludedMessage)
	case !g.reads(p.ID):
		return g.pausedIn(p.ID)
	}
	return nil
}

// HourlySaves returns how many memories a client without a limit of its own may
// save in an hour before further ones are held.
func (r *Recall) HourlySaves(ctx context.Context) (int, error) {
	value, err := r.store.Setting(ctx, store.SettingHourlySaves)
	if n, e := strconv.Atoi(value); e == nil && n >= 0 {
		return n, err
	}
	return store.HourlySaves, err
}

// onlyPerson fails for a client.
func onlyPerson(by store.Author, does string) error {
	if by.Kind != store.Person {
		return store.Errorf(store.Invalid, "%s", fmt.Sprintf("only the person %s", does))
	}
	return nil
}
