package clients

// hookShape is how a client states hooks.
type hookShape struct {
	top        []field // what a file with nothing else needs above them
	events     [][2]string
	path       []string // to the list of an event, whose key comes last; nil: all hooks are in one list
	group      string
	item       func(event string, lines []field) []field
	keys       []string // that hold the command
	powerShell bool     // on Windows the command is one for PowerShell
}

// hookPart is the part that runs memtray-mcp when a session starts and ends.
func hookPart(v Verified, files places, f format, shape hookShape) part {
	return part{name: Hook, verified: v, files: files, format: f, want: func(c Client, s Shim, env Env) wanted {
		return shape.wanted(c, s, env.System)
	}}
}

func (h hookShape) wanted(c Client, s Shim, system string) wanted {
	w := wanted{top: h.top, argv: append([]string{s.Command}, s.hookArgs("session-start", c.ID)...)}
	for _, e := range h.events {
		l := listing{path: []string{"hooks", e[0]}, event: e[1], group: h.group, lines: map[string]string{}}
		if h.path != nil {
			l.path = h.path
		}
		argv := append([]string{s.Command}, s.hookArgs(e[1], c.ID)...)
		var lines []field
		for _, key := range h.keys {
			l.lines[key] = hookLine(system, argv)
			if key == "powershell" || h.powerShell && system == "windows" {
				l.lines[key] = powerShellLine(argv)
			}
			lines = append(lines, field{name: key, value: l.lines[key]})
		}
		l.items = []any{h.item(e[0], lines)}
		w.lists = append(w.lists, l)
	}
	return w
}

// events are the names that a client has for the start and the end of a session;
// "" is one that it does not have.
func events(start, end string) [][2]string {
	all := [][2]string{{start, "session-start"}}
	if end != "" {
		all = append(all, [2]string{end, "session-end"})
	}
	return all
}

// grouped is the shape of Claude Code, which others have taken over: hooks in
// groups that may have a matcher.
func grouped(start, end string) hookShape {
	return hookShape{events: events(start, end), group: "hooks", keys: []string{"command"}, item: func(_ string, lines []field) []field {
		return []field{{name: "hooks", value: []any{append([]field{{name: "type", value: "command"}}, lines...)}}}
	}}
}

// inPowerShell is the shape for a client that has PowerShell run its hooks on
// Windows.
func (h hookShape) inPowerShell() hookShape {
	h.powerShell = true
	return h
}

var versioned = []field{{name: "version", value: 1}}

var cursorHook = hookShape{
	top: versioned, events: events("sessionStart", "sessionEnd"), keys: []string{"command"},
	item: func(_ string, lines []field) []field { return lines },
}

var copilotHook = hookShape{
	top: versioned, events: events("sessionStart", "sessionEnd"), keys: []string{"bash", "powershell"},
	item: func(_ string, lines []field) []field {
		return append(append([]field{{name: "type", value: "command"}}, lines...), field{name: "timeoutSec", value: 5})
	},
}

var kiroHook = hookShape{
	top: []field{{name: "version", value: "v1"}}, events: events("SessionStart", ""), path: []string{"hooks"}, keys: []string{"command"},
	item: func(event string, lines []field) []field {
		return []field{
			{name: "name", value: "Memtray"}, {name: "trigger", value: event},
			{name: "action", value: append([]field{{name: "type", value: "command"}}, lines...)},
		}
	},
}
