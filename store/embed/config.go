package embed

import (
	"encoding/json"
	"net"
	"net/url"
	"strings"
	"unicode"

	"memtray/store"
)

// Config says which endpoint turns texts into vectors, and by which model.
type Config struct {
	// URL is the address below which the endpoint answers to /embeddings, such
	// as http://127.0.0.1:11434/v1.
	URL   string `json:"url"`
	Model string `json:"model"` // its name there

	// AllowRemote lets the endpoint be on another machine. Texts of memories and
	// questions then leave this one; those of private memories do not.
	AllowRemote bool `json:"allow_remote"`
}

// maxURL is the greatest length of a URL in bytes.
const maxURL = 500

// Validate returns a [store.Invalid] error for the first rule that c breaks. A
// host that is no address of this machine is refused without asking anybody for
// its address, unless remote ones are allowed.
func (c Config) Validate() error {
	u, err := url.Parse(c.URL)
	switch {
	case c.URL == "":
		return store.Errorf(store.Invalid, "the endpoint's url is required, such as http://127.0.0.1:11434/v1")
	case err != nil || len(c.URL) > maxURL || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "":
		return store.Errorf(store.Invalid, "the endpoint's url must be one of http or https, such as http://127.0.0.1:11434/v1")
	case u.User != nil || u.RawQuery != "" || u.ForceQuery || u.Fragment != "":
		return store.Errorf(store.Invalid, "the endpoint's url must have neither a user nor ? nor #")
	case !c.AllowRemote && !isLoopbackName(u.Hostname()):
		return notLoopback(u.Hostname())
	}
	if strings.ContainsFunc(c.Model, unicode.IsControl) || c.Model != strings.TrimSpace(c.Model) {
		return store.Errorf(store.Invalid, "a model's name must have neither control characters nor blanks around it")
	}
	return store.VectorModel{Name: c.Model, Dimensions: 1}.Validate()
}

// isLoopbackName reports whether a host is this machine by its name alone. What
// localhost leads to is looked at again when it is called.
func isLoopbackName(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

func notLoopback(host string) error {
	if r := []rune(host); len(r) > 80 {
		host = string(r[:79]) + "…"
	}
	return store.Errorf(store.Invalid, "%s is not this computer: texts of your memories would leave it; use an endpoint on 127.0.0.1, or allow a remote one with --allow-remote", host)
}

// setting is what the store keeps while embeddings are on.
type setting struct {
	Config
	Dimensions int `json:"dimensions"`
}

func (s setting) model() store.VectorModel {
	return store.VectorModel{Name: s.Model, Dimensions: s.Dimensions}
}

// scope is what is to have vectors. Private memories never leave the machine.
func (s setting) scope() store.VectorScope {
	return store.VectorScope{Model: s.model(), Private: !s.AllowRemote}
}

// parse reads a setting; "", and what is none, is off.
func parse(value string) (setting, bool) {
	var s setting
	if value == "" || json.Unmarshal([]byte(value), &s) != nil {
		return setting{}, false
	}
	return s, s.Validate() == nil && s.Dimensions > 0
}

func (s setting) String() string {
	b, _ := json.Marshal(s) // texts and numbers always can be
	return string(b)
}
