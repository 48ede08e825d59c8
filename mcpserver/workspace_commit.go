package mcpserver

import (
	"bufio"
	"compress/zlib"
	"io"
	"path/filepath"
	"strings"
	"sync"
)

// maxHistory bounds how many commits are read one by one to find the first one.
const maxHistory = 4096

// rootCommits knows the first commits of repositories, for as long as their
// HEAD stays: a history may be long.
type rootCommits struct {
	mu    sync.Mutex
	known map[string]headAndRoot // by git's common folder
}

type headAndRoot struct{ head, root string }

// of returns the first commit of a repository, see [rootCommit].
func (r *rootCommits) of(common string) string {
	now := headAndRoot{head: headCommit(common)}
	r.mu.Lock()
	known, ok := r.known[common]
	r.mu.Unlock()
	if ok && known.head == now.head {
		return known.root
	}
	now.root = rootCommit(common, now.head)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.known == nil {
		r.known = map[string]headAndRoot{}
	}
	r.known[common] = now
	return now.root
}

// rootCommit follows the first parents from a commit to the first one and
// returns its hash. It reads loose objects and, behind them, git's graph of the
// packed ones. Where history is longer, cut off (a shallow clone) or packed
// without a graph (a fresh clone) it returns "", and the other keys must do.
func rootCommit(common, hash string) string {
	for range maxHistory {
		if !isHash(hash) {
			return ""
		}
		parent, ok := firstParent(common, hash)
		if !ok {
			return packedRoot(common, hash)
		}
		if parent == "" {
			return hash
		}
		hash = parent
	}
	return ""
}

func packedRoot(common, hash string) string {
	graph, ok := openGraph(common)
	if !ok {
		return ""
	}
	defer graph.close()
	return graph.root(hash)
}

// headCommit returns what HEAD points to, or "" before the first commit.
func headCommit(common string) string {
	head := readSmall(filepath.Join(common, "HEAD"))
	ref, symbolic := strings.CutPrefix(head, "ref:")
	if !symbolic {
		return head
	}
	ref = strings.TrimSpace(ref)
	if !filepath.IsLocal(filepath.FromSlash(ref)) {
		return ""
	}
	if hash := readSmall(filepath.Join(common, filepath.FromSlash(ref))); hash != "" {
		return hash
	}
	for line := range strings.Lines(readSmall(filepath.Join(common, "packed-refs"))) {
		if hash, name, ok := strings.Cut(strings.TrimSpace(line), " "); ok && name == ref {
			return hash
		}
	}
	return ""
}

// firstParent reads one commit. The parent is "" for a first commit; ok is
// false if the object is not there or not a commit.
func firstParent(common, hash string) (parent string, ok bool) {
	f, err := openRegular(filepath.Join(common, "objects", hash[:2], hash[2:]))
	if err != nil {
		return "", false
	}
	defer f.Close()
	z, err := zlib.NewReader(f)
	if err != nil {
		return "", false
	}
	defer z.Close()
	r := bufio.NewReader(io.LimitReader(z, 4<<10))
	header, err := r.ReadString(0)
	if err != nil || !strings.HasPrefix(header, "commit ") {
		return "", false
	}
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return "", false
		}
		if parent, ok := strings.CutPrefix(line, "parent "); ok {
			return strings.TrimSpace(parent), true
		}
		if strings.HasPrefix(line, "author ") {
			return "", true
		}
	}
}

func isHash(s string) bool {
	return (len(s) == 40 || len(s) == 64) && strings.Trim(s, "0123456789abcdef") == ""
}
