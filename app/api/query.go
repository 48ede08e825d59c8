package api

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"memtray/store"
)

// maxValues is how many values one parameter may have.
const maxValues = 100

// params are a request's query parameters. The first fault of any of its
// readers stays in err.
type params struct {
	values url.Values
	err    error
}

// readParams refuses parameters that are not known, by name.
func readParams(r *http.Request, known ...string) *params {
	values, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return &params{err: store.Errorf(store.Invalid, "the query of the address is malformed")}
	}
	p := &params{values: values}
	for name, all := range values {
		if !slices.Contains(known, name) {
			p.fail(unknown("parameter", name, known))
		} else if len(all) > 1 && name != "tag" && name != "file" {
			p.fail(store.Errorf(store.Invalid, "%s is given more than once", name))
		}
	}
	return p
}

func (p *params) fail(err error) {
	if p.err == nil {
		p.err = err
	}
}

// text returns a parameter as valid UTF-8.
func (p *params) text(name string) string {
	return strings.ToValidUTF8(p.values.Get(name), "\uFFFD")
}

// list returns the values between commas; empty ones are left out.
func (p *params) list(name string) []string {
	var all []string
	for one := range strings.SplitSeq(p.values.Get(name), ",") {
		if one = strings.TrimSpace(one); one != "" && !slices.Contains(all, one) {
			all = append(all, one)
		}
	}
	return p.bounded(name, all)
}

// texts returns a parameter that may be given several times; empty ones are
// left out.
func (p *params) texts(name string) []string {
	var all []string
	for _, one := range p.values[name] {
		if one = strings.ToValidUTF8(one, "\uFFFD"); one != "" {
			all = append(all, one)
		}
	}
	return p.bounded(name, all)
}

func (p *params) bounded(name string, all []string) []string {
	if len(all) > maxValues {
		p.fail(store.Errorf(store.Invalid, "%s has more than %d values", name, maxValues))
		return nil
	}
	return all
}

// ids returns a list of ids.
func (p *params) ids(name string) []int64 {
	var all []int64
	for _, one := range p.list(name) {
		id, ok := parseID(one)
		if !ok {
			p.fail(store.Errorf(store.Invalid, "%s must be ids between commas, each 1 to %d", name, int64(store.MaxID)))
			return nil
		}
		all = append(all, id)
	}
	return all
}

// number returns a whole number, or missing if it is not given.
func (p *params) number(name string, missing, low, high int) int {
	s := p.values.Get(name)
	if s == "" {
		return missing
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < low || n > high {
		p.fail(store.Errorf(store.Invalid, "%s must be %d to %d", name, low, high))
		return missing
	}
	return n
}

// flag returns a parameter of 1 or 0, nil if it is not given.
func (p *params) flag(name string) *bool {
	switch p.values.Get(name) {
	case "":
		return nil
	case "1":
		return new(true)
	case "0":
		return new(false)
	}
	p.fail(store.Errorf(store.Invalid, "%s must be 1 or 0", name))
	return nil
}

// choices returns a list whose values must be among all.
func choices[T ~string](p *params, name string, all []T) []T {
	var chosen []T
	for _, one := range p.list(name) {
		if !slices.Contains(all, T(one)) {
			p.fail(store.Errorf(store.Invalid, "%s must be of %s", name, join(all)))
			return nil
		}
		chosen = append(chosen, T(one))
	}
	return chosen
}

func join[T ~string](all []T) string {
	s := make([]string, len(all))
	for i, v := range all {
		s[i] = string(v)
	}
	return strings.Join(s, ", ")
}

// parseID reads an id as the API writes it: no sign, no leading zero.
func parseID(s string) (int64, bool) {
	id, err := strconv.ParseInt(s, 10, 64)
	ok := err == nil && id >= 1 && id <= store.MaxID && strconv.FormatInt(id, 10) == s
	return id, ok
}

// pathID returns the {id} of a path; what cannot be an id does not exist.
func pathID(r *http.Request, what string) (int64, error) {
	id, ok := parseID(r.PathValue("id"))
	if !ok {
		return 0, store.Errorf(store.NotFound, "there is no such %s", what)
	}
	return id, nil
}
