package rank

// Weights say how much each thing counts. Scores of text lie between 0 and 1,
// where 1 is a memory full of every word of the question; the others add to it.
type Weights struct {
	// How the words of the question are counted (BM25F).
	Title      float64 // a word of the title, against one of the body
	Opening    float64 // added for a word of the first line where there is no title
	Meta       float64 // a word of kind, client, tags or files
	Previous   float64 // a word of the memory before it in the session
	Answer     float64 // added for that if the memory before it is a question, and it is none
	Next       float64 // and of the one after it
	Further    float64 // and of the second before and after it, where the search found them
	Saturation float64 // k1: how soon another occurrence of a word counts no more
	Shortness  float64 // b: 0 to 1, how much a long text makes its words count less
	Rarity     float64 // exponent of how much finding a word says

	// What else a text has.
	Words   float64 // the words, with those of the neighbours
	Session float64 // the best words of the session
	Grams   float64 // groups of three characters that question and text share
	Pairs   float64 // words that stand side by side in the question and in it, in the same order
	Lead    float64 // it begins with a word of the question
	Time    float64 // it names a time, and the question asks for one; the more, the better its words
	Date    float64 // it was saved in the time that the question names; the less, the further from it
	Asks    float64 // taken off of a question: it seldom answers one

	// Meaning is how near it is in meaning, where a model says so. Models differ;
	// by published measurements half the weight of the words is where it helps
	// without letting a weak model push good finds down.
	Meaning float64

	// What no set of questions measures. They decide among memories that answer
	// about as well, and stay below what a word of the question counts.
	Kind    float64 // it is of the kind that the question asks for
	Pinned  float64 // the person pinned it
	Fetched float64 // it was read often
	Age     float64 // it was saved now, and not long ago
	Older   float64 // taken off for each memory that supersedes it in turn
}

// Full is what searches use. How each was chosen:
//
//   - Opening, Saturation, Shortness, Rarity, Grams, Pairs and Lead are what
//     go run ./mcpserver/bench/recall -fit finds on the own set, Chinese passages
//     and code. It starts from usual values and leaves them only where it is worth
//     it.
//   - Previous, Next, Further, Answer, Session, Time, Date and Asks are judgement:
//     those sets have no conversations, no dates and hardly a question for a time.
//     Before and behind count the same, further away half of it, the best of the
//     session as much as a neighbour, what follows a question takes more than
//     twice as much from it, and a time that is named or asked for counts as much as
//     a fifth of the words. They cost those sets nothing. Conversations were looked
//     at when they were chosen, and which of these things are counted at all was
//     decided by them; the same command says what is left when each conversation
//     is judged with weights that all other sets choose, starting from lower ones.
//   - All others are judgement that nothing measured.
func Full() Weights {
	return Weights{
		Title: 2, Opening: 1, Meta: .5, Previous: .4, Answer: .6, Next: .4, Further: .2, Saturation: 1.5, Shortness: .75, Rarity: 1.25,
		Words: 1, Session: .4, Grams: .1, Pairs: .125, Lead: .0375, Time: .2, Date: .2, Asks: .04, Meaning: .5,
		Kind: .03, Pinned: .03, Fetched: .02, Age: .02, Older: .1,
	}
}

// Index is the text alone, with that of the neighbours: a measure for
// benchmarks.
func Index() Weights {
	w := Full()
	return Weights{
		Title: w.Title, Opening: w.Opening, Meta: w.Meta, Previous: w.Previous, Next: w.Next, Further: w.Further,
		Saturation: w.Saturation, Shortness: w.Shortness, Rarity: w.Rarity, Words: 1,
	}
}

// Plain is the text alone, without neighbours.
func Plain() Weights {
	w := Index()
	w.Previous, w.Next, w.Further = 0, 0, 0
	return w
}

// alone reports whether neighbours count for nothing.
func (w *Weights) alone() bool {
	return w.Previous == 0 && w.Answer == 0 && w.Next == 0 && w.Further == 0
}
