package guard

import (
	"strings"
	"unicode/utf8"
)

// Suspicious returns why the texts of one memory, document or note should be held
// for a person's review, each reason once; nil if nothing speaks against them.
//
// Give it every text as it was given, before [Clean]: what Clean takes out is no
// danger any more, but says what was meant. The texts are also read as one, so
// that an instruction that begins in the title and ends in the body is found; of
// an edit give the memory as it would become.
func Suspicious(fields ...Field) []Reason {
	given := make([]string, len(fields))
	cleaned := make([]string, len(fields))
	for i, f := range fields {
		given[i] = f.Text
		cleaned[i], _ = Clean(f.Text)
	}
	found := make(map[Code]string)
	look(strings.Join(given, "\n"), strings.Join(cleaned, "\n"), found)
	if len(found) == 0 {
		return nil
	}
	where := make(map[Code]string)
	for i, f := range fields {
		alone := make(map[Code]string)
		if len(fields) > 1 {
			look(given[i], cleaned[i], alone)
		}
		for code := range alone {
			if where[code] == "" {
				where[code] = f.Name
			}
		}
	}
	var all []Reason
	for _, code := range Codes() {
		what, ok := found[code]
		if !ok {
			continue
		}
		r := Reason{Code: code, Message: messages[code], Field: where[code], Found: excerpt(what)}
		if r.Field == "" {
			r.Field = fields[0].Name
		}
		all = append(all, r)
	}
	return all
}

// look adds what it finds in a text, as it was given and cleaned.
func look(given, cleaned string, found map[Code]string) {
	if hidden := findHidden(given); hidden != "" {
		found[Hidden] = hidden
	}
	if word := findLookalike(cleaned); word != "" {
		found[Lookalike] = word
	}
	if maybeSecret(cleaned) {
		found[MaybeASecret] = ""
	}
	lookForOrders(cleaned, found)
	if text := encodedOrder(cleaned, 1); text != "" {
		found[Encoded] = text
	}
}

// lookForOrders adds what speaks to a model in a cleaned text.
func lookForOrders(s string, found map[Code]string) {
	v := viewsOf(s)
	for _, view := range v.latin {
		try(english, view, found)
		try(latin, view, found)
	}
	try(otherScripts, v.latin[0], found)
	for _, view := range v.dense {
		try(chinese, view, found)
		try(otherScripts, view, found)
	}
	add(found, Markup, findMarkup(v.lines))
	add(found, Turns, findTurns(v.lines))
	add(found, Frame, findFrame(v.lines))
}

func try(rules []rule, s string, found map[Code]string) {
	for i := range rules {
		if _, known := found[rules[i].code]; !known {
			add(found, rules[i].code, rules[i].find(s))
		}
	}
}

func add(found map[Code]string, code Code, what string) {
	if _, known := found[code]; !known && what != "" {
		found[code] = what
	}
}

// encodedOrder returns the first encoded text of s that speaks to a model.
func encodedOrder(s string, depth int) string {
	for _, text := range decodings(s) {
		inside := make(map[Code]string)
		clean, _ := Clean(text)
		lookForOrders(clean, inside)
		if len(inside) > 0 {
			return clean
		}
		if depth < maxDepth {
			if deeper := encodedOrder(clean, depth+1); deeper != "" {
				return deeper
			}
		}
	}
	return ""
}

// excerpt returns the beginning of what was found, on one line.
func excerpt(s string) string {
	const most = 80
	s = strings.Join(strings.Fields(s), " ")
	if utf8.RuneCountInString(s) > most {
		s = string([]rune(s)[:most-1]) + "…"
	}
	return s
}
