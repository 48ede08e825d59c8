package recall

import (
	"slices"
	"strings"

	"memtray/store"
	"memtray/store/guard"
	"memtray/store/text"
)

// cleaner cleans the texts of one save or change and adds up what it took out.
type cleaner struct{ removed []guard.Removal }

// text cleans a text of any number of lines.
func (c *cleaner) text(s string) string {
	s, removed := guard.Clean(s)
	for _, r := range removed {
		i := slices.IndexFunc(c.removed, func(known guard.Removal) bool { return known.What == r.What })
		if i < 0 {
			c.removed = append(c.removed, r)
		} else {
			c.removed[i].Count += r.Count
		}
	}
	return s
}

// line cleans a text of one line: breaks become blanks, those at the ends go.
func (c *cleaner) line(s string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch r {
		case '\n', '\t', '\u2028', '\u2029':
			return ' '
		}
		return r
	}, c.text(s)))
}

// list cleans a list of lines and keeps the first of those that are the same to
// key. An entry of which nothing is left is left out; one that was blank from
// the start is kept for the store to refuse.
func (c *cleaner) list(all []string, key func(string) string) []string {
	out := make([]string, 0, len(all))
	seen := make(map[string]bool, len(all))
	for _, given := range all {
		s := c.line(given)
		if s == "" && strings.TrimSpace(given) != "" {
			continue
		}
		if k := key(s); !seen[k] {
			seen[k] = true
			out = append(out, s)
		}
	}
	return out
}

// tags cleans tags, which are the same in any case and width.
func (c *cleaner) tags(all []string) []string { return c.list(all, text.Fold) }

// files cleans paths, which are the same only if they are written the same.
func (c *cleaner) files(all []string) []string {
	return c.list(all, func(s string) string { return s })
}

// body cleans a body. It fails if the text was private or a secret as a whole.
func (c *cleaner) body(given string) (string, error) {
	s := c.text(given)
	if strings.TrimSpace(s) == "" && strings.TrimSpace(given) != "" && c.tookOut(guard.PrivateSpan) {
		return "", store.Errorf(store.Invalid, "nothing is left to store after private spans were removed")
	}
	if c.tookOut(guard.Secret) && strings.TrimSpace(strings.ReplaceAll(s, guard.SecretMark, "")) == "" {
		return "", store.Errorf(store.Invalid, "nothing is left to store after secrets were removed")
	}
	return s, nil
}

func (c *cleaner) tookOut(what string) bool {
	return slices.ContainsFunc(c.removed, func(r guard.Removal) bool { return r.What == what })
}

// titled returns the title to store with a body: the given one, or one derived
// from the body if it is "", and what both cost a model together. A derived
// title is part of the body and costs nothing.
func titled(title, body string) (string, bool, int) {
	if title != "" {
		return title, false, text.Count(title) + text.Count(body)
	}
	title, _ = text.Title(body)
	return title, true, text.Count(body)
}
