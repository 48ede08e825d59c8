package api

import (
	"context"
	"crypto/subtle"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"memtray/store"
)

// Hosts returns what a listener on a loopback port may be called, and the
// other names that were allowed: host:port, or host alone for the usual port.
func Hosts(port int, allowed ...string) []string {
	hosts := make([]string, 0, 3+len(allowed))
	for _, host := range []string{"127.0.0.1", "localhost", "[::1]"} {
		hosts = append(hosts, fmt.Sprintf("%s:%d", host, port))
	}
	return append(hosts, allowed...)
}

// Guard stands before the handler of a listener, since any web page in any
// browser can reach a loopback port. Whatever the method and the path, a
// request whose Host is none of hosts, or whose Origin is given and is not one
// of them, is answered 403: that stops pages of other sites and names that
// were pointed at this machine. /api additionally needs "Authorization: Bearer
// TOKEN" (401). The dashboard's files hold nothing private and need no token,
// since the page takes it from the address' fragment, which is never sent.
//
// /open turns a [Ticket] into a redirect to that address.
func Guard(h http.Handler, token string, hosts []string) http.Handler {
	g := &gate{next: h, token: token, tickets: ticketBox{token: token}}
	for _, host := range hosts {
		g.hosts = append(g.hosts, strings.ToLower(host))
	}
	return headers(g)
}

type gate struct {
	next    http.Handler
	token   string
	hosts   []string
	tickets ticketBox
}

func (g *gate) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case !slices.Contains(g.hosts, strings.ToLower(r.Host)):
		refuse(w, http.StatusForbidden, codeForbidden, "this address is not allowed as Host")
	case !g.sameOrigin(r.Header.Values("Origin")):
		refuse(w, http.StatusForbidden, codeForbidden, "pages of other sites are not allowed")
	case r.URL.Path == "/open":
		g.tickets.serve(w, r)
	case isAPI(r.URL.Path) && !g.authorised(r.Header.Values("Authorization")):
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

// sameOrigin refuses "null" and an empty Origin like any other foreign one.
func (g *gate) sameOrigin(origins []string) bool {
	for _, origin := range origins {
		origin = strings.ToLower(origin)
		host, ok := strings.CutPrefix(origin, "http://")
		if !ok {
			host, ok = strings.CutPrefix(origin, "https://") // a tunnel
		}
		if !ok || !slices.Contains(g.hosts, host) {
			return false
		}
	}
	return true
}

func (g *gate) authorised(headers []string) bool {
	if len(headers) != 1 || g.token == "" {
		return false
	}
	scheme, token, _ := strings.Cut(headers[0], " ")
	return strings.EqualFold(scheme, "Bearer") &&
		subtle.ConstantTimeCompare([]byte(token), []byte(g.token)) == 1
}

// browserKey marks the context of a request that came through a [Guard].
type browserKey struct{}

func fromBrowser(ctx context.Context) bool { return ctx.Value(browserKey{}) != nil }
