package clients

import (
	"context"
	"slices"

	"memtray/store"
)

// view is a part of a client as it was found.
type view struct {
	target
	file  file
	known store.Registration // what is remembered of it, the zero value if nothing
	other string             // another file of the client into which it was written, or ""
	fault error              // why the file cannot be read
}

// look finds a part of a client in a file, "" being that of this environment. An
// error is the store's.
func (r *Registrar) look(ctx context.Context, c Client, name Part, path string) (view, error) {
	var v view
	p, err := c.part(name)
	if err != nil {
		v.fault = err
		return v, nil
	}
	v.target = target{client: c, part: p, path: path, want: p.want(c, r.shim)}
	if path == "" {
		if v.path, v.fault = p.files.choose(r.env); v.fault != nil {
			return v, nil
		}
	}
	// The file first: whatever is in it was remembered before it was written.
	v.file, v.fault = readFile(v.path)
	book, err := r.ledger(ctx)
	if err != nil {
		return v, err
	}
	if path == "" {
		if v.other = v.elsewhere(r.env, book); v.other != "" && c.server.joined {
			return r.look(ctx, c, name, v.other)
		}
	}
	if v.fault != nil {
		return v, nil
	}
	if owner, shared := v.owner(book); shared {
		v.client, v.want = owner, p.want(owner, r.shim)
	}
	v.known = book.of(v.client.ID, name, v.path)
	v.want.known = v.known.Command
	return v, nil
}

// elsewhere returns a file of the client into which the part was written, if
// nothing is known to have been written into the one that it reads now.
func (v view) elsewhere(env Env, book ledger) string {
	known := func(path string) bool { return book.of(v.client.ID, v.part.name, path).Client != "" }
	if known(v.path) {
		return ""
	}
	for _, path := range v.part.files.on(env) {
		if known(path) && exists(path) {
			return path
		}
	}
	return ""
}

// owner returns the other client that reads the same file, if what is there was
// registered for that one.
func (v view) owner(book ledger) (Client, bool) {
	if v.client.shares == "" || v.part.name != Server {
		return Client{}, false
	}
	other, err := Find(v.client.shares)
	if err != nil || book.of(v.client.ID, Server, v.path).Client != "" {
		return other, false
	}
	if book.of(other.ID, Server, v.path).Client != "" {
		return other, true
	}
	s, err := v.slot(v.file)
	if err != nil {
		return other, false
	}
	argv := s.holds().argv
	i := slices.Index(argv, "--client")
	return other, i >= 0 && i+1 < len(argv) && argv[i+1] == other.ID
}
