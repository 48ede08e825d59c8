package mcpserver

import (
	"net/url"
	"strings"
)

// originURL returns the url of the remote "origin" in a git configuration file,
// or "". Included files are not read.
func originURL(config string) string {
	inOrigin, found := false, ""
	for line := range strings.Lines(config) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			section, rest, _ := strings.Cut(line[1:], "]")
			inOrigin = isOrigin(section)
			line = strings.TrimSpace(rest)
		}
		if !inOrigin {
			continue
		}
		name, value, ok := strings.Cut(line, "=")
		if ok && found == "" && strings.EqualFold(strings.TrimSpace(name), "url") {
			found = configValue(value)
		}
	}
	return found
}

// isOrigin reports whether a section's header is remote "origin". The first
// word is compared ignoring case, as git does, the second is not.
func isOrigin(section string) bool {
	word, name, ok := strings.Cut(strings.TrimSpace(section), " ")
	return ok && strings.EqualFold(word, "remote") && strings.TrimSpace(name) == `"origin"`
}

// configValue takes quotes and a comment from a value.
func configValue(value string) string {
	value = strings.TrimSpace(value)
	if inner, ok := strings.CutPrefix(value, `"`); ok {
		inner, _, _ = strings.Cut(inner, `"`)
		return inner
	}
	if i := strings.IndexAny(value, "#;"); i >= 0 {
		value = value[:i]
	}
	return strings.TrimSpace(value)
}

// normalRemote returns one spelling for all the addresses of a repository, such
// as github.com/ann/api for git@github.com:ann/api.git: without scheme, user
// information, port and .git, in lower case. A local path is kept after
// "file:". It returns "" for what is no address.
func normalRemote(remote string) string {
	remote = strings.TrimSpace(remote)
	if remote == "" {
		return ""
	}
	if strings.Contains(remote, "://") {
		u, err := url.Parse(remote)
		if err != nil {
			return ""
		}
		if u.Scheme == "file" {
			return localRemote(u.Path)
		}
		return hostAndPath(u.Hostname(), u.Path)
	}
	// user@host:path, unless a slash comes before the colon.
	if host, path, ok := strings.Cut(remote, ":"); ok && len(host) > 1 && !strings.ContainsAny(host, `/\`) {
		return hostAndPath(host[strings.LastIndex(host, "@")+1:], path)
	}
	return localRemote(remote)
}

func hostAndPath(host, path string) string {
	path = strings.TrimSuffix(strings.Trim(path, "/"), ".git")
	if host == "" || path == "" {
		return ""
	}
	return strings.ToLower(host + "/" + strings.TrimRight(path, "/"))
}

func localRemote(path string) string {
	path = strings.ReplaceAll(path, `\`, "/")
	path = strings.TrimSuffix(strings.TrimRight(path, "/"), "/.git")
	path = strings.TrimSuffix(path, ".git")
	if path == "" {
		return ""
	}
	return "file:" + path
}
