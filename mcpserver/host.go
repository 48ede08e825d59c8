package mcpserver

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// Hosts are the names by which a listener may be called: host:port, or host alone
// for the usual port. Any web page in any browser can reach a loopback port, so a
// listener asks of every request, whatever its method, whether it was meant for it.
type Hosts []string

// LoopbackHosts returns the names of a listener on a loopback port, and others that
// were allowed, as for a tunnel.
func LoopbackHosts(port int, allowed ...string) Hosts {
	hosts := make(Hosts, 0, 3+len(allowed))
	for _, host := range []string{"127.0.0.1", "localhost", "[::1]"} {
		hosts = append(hosts, fmt.Sprintf("%s:%d", host, port))
	}
	for _, host := range allowed {
		hosts = append(hosts, strings.ToLower(host))
	}
	return hosts
}

// Refuse says why a request must not be answered, or "". Its Host has to be one of
// h, in any case, which stops names that were pointed at this machine; and so has an
// Origin that is given, where "null" and an empty one are foreign.
func (h Hosts) Refuse(r *http.Request) string {
	if !slices.Contains(h, strings.ToLower(r.Host)) {
		return "this address is not allowed as Host"
	}
	for _, origin := range r.Header.Values("Origin") {
		if !h.origin(strings.ToLower(origin)) {
			return "pages of other sites are not allowed"
		}
	}
	return ""
}

// fromElsewhere reports whether a browser says that a page of another site sends
// this. It is no reason to refuse a page that somebody follows a link to.
func fromElsewhere(r *http.Request) bool {
	return slices.ContainsFunc(r.Header.Values("Sec-Fetch-Site"), func(site string) bool { return site != "same-origin" && site != "none" })
}

func (h Hosts) origin(origin string) bool {
	host, ok := strings.CutPrefix(origin, "http://")
	if !ok {
		host, ok = strings.CutPrefix(origin, "https://") // a tunnel
	}
	return ok && slices.Contains(h, host)
}

// Bearer returns the secret of "Authorization: Bearer …", "" if the header is
// missing, of another scheme, or there twice.
func Bearer(r *http.Request) string {
	headers := r.Header.Values("Authorization")
	if len(headers) != 1 {
		return ""
	}
	scheme, secret, _ := strings.Cut(headers[0], " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return secret
}
