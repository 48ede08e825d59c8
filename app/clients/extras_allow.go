package clients

import "slices"

// ReadingTools are the tools that only read: those that a client may call
// unasked where the person says so.
var ReadingTools = []string{"memory_search", "memory_timeline", "memory_get", "memory_context"}

// allowPart is the part that lists our reading tools, each behind a prefix, among
// those that need no permission.
func allowPart(v Verified, files places, f format, prefix string, path ...string) part {
	return part{name: Allow, verified: v, files: files, format: f, want: func(Client, Shim, Env) wanted { return allowed(prefix, path) }}
}

// allowed is a list of our reading tools. They are remembered in the place of a
// command, so that a later version knows them.
func allowed(prefix string, path []string) wanted {
	l, w := listing{path: path}, wanted{}
	for _, tool := range ReadingTools {
		l.items = append(l.items, prefix+tool)
		w.argv = append(w.argv, prefix+tool)
	}
	w.lists = []listing{l}
	return w
}

// entryAllowPart is allowPart for a client that has the list in the server's own
// entry.
func entryAllowPart(v Verified, key string) part {
	w := allowed("", append(slices.Clone(mcpServers), EntryName, key))
	w.lists[0].inner = true
	return part{name: Allow, verified: v, inEntry: true, format: strictLists, want: func(Client, Shim, Env) wanted { return w }}
}
