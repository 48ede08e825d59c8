package text

import (
	"slices"
	"strings"
)

// endings are what words are completed with to learn the stems that are shorter
// than what was typed. Longer endings that go on as another does are not needed.
var endings = strings.Fields(`
ing ings ed er ers ion ions ation ations ication ications ational ization izations isation isations
ition itions ness ment ments able ably ability abilities ible ibly ibility ibilities
al ally ality alities ic ical ically icity ive ively iveness ivity ity ities
ies ied ier iest ily iness ize izes ized izing ise ises ised ising izer
ful fully fulness ous ously ousness ly ance ances ancy ence ences ency ant ent ently antly
ate ated ates ating ator ators ism ist ists less lessly lessness es est y
`)

// completions returns the stems that do not begin with the typed word, of words
// that do: connect for connecti, run for runnin, go for wen. The typed word
// itself may be whole, so its own stem may be among them.
func completions(typed string) []string {
	if len(typed) < 2 || !stemmable(typed+"x") {
		return nil
	}
	var all []string
	add := func(s string) {
		if !strings.HasPrefix(s, typed) && !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	for _, f := range irregularFrom(typed) {
		if !strings.HasPrefix(f.form, typed) {
			break
		}
		add(f.stem)
	}
	add(stem(typed))
	for _, e := range endings {
		for n := range len(e) { // how much of the ending was typed
			kept, ok := strings.CutSuffix(typed, e[:n])
			if ok && len(kept) > 1 && (n > 0 || doubled(kept)) {
				add(porter(kept + e))
			}
		}
	}
	return all
}

// doubled reports whether s ends with the same letter twice, as a short verb may
// before an ending.
func doubled(s string) bool {
	n := len(s)
	return n > 2 && s[n-1] == s[n-2]
}
