package clients

import (
	"encoding/base64"
	"net/url"
	"strings"

	"memtray/store"
)

// links make an address that has a client offer to register a server. The client
// shows what it will run, and asks.
var links = map[string]func(w wanted) string{
	"cursor":          func(w wanted) string { return "cursor://anysphere.cursor-deeplink/mcp/install?" + w.inBase64() },
	"lmstudio":        func(w wanted) string { return "lmstudio://add_mcp?" + w.inBase64() },
	"vscode":          func(w wanted) string { return "vscode:mcp/install?" + escape(w.withName()) },
	"vscode-insiders": func(w wanted) string { return "vscode-insiders:mcp/install?" + escape(w.withName()) },
	"goose":           func(w wanted) string { return "goose://extension?" + w.asGoose() },
}

// Link returns an address that has a client offer to register. Errors are those
// of [Registrar.Apply] with [Add], and [store.Invalid] for a client that takes no
// link.
func (r *Registrar) Link(id string) (string, error) {
	c, err := Find(id)
	if err != nil {
		return "", err
	}
	link := links[c.ID]
	if link == nil {
		return "", store.Errorf(store.Invalid, "%s takes no link; those that do are %s", c.Name, strings.Join(Linked(), ", "))
	}
	w, err := r.wantedServer(c, "")
	if err != nil {
		return "", err
	}
	return link(w), nil
}

// Linked returns the ids of the clients that take a link.
func Linked() []string {
	var ids []string
	for _, c := range all {
		if links[c.ID] != nil {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

// inBase64 is the entry in a query, as Cursor and those like it read it.
func (w wanted) inBase64() string {
	config := base64.StdEncoding.EncodeToString([]byte(object(w.fields())))
	return "name=" + escape(w.name) + "&config=" + escape(config)
}

// withName is the entry as VS Code reads it.
func (w wanted) withName() string {
	return object(append([]field{{name: "name", value: w.name}}, w.fields()...))
}

// asGoose is the entry as a query.
func (w wanted) asGoose() string {
	query := []string{"cmd=" + escape(w.argv[0])}
	for _, a := range w.argv[1:] {
		query = append(query, "arg="+escape(a))
	}
	return strings.Join(append(query, "id="+escape(w.name), "name=Memtray",
		"description="+escape("One memory for all your AI tools, on your own computer"), "timeout=300"), "&")
}

// object is an entry as JSON on one line.
func object(fields []field) string {
	return style{colon: ":", comma: ",", inline: true}.value(fields, "")
}

// escape is for a value of a query, a space being %20.
func escape(s string) string { return strings.ReplaceAll(url.QueryEscape(s), "+", "%20") }
