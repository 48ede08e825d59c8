package rank

import (
	"slices"

	"memtray/store"
	"memtray/store/text"
)

// The bounds of a verdict. They are on the side of silence: a false alarm on
// every save would teach people to overlook the right ones.
const (
	negationReach = 1.0 // words behind a negation that it negates
	lightWeight   = 0.3 // of a word that says when or how much, in words

	leastShared = 1.0 // words that two texts must share at all
	leastProse  = 1.5 // and if only a negation or a name sets them apart
	slack       = 0.5 // words in which both may differ besides: half a word is a Han character
	mostExtra   = 1.5 // how many times what is shared one of them may say besides a conflict
	mostValues  = 4   // numbers that may differ in one statement
	longestName = 3.0 // words of a value

	heldShare   = 0.92 // share of the shorter text that must stand in the longer one
	mostTypos   = 20   // words that differ, up to which it is looked for typos
	bothDiffer  = 0.10 // share of the shorter text that may stand in neither, at most a light word
	leastHeld   = 2.0  // words of a shorter text that another holds
	partHeld    = 2.5  // and of one that is a part of another
	manyHeld    = 4.0  // and where the longer one begins with something else
	windowWords = 1.6  // how close together they stand there, as a share of the shorter text
	sameShare   = 0.80 // share of the longer text that must stand in the shorter one for both to be the same
)

// Similarity is what two statements are to each other.
type Similarity struct {
	Kind    store.ProposalKind // "" for neither
	KeepNew bool               // the new one holds all of the other and more
	Reason  string             // in a few words
}

// Compare says whether a new statement says the same as one that is there, or
// contradicts it. It is conservative: most pairs about the same subject are
// neither.
func Compare(now, was Statement) Similarity {
	d := differ(now, was)
	if d.shared < leastShared {
		return Similarity{}
	}
	reason, contradict := d.contradiction()
	switch order := d.arrangement(); {
	case contradict && (order <= moved || d.denied) && reason != "":
		return Similarity{Kind: store.SupersedeProposal, Reason: reason}
	case contradict:
		return Similarity{}
	case order <= moved:
		return d.duplicate(order == moved)
	case order == reversed && d.shared >= leastProse && solid(now, d.onlyNow)+solid(was, d.onlyWas) == 0:
		return Similarity{Kind: store.SupersedeProposal, Reason: "one says it the other way round"}
	}
	return Similarity{}
}

// difference is what two statements do not share.
type difference struct {
	now, was         Statement
	onlyNow, onlyWas []int // places of the first occurrences
	shared           float64
	denied           bool // one denies what the other says
}

func differ(now, was Statement) *difference {
	d := &difference{now: now, was: was}
	d.onlyNow = missing(now, was)
	d.onlyWas = missing(was, now)
	for i, u := range now.units {
		if now.first[u.form] == i && was.has(u.form) {
			d.shared += u.weight
		}
	}
	return d
}

func missing(from, in Statement) []int {
	var all []int
	for i, u := range from.units {
		if from.first[u.form] == i && !in.has(u.form) {
			all = append(all, i)
		}
	}
	return all
}

func weigh(s Statement, places []int) float64 {
	sum := 0.0
	for _, i := range places {
		sum += s.units[i].weight
	}
	return sum
}

// solid is weigh without what is hardly content.
func solid(s Statement, places []int) float64 {
	sum := 0.0
	for _, i := range places {
		if s.units[i].role != light {
			sum += s.units[i].weight
		}
	}
	return sum
}

// contradiction reports whether both cannot be true. The reason is "" if they
// speak of different things, so that they are no duplicates either.
func (d *difference) contradiction() (reason string, found bool) {
	found = d.opposite(&reason)
	found = d.values(&reason) || found
	if !found {
		d.denied = d.negation(&reason)
		found = d.denied
	}
	if !found {
		if found = d.substitute(&reason); !found {
			return "", false
		}
	}
	if len(figures(d.now, d.onlyNow)) > 0 && len(figures(d.was, d.onlyWas)) > 0 {
		return "", true // of two measurements neither is wrong
	}
	a, b := solid(d.now, d.onlyNow), solid(d.was, d.onlyWas)
	if a > slack && !d.leads(d.now, d.was) || b > slack && !d.leads(d.was, d.now) {
		return "", true // "staging" before the port makes it another one
	}
	if min(a, b) > slack || max(a, b) > max(mostExtra*d.shared, 1) || d.shared < leastShared {
		return "", true
	}
	return reason, true
}

// leads reports whether a statement begins with what the other one has too, so
// that what it has besides only adds to it.
func (d *difference) leads(s, other Statement) bool {
	for i, u := range s.units {
		if u.role != light && (i >= s.body || s.body == len(s.units)) {
			return other.has(u.form) || u.role == number || u.value
		}
	}
	return true
}

// pair takes two units out of the difference and says so in the reason.
func (d *difference) pair(i, j int, reason *string) {
	if *reason == "" {
		*reason = clipped(d.now.units[i].shown) + " instead of " + clipped(d.was.units[j].shown)
	}
	d.onlyNow = without(d.onlyNow, i)
	d.onlyWas = without(d.onlyWas, j)
}

func without(all []int, i int) []int {
	return slices.DeleteFunc(slices.Clone(all), func(v int) bool { return v == i })
}

func clipped(s string) string { return text.Cut(s, 40) }

// opposite looks for words of which only one can hold, and for rivals where a
// value is given.
func (d *difference) opposite(reason *string) bool {
	found := false
	was := choosing(d.was, d.onlyWas)
	for _, i := range choosing(d.now, d.onlyNow) {
		for k, j := range was {
			u, v := d.now.units[i], d.was.units[j]
			rivals := rival()[u.form] != 0 && rival()[u.form] == rival()[v.form] &&
				(u.value || v.value || rival()[u.form] < 0 && beside(d.now, i, -1) != "" && beside(d.was, j, -1) != "")
			if opposedPairs[[2]string{u.form, v.form}] || rivals {
				d.pair(i, j, reason)
				was = slices.Delete(was, k, k+1)
				found = true
				break
			}
		}
	}
	return found
}

// choosing returns the places of words that have an opposite or a rival.
func choosing(s Statement, places []int) []int {
	var all []int
	for _, i := range places {
		if form := s.units[i].form; opposed[form] || rival()[form] != 0 {
			all = append(all, i)
		}
	}
	return all
}

// values looks for numbers that differ at the same place. Of texts with several
// that differ nobody knows which belong together.
func (d *difference) values(reason *string) bool {
	now, was := valuesOf(d.now, d.onlyNow), valuesOf(d.was, d.onlyWas)
	if len(now) == 0 || len(was) == 0 || len(now) != len(was) || len(now) > mostValues {
		return false
	}
	found := false
	for _, i := range now {
		for _, j := range was {
			if !d.rivalNumbers(i, j) {
				continue
			}
			if len(now) == 1 && len(was) == 1 || d.sameSlot(i, j) {
				d.pair(i, j, reason)
				found = true
				break
			}
		}
	}
	return found
}

// rivalNumbers reports whether two numbers are values of which one holds.
func (d *difference) rivalNumbers(i, j int) bool {
	u, v := d.now.units[i], d.was.units[j]
	return u.given && v.given && !d.now.event && !d.was.event && !sameAmount(u, v)
}

func valuesOf(s Statement, places []int) []int {
	var all []int
	for _, i := range places {
		if s.units[i].role == number {
			all = append(all, i)
		}
	}
	return all
}

// sameSlot reports whether two units stand behind or before the same content.
func (d *difference) sameSlot(i, j int) bool {
	before, was := beside(d.now, i, -1), beside(d.was, j, -1)
	if before != "" && before == was {
		return true
	}
	after, then := beside(d.now, i, 1), beside(d.was, j, 1)
	return after != "" && after == then
}

// beside returns the form of the nearest content in a direction.
func beside(s Statement, i, step int) string {
	for i += step; i >= 0 && i < len(s.units); i += step {
		if s.units[i].role != light {
			return s.units[i].form
		}
	}
	return ""
}

// negation looks for something that one denies and the other does not.
func (d *difference) negation(reason *string) bool {
	if d.shared < leastProse {
		return false
	}
	for i, u := range d.now.units {
		if d.now.first[u.form] != i || u.role == light || !d.was.has(u.form) || d.now.negated[u.form] == d.was.negated[u.form] {
			continue
		}
		*reason = "one denies what the other says of " + clipped(u.shown)
		return true
	}
	return false
}

// substitute looks for one value in the place of another: names behind the same
// words, with all else equal.
func (d *difference) substitute(reason *string) bool {
	now, was := solidPlaces(d.now, d.onlyNow), solidPlaces(d.was, d.onlyWas)
	if len(now) == 0 || len(was) == 0 || d.shared < leastShared || !together(now) || !together(was) {
		return false
	}
	if solid(d.now, now) > longestName || solid(d.was, was) > longestName {
		return false
	}
	u, v := d.now.units[now[0]], d.was.units[was[0]]
	if !u.value || !v.value || !d.exclusive(now, was) {
		return false
	}
	*reason = phrase(d.now, now) + " instead of " + phrase(d.was, was)
	d.onlyNow, d.onlyWas = nil, nil
	return true
}

// exclusive reports whether the place that two values stand in holds one at a time.
func (d *difference) exclusive(now, was []int) bool {
	subject := beside(d.now, now[0], -1)
	if subject != "" && subject == beside(d.was, was[0], -1) {
		return slots()[subject] || d.shared >= leastProse && d.now.units[now[0]].name && d.was.units[was[0]].name
	}
	// "Use X for Y": nothing stands before the value.
	return subject == "" && d.now.purpose && d.was.purpose && d.shared >= leastProse
}

func solidPlaces(s Statement, places []int) []int {
	var all []int
	for _, i := range places {
		if s.units[i].role != light {
			all = append(all, i)
		}
	}
	return all
}

func together(places []int) bool {
	return places[len(places)-1]-places[0] == len(places)-1
}

func phrase(s Statement, places []int) string {
	words := ""
	for _, i := range places {
		if w := s.units[i].shown; words != "" && !isHan(w) {
			words += " " + w
		} else {
			words += w
		}
	}
	return clipped(words)
}
