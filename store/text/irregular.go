package text

import (
	"slices"
	"strings"
	"sync"
)

// irregularForms lists, behind each base form, the forms that no rule of endings
// leads back to it. Forms that are more often words of their own (left, saw, bit,
// rose, ground) are not in it.
const irregularForms = `
arise arose arisen
awake awoke awoken
bad worse worst
become became
befall befell befallen
begin began begun
bend bent
bite bitten
bleed bled
blow blew blown
break broke broken
breed bred
bring brought
build built
burn burnt
buy bought
calf calves
catch caught
child children
choose chose chosen
cling clung
come came
creep crept
criterion criteria
curriculum curricula
deal dealt
die dying
dig dug
draw drew drawn
dream dreamt
drink drank drunk
drive drove driven
eat ate eaten
elf elves
fall fell fallen
far further furthest farther farthest
feed fed
feel felt
fight fought
find found
flee fled
fling flung
fly flew flown
foot feet
forbid forbade forbidden
foresee foresaw foreseen
forget forgot forgotten
forgive forgave forgiven
formula formulae
forsake forsook forsaken
freeze froze frozen
get got gotten
give gave given
go went gone goes
good better best
goose geese
grow grew grown
half halves
hang hung
hear heard
hide hid hidden
hold held
hypothesis hypotheses
idle idly
index indices
keep kept
knife knives
know knew known
lead led
leap leapt
lie lying
learn learnt
lend lent
loaf loaves
lose lost
make made
man men
matrix matrices
mean meant
meet met
mislead misled
mistake mistook mistaken
misunderstand misunderstood
mouse mice
outgrow outgrew outgrown
overcome overcame
override overrode overridden
oversee oversaw overseen
overtake overtook overtaken
overthrow overthrew overthrown
overwrite overwrote overwritten
ox oxen
parenthesis parentheses
partake partook partaken
pay paid
person people
phenomenon phenomena
prove proven
radius radii
rebuild rebuilt
redo redid redone
rerun reran
rethink rethought
rewrite rewrote rewritten
ride rode ridden
ring rang
run ran
say said
schema schemata
seek sought
self selves
sell sold
send sent
shake shook shaken
shelf shelves
shine shone
shoot shot
show shown
shrink shrank shrunk
sing sang sung
single singly
sink sank sunk
sit sat
sky skies
slay slew slain
sleep slept
slide slid
smell smelt
sneak snuck
speak spoke spoken
speed sped
spell spelt
spend spent
spill spilt
spin spun
spit spat
spoil spoilt
spring sprang sprung
stand stood
steal stole stolen
stick stuck
sting stung
stink stank stunk
stride strode stridden
strike struck stricken
string strung
strive strove striven
swear swore sworn
sweep swept
swell swollen
swim swam swum
swing swung
synthesis syntheses
take took taken
teach taught
tear tore torn
tell told
thesis theses
thief thieves
think thought
throw threw thrown
tie tying
tooth teeth
tread trod trodden
undergo underwent undergone
understand understood
undertake undertook undertaken
undo undid undone
unwind unwound
uphold upheld
vertex vertices
wake woke woken
wear wore worn
weave wove woven
weep wept
wife wives
win won
withdraw withdrew withdrawn
withhold withheld
withstand withstood
wolf wolves
woman women
wring wrung
write wrote written
analysis analyses
appendix appendices
axis axes
crisis crises
diagnosis diagnoses
see seen
`

// irregularForm leads from a form to the stem of its base.
type irregularForm struct{ form, stem string }

// irregulars is sorted by form. It is made when it is first needed.
var irregulars = sync.OnceValue(func() []irregularForm {
	var all []irregularForm
	for line := range strings.Lines(irregularForms) {
		words := strings.Fields(line)
		for i, w := range words {
			if i > 0 {
				all = append(all, irregularForm{w, porter(words[0])})
			}
		}
	}
	slices.SortFunc(all, func(a, b irregularForm) int { return strings.Compare(a.form, b.form) })
	return all
})

// irregularFrom returns the forms that begin with s, and those behind them.
func irregularFrom(s string) []irregularForm {
	all := irregulars()
	i, _ := slices.BinarySearchFunc(all, s, func(f irregularForm, s string) int { return strings.Compare(f.form, s) })
	return all[i:]
}
