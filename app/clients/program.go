package clients

import "memtray/store"

// Program is the memtray-mcp that clients are told to start.
type Program struct {
	// Command is what registration writes: the installed copy if there is one,
	// else the program that belongs to this process, or what the person named.
	Command string `json:"command"`

	// Problem says in a sentence why Command is not registered; "" if it is.
	Problem string `json:"problem"`

	Source    string `json:"source"`    // the program that belongs to this process
	Target    string `json:"target"`    // where Install puts a copy; "" if that is not known
	Installed bool   `json:"installed"` // a memtray-mcp is at Target
	Differs   bool   `json:"differs"`   // that one is not the same as Source: Install replaces it
}

// Program returns which program clients are told to start.
func (r *Registrar) Program() Program {
	s := r.program()
	p := r.env.standing(r.shim.Command)
	p.Command = s.Command
	if err := r.lasting(s); err != nil {
		p.Problem = store.ErrorMessage(err)
	}
	return p
}

// Install is [Install] of the program that belongs to this process.
func (r *Registrar) Install() (Program, error) {
	if _, _, err := Install(r.env, r.shim.Command); err != nil {
		return Program{}, err
	}
	return r.Program(), nil
}

// Install copies the memtray-mcp at source to the person's own folder of
// programs, from where it is registered from then on. Twice is a no-op; a copy
// that is there, also one that runs, is replaced. Returns [store.Conflict] if
// something else is there.
func Install(env Env, source string) (target string, changed bool, err error) {
	target, ok := env.installTarget()
	if !ok {
		return "", false, store.Errorf(store.Invalid, "your folder of programs is not known; set HOME, or LOCALAPPDATA on Windows")
	}
	changed, err = install(source, target)
	return target, changed, err
}

// standing compares the program at source with what is installed.
func (e Env) standing(source string) Program {
	p := Program{Source: source}
	if target, ok := e.installTarget(); ok {
		p.Target, p.Installed = target, isOurProgram(target)
		p.Differs = p.Installed && !sameContent(source, target)
	}
	return p
}

// program is the shim with the command that is registered.
func (r *Registrar) program() Shim {
	s := r.shim
	if s.Named {
		return s
	}
	if target, ok := r.env.installTarget(); ok && isOurProgram(target) {
		s.Command = target
	}
	return s
}

// lasting refuses a command that no client could start, or that will not stay
// where it is.
func (r *Registrar) lasting(s Shim) error {
	if err := s.check(); err != nil || s.Named {
		return err
	}
	if where, path := r.env.passingLinked(s.Command); where != "" {
		return store.Errorf(store.Invalid, "%s is in %s and will not stay there, so clients would lose it: install it first (memtray-mcp install), or name a lasting one with --command", path, where)
	}
	return nil
}
