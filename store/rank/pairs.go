package rank

import "memtray/store/text"

// maxPairs is how many pairs of a question are looked for.
const maxPairs = 64

// pairs are the terms that stand side by side in a question. A text in which they
// stand side by side in the same order is more likely about the same: 3.2.1 is
// not 2.1.3, and foo::bar not bar::foo.
type pairs struct {
	all   [][2]int // terms by their numbers
	terms int
	place []uint8 // 1 + the number of a pair, by first term * terms + second term; 0: none
}

// pairsOf returns the pairs of a question, in its order.
func pairsOf(q Question, l *lookup) pairs {
	n := len(q.Terms)
	p := pairs{terms: n}
	before := -1
	for _, token := range text.Tokens(q.Text) {
		here := l.term(token)
		if before >= 0 && here >= 0 && len(p.all) < maxPairs {
			if p.place == nil {
				p.place = make([]uint8, n*n)
			}
			if at := &p.place[before*n+here]; *at == 0 {
				p.all = append(p.all, [2]int{before, here})
				*at = uint8(len(p.all))
			}
		}
		before = here
	}
	return p
}

// bit returns the bit of a pair of terms, 0 if it is none of the question's.
func (p *pairs) bit(first, second int) uint64 {
	if p.place == nil {
		return 0
	}
	if i := p.place[first*p.terms+second]; i > 0 {
		return 1 << (i - 1)
	}
	return 0
}

// share returns which part of the question's pairs are those of a set of bits,
// each as much as finding its terms says.
func (p *pairs) share(found uint64, rarity []float64) float64 {
	if found == 0 {
		return 0
	}
	var sum, all float64
	for i, pair := range p.all {
		worth := rarity[pair[0]] + rarity[pair[1]]
		all += worth
		if found&(1<<i) != 0 {
			sum += worth
		}
	}
	if all == 0 {
		return 0
	}
	return sum / all
}
