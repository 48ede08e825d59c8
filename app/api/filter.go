package api

import (
	"net/http"
	"time"

	"memtray/store"
	"memtray/store/recall"
	"memtray/store/when"
)

// you is how addresses and facets name the person, whose client id is "".
const you = "you"

const defaultPage = 100

var filterParams = []string{
	"q", "typing", "kind", "project", "client", "state", "tag", "pinned", "reviewed", "expired",
	"since", "until", "file",
	"sort", "offset", "limit",
}

// readSearch reads the query that lists and facets share.
func readSearch(r *http.Request) (recall.Request, error) {
	p := readParams(r, filterParams...)
	typing := p.flag("typing")
	req := recall.Request{
		Query:  p.text("q"),
		Typing: typing != nil && *typing,
		Filter: store.Filter{
			States:   choices(p, "state", store.States()),
			Projects: p.ids("project"),
			Kinds:    choices(p, "kind", store.Kinds()),
			Clients:  readClients(p),
			Tags:     p.texts("tag"),
			Pinned:   p.flag("pinned"),
			Reviewed: p.flag("reviewed"),
			Files:    p.texts("file"),
			Expired:  p.flag("expired"),
			At:       store.MillisOf(time.Now()),
		},
		Offset: p.number("offset", 0, 0, 1<<31-1),
		Limit:  p.number("limit", defaultPage, 1, store.MaxPage),
	}
	var err error
	if req.Filter.Since, req.Filter.Until, err = when.Range(p.text("since"), p.text("until"), time.Now()); err != nil {
		p.fail(err)
	}
	sorts := choices(p, "sort", store.Sorts())
	if len(sorts) > 1 {
		p.fail(store.Errorf(store.Invalid, "sort must be one of %s", join(store.Sorts())))
	} else if len(sorts) == 1 {
		req.Sort = sorts[0]
	}
	return req, p.err
}

func readClients(p *params) []string {
	all := p.list("client")
	for i, id := range all {
		if !store.ValidClient(id) {
			p.fail(store.Errorf(store.Invalid, "client must be ids of clients, or %s", you))
			return nil
		}
		if id == you {
			all[i] = ""
		}
	}
	return all
}
