package clients

// ReadingTools are the tools that only read: those that a client may call
// unasked where the person says so.
var ReadingTools = []string{"memory_search", "memory_timeline", "memory_get", "memory_context"}

// allowPart is the part that lists our reading tools, each behind a prefix, among
// those that need no permission.
func allowPart(v Verified, files places, f format, prefix string, path ...string) part {
	l := listing{path: path}
	for _, tool := range ReadingTools {
		l.items = append(l.items, prefix+tool)
	}
	return part{name: Allow, verified: v, files: files, format: f, want: func(Client, Shim, Env) wanted {
		return wanted{lists: []listing{l}}
	}}
}

// entryAllowPart is allowPart for a client that has the list in the server's own
// entry.
func entryAllowPart(v Verified, key string) part {
	p := allowPart(v, places{}, strictLists, "", append(mcpServers, EntryName, key)...)
	lists := p.want(Client{}, Shim{}, Env{}).lists
	lists[0].inner = true
	p.want = func(Client, Shim, Env) wanted { return wanted{lists: lists} }
	p.inEntry = true
	return p
}
