package rank

import (
	"strings"
	"unicode"
)

// maxUnits is how many units of a text are compared. What a memory says stands
// at its beginning, and a long one must not cost more time than all others.
const maxUnits = 800

// maxRead is how many bytes of a text are looked at for them.
const maxRead = 8 << 10

// role is what a unit does in a statement.
type role uint8

const (
	content role = iota
	number       // a quantity, version or port: a value, not what is spoken of
	light        // says that something changed, when or how much: hardly content
	grammar      // says nothing by itself
)

// unit is a word, number or Han character of a text.
type unit struct {
	form    string // what is compared
	shown   string // as it was written, for people
	role    role
	weight  float64 // in words: a Han character is half of one
	value   bool    // stands where a value is given: behind "use", "is", 改用
	negated bool
	name    bool // looks like a name or identifier

	mark    string // its part in a relation: behind "to", before 前
	clause  int    // where the units of its clause begin
	relates bool   // gives the next one its part: over
	amount  string // a number without its unit
	given   bool   // a number that is the value of a property
}

// Statement is a memory's text, read for comparison.
type Statement struct {
	units   []unit          // without grammar, in the order of the text
	first   map[string]int  // where a form stands first
	negated map[string]bool // forms of which every occurrence is negated
	weight  float64         // of each form once
	body    int             // where the units of the body begin
	event   bool            // tells what happened once
	purpose bool            // says what for: "for", "as", 作为
}

// Read reads a memory for comparison. The title is "" if it is derived from the body.
func Read(title, body string) Statement {
	s := Statement{first: map[string]int{}, negated: map[string]bool{}}
	r := reader{s: &s}
	r.text(title)
	r.endClause()
	s.body = len(s.units)
	r.text(body)
	for i, u := range s.units {
		if at, ok := s.first[u.form]; !ok {
			s.first[u.form], s.negated[u.form] = i, u.negated
			s.weight += u.weight
		} else if s.negated[u.form] = s.negated[u.form] && u.negated; u.value {
			s.units[at].value = true
		}
	}
	return s
}

func (s Statement) has(form string) bool { _, ok := s.first[form]; return ok }

// reader turns a text into units and keeps what the words before one say of it.
type reader struct {
	s       *Statement
	cue     bool    // a value comes next
	moving  bool    // a verb of change stands in the clause: "to" gives a value
	label   bool    // a number comes next that is a name: "step 3"
	turning bool    // the word before is one that "on" and "off" belong to
	negated float64 // weight that is still negated
	mark    string  // the part of what comes next in a relation
	last    string  // the word before
	clause  int     // where the units of the clause begin
}

func (r *reader) endClause() {
	r.cue, r.moving, r.label, r.turning, r.negated = false, false, false, false, 0
	r.mark, r.last, r.clause = "", "", len(r.s.units)
}

func (r *reader) text(s string) {
	if len(s) > maxRead {
		s = s[:maxRead]
	}
	runes := []rune(strings.Map(func(c rune) rune {
		if unicode.Is(unicode.Cf, c) { // a soft hyphen and the like
			return -1
		}
		return c
	}, strings.ToValidUTF8(s, " ")))
	for i := 0; i < len(runes) && len(r.s.units) < maxUnits; {
		i = r.read(runes, i)
	}
}

// read reads what begins at i and returns where it ends.
func (r *reader) read(s []rune, i int) int {
	switch c := s[i]; {
	case unicode.Is(unicode.Han, c):
		return r.han(s, i)
	case unicode.In(c, unicode.Hiragana, unicode.Katakana):
		return r.kana(s, i)
	case unicode.IsLetter(c) || unicode.IsNumber(c):
		return r.word(s, i, wordEnd(s, i))
	case strings.ContainsRune("。；;！!？?\n，,.", c):
		r.endClause()
	case c == '→' || c == '>':
		r.cue, r.mark = true, "to"
	case strings.ContainsRune(":：=", c):
		r.cue = true
	case c == '#': // #12 is the name of something, C# is not
		r.label = i+1 < len(s) && unicode.IsDigit(s[i+1])
	}
	return i + 1
}

// wordEnd returns where a word that begins at i ends. What joins the parts of an
// identifier, a version, a path or an address belongs to it.
func wordEnd(s []rune, i int) int {
	end := i + 1
	for end < len(s) {
		c := s[end]
		if (unicode.IsLetter(c) || unicode.IsNumber(c) || unicode.IsMark(c)) && !isCJK(c) {
			end++
			continue
		}
		joined := strings.ContainsRune("._-/:@'’\\", c) && end+1 < len(s) &&
			(unicode.IsLetter(s[end+1]) || unicode.IsNumber(s[end+1])) && !isCJK(s[end+1])
		if !joined {
			break
		}
		end++
	}
	return end
}

func isCJK(c rune) bool {
	return unicode.In(c, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

// put adds a word after looking up what it does.
func (r *reader) put(w, form, shown string, weight float64) {
	r.relate(w)
	r.s.event = r.s.event || events[w]
	switch does := vocabulary()[w]; does {
	case negates:
		r.negated, r.cue = negationReach, false
	case affirms: // "do not forget to": no negation after all
		r.negated = 0
	case gives:
		r.cue = true
	case moves:
		r.moving = true
		r.cue = r.cue || weight < 1 || isHan(w)
		r.add(unit{form: form, shown: shown, role: light, weight: lightWeight})
	case leads:
		r.cue = r.moving
	case labels:
		r.add(unit{form: form, shown: shown, weight: weight, value: r.cue})
		r.label = true
		return
	case serves:
		r.s.purpose, r.cue = true, false
	case skips: // articles: what was said before still holds
	case connects:
		r.cue = false
	case lights:
		r.add(unit{form: form, shown: shown, role: light, weight: lightWeight, value: r.cue})
		r.cue = false
	default:
		r.add(unit{form: form, shown: shown, weight: weight, value: r.cue, name: isName(shown, len(r.s.units) == 0), relates: marks()[w] != ""})
		if !isHan(w) || weight >= 1 {
			r.cue = false
		}
	}
	r.label = false
}

// relate keeps what a word says of the part of the next one, or the one before.
func (r *reader) relate(w string) {
	if mark, ok := marks()[w]; ok {
		r.mark = mark
	}
	if mark, ok := marksBehind[w]; ok && len(r.s.units) > r.clause {
		r.s.units[len(r.s.units)-1].mark = mark
	}
}

// add adds a unit, negated if a negation still reaches it.
func (r *reader) add(u unit) {
	if r.negated > 0 && u.role != light {
		u.negated = true
		r.negated -= u.weight
	}
	if u.role != light && !u.relates {
		u.mark, r.mark = r.mark, ""
	}
	u.clause = r.clause
	r.s.units = append(r.s.units, u)
}
