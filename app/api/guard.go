package api

import (
	"context"
	"crypto/subtle"
	"net/http"

	"memtray/mcpserver"
	"memtray/store"
)

// Guard stands before the handler of a listener, since any web page in any
// browser can reach a loopback port. Whatever the method and the path, a
// request whose Host is none of hosts, or whose Origin is given and is not one
// of them, is answered 403: that stops pages of other sites and names that
// were pointed at this machine. /api additionally needs "Authorization: Bearer
// TOKEN" (401). The dashboard's files hold nothing private and need no token,
// since the page takes it from the address' fragment, which is never sent.
//
// /open turns a [Ticket] into a redirect to that address.
func Guard(h http.Handler, token string, hosts mcpserver.Hosts) http.Handler {
	return headers(&gate{next: h, token: token, hosts: hosts, tickets: ticketBox{token: token}})
}

type gate struct {
	next    http.Handler
	token   string
	hosts   mcpserver.Hosts
	tickets ticketBox
}

func (g *gate) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	why := g.hosts.Refuse(r)
	switch {
	case why != "":
		refuse(w, http.StatusForbidden, codeForbidden, why)
	case r.URL.Path == "/open":
		g.tickets.serve(w, r)
	case isAPI(r.URL.Path) && !g.authorised(r):
		w.Header().Set("WWW-Authenticate", "Bearer")
		refuse(w, http.StatusUnauthorized, codeUnauthorized,
			"the token is missing or of an earlier run: open the address that memtray-mcp open prints")
	default:
		g.next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), browserKey{}, true)))
	}
}

// Codes that only [Guard] answers with.
const (
	codeForbidden    store.Code = "forbidden"
	codeUnauthorized store.Code = "unauthorized"
)

func (g *gate) authorised(r *http.Request) bool {
	return g.token != "" && subtle.ConstantTimeCompare([]byte(mcpserver.Bearer(r)), []byte(g.token)) == 1
}

// browserKey marks the context of a request that came through a [Guard].
type browserKey struct{}

func fromBrowser(ctx context.Context) bool { return ctx.Value(browserKey{}) != nil }
