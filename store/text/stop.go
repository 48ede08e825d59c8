package text

import (
	"strings"
	"unicode"
)

// stopWords are English words that nearly every text holds. They are not
// indexed, and a question is searched without them. Words that name something to
// a programmer though they are small (while, else, null, go, new, all, set …)
// are not among them.
var stopWords = func() map[string]bool {
	all := map[string]bool{}
	for _, w := range strings.Fields(`
a an the this that these those
i me my mine myself you your yours yourself yourselves he him his himself she her hers herself
it its itself we us our ours ourselves they them their theirs themselves
who whom whose what which when where why how
am is are was were be been being do does did doing done have has had having
can could may might must shall should will would ought
of in on at by for from to into onto with within about as than
and or but nor so if because though although whether
not no there here then too very just also some any each such
i'm i've i'd i'll you're you've you'd you'll he's he'd he'll she's she'd she'll it's it'd it'll
we're we've we'd we'll they're they've they'd they'll that's that'd that'll there's there'd there'll
who's who'd who'll what's what're what'd what'll when's where's where'd why's how's how'd here's let's
isn't aren't wasn't weren't don't doesn't didn't haven't hasn't hadn't can't couldn't mightn't mustn't
shan't shouldn't won't wouldn't ain't needn't
im ive youre youve hes shes theyre theyve thats theres whos whats wheres hows
isnt arent wasnt werent dont doesnt didnt havent hasnt hadnt cant cannot couldnt mustnt shouldnt wont wouldnt
`) {
		all[w] = true
	}
	return all
}()

// shouts reports whether a word is written in capitals, two or more. Such a
// word is a name (IT, US) or part of a language (NOT NULL), and never a stop
// word.
func shouts(s string) bool {
	n := 0
	for _, r := range s {
		if !unicode.IsUpper(r) {
			return false
		}
		n++
	}
	return n > 1
}
