package mcpserver

import (
	"net/url"
	"slices"
	"strings"
)

// remoteURL returns the url of the remote "origin" in a git configuration file,
// that of the only remote if there is no origin, else "". Included files are not
// read.
func remoteURL(config string) string {
	urls := map[string]string{}
	remote := ""
	for line := range strings.Lines(config) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			section, rest, _ := strings.Cut(line[1:], "]")
			remote = remoteSection(section)
			line = strings.TrimSpace(rest)
		}
		name, value, ok := strings.Cut(line, "=")
		if ok && remote != "" && urls[remote] == "" && strings.EqualFold(strings.TrimSpace(name), "url") {
			urls[remote] = configValue(value)
		}
	}
	if len(urls) == 1 {
		for _, url := range urls {
			return url
		}
	}
	return urls["origin"]
}

// remoteSection returns the remote that a section's header names, or "". The
// first word is compared ignoring case, as git does, the second is not.
func remoteSection(section string) string {
	word, name, ok := strings.Cut(strings.TrimSpace(section), " ")
	name = strings.TrimSpace(name)
	if !ok || !strings.EqualFold(word, "remote") || len(name) < 2 || name[0] != '"' || name[len(name)-1] != '"' {
		return ""
	}
	return name[1 : len(name)-1]
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

// localPrefix marks a remote that is a path of this machine.
const localPrefix = "file:"

// normalRemote returns one spelling for all the addresses of a repository, such
// as github.com/ann/api for git@github.com:ann/api.git: without scheme, user
// information, port, www., doubled slashes and .git, in lower case. A local path
// is kept after "file:". It returns "" for what is no address.
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

// sameHosts are the hosts that large services have for SSH through the port of
// HTTPS.
var sameHosts = map[string]string{
	"ssh.github.com": "github.com", "altssh.gitlab.com": "gitlab.com", "altssh.bitbucket.org": "bitbucket.org",
}

func hostAndPath(host, path string) string {
	host = strings.TrimPrefix(strings.TrimSuffix(strings.ToLower(host), "."), "www.")
	if same, ok := sameHosts[host]; ok {
		host = same
	}
	parts := slices.DeleteFunc(strings.Split(strings.ToLower(path), "/"), func(part string) bool { return part == "" || part == "." })
	path = strings.TrimRight(strings.TrimSuffix(strings.Join(parts, "/"), ".git"), "/")
	if host == "" || path == "" {
		return ""
	}
	return host + "/" + path
}

// remoteName returns the repository's name in an address, as it is written there.
func remoteName(address string) string {
	if normalRemote(address) == "" {
		return ""
	}
	address = strings.TrimSuffix(strings.TrimRight(strings.TrimSpace(address), "/"), ".git")
	return address[strings.LastIndexAny(address, `/:\`)+1:]
}

// localPath returns the path in an address of this machine.
func localPath(remote string) string {
	if u, err := url.Parse(remote); err == nil && u.Scheme == "file" {
		return u.Path
	}
	return strings.TrimSpace(remote)
}

func localRemote(path string) string {
	path = strings.ReplaceAll(path, `\`, "/")
	path = strings.TrimSuffix(strings.TrimRight(path, "/"), "/.git")
	path = strings.TrimSuffix(path, ".git")
	if path == "" {
		return ""
	}
	return localPrefix + path
}
