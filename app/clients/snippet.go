package clients

import (
	"net/url"
	"path"
	"strings"

	"memtray/store"
)

// Snippet is what to paste by hand into a client's configuration: what
// registration would write into an empty file.
type Snippet struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	File    string `json:"file"`   // where it belongs; "" if that is not known
	Format  string `json:"format"` // json, toml or yaml
	Text    string `json:"text"`
	Restart string `json:"restart"`
	Caution string `json:"caution"`
}

// TokenPlaceholder stands in a snippet where the person puts a token.
const TokenPlaceholder = "TOKEN"

// Snippet returns what to paste for a client: one that is known, or any other
// that can be given the entry most clients read. With an address it states a
// server there instead of a program, with a bearer token to be filled in.
// Errors are [store.Invalid].
func (r *Registrar) Snippet(id, address string) (Snippet, error) {
	c, err := Find(id)
	if err != nil {
		if !store.ValidClient(id) {
			return Snippet{}, store.Errorf(store.Invalid, "the id of a client must be 1 to %d of a-z, 0-9, - and _", store.MaxClient)
		}
		c = anyClient(id)
	}
	s := Snippet{ID: c.ID, Name: c.Name, Format: "json", Restart: c.RestartHint, Caution: c.Caution}
	if file, err := c.server.files.choose(r.env); err == nil {
		s.File = file
	}
	switch ext := path.Ext(strings.ReplaceAll(s.File, `\`, "/")); ext {
	case ".toml", ".yaml":
		s.Format = ext[1:]
	}
	want, err := r.wantedServer(c, address)
	if err != nil {
		return s, err
	}
	s.Text, err = written(c.server.format, want)
	return s, err
}

// TakesAddress reports whether a client can be given the address of a server in its
// file. One of which nothing is known most likely can.
func TakesAddress(id string) bool {
	c, err := Find(id)
	return err != nil || c.server.shape.http != nil
}

// anyClient is one of which nothing is known: it most likely reads what most
// clients read.
func anyClient(id string) Client {
	return Client{ID: id, Name: id, server: server{format: strictJSON, path: mcpServers, shape: shape{http: urlAs("url")}}}
}

// wantedServer is the entry of a client, for the program or for an address.
func (r *Registrar) wantedServer(c Client, address string) (wanted, error) {
	p, err := c.part(Server)
	if err != nil {
		return wanted{}, err
	}
	w := r.wanted(p, c, "")
	if address == "" {
		return w, r.lasting(r.program())
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return w, store.Errorf(store.Invalid, "%q is not the address of a server, such as http://127.0.0.1:47631/v1/mcp", clip(address))
	}
	if w.shape.http == nil {
		return w, store.Errorf(store.Invalid, "%s takes no address in its file; add it in its settings", c.Name)
	}
	w.stated = w.shape.http(address, TokenPlaceholder)
	return w, nil
}

// written is what registration writes into an empty file.
func written(f format, w wanted) (string, error) {
	s, err := f.parse(nil, w)
	if err != nil {
		return "", err
	}
	change, _, err := s.add()
	return string(change.apply(nil)), err
}
