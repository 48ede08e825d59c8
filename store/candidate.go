package store

// MaxCandidates is the greatest number of memories of a [Pool].
const MaxCandidates = 120

// MaxCandidateTokens is how many tokens of a body are read to rank it. What
// a memory is about stands at its beginning, and a long one must not cost more
// time to rank than all others together.
const MaxCandidateTokens = 2000

// Pool is what an engine finds for a query, with everything that ranking reads.
type Pool struct {
	// Candidates are the best by the engine's own score, best first; of equal
	// scores the newer one first. What the query had near and is not among them
	// stands behind.
	Candidates []Candidate

	ByTerms int // how many candidates, the first ones, were found by terms
	Total   int // memories that match by terms, candidates or not

	Partial bool // see [Listing]

	// Documents is how many memories the store has, rounded up to a power of two:
	// enough to tell a rare word, and no reader learns of what it may not see.
	Documents int

	// Holding says for each term of the query, in its order, how many memories of
	// all projects that the reader may see hold it (as a beginning, where the term
	// is a prefix). Engines may estimate great numbers.
	Holding []int

	// Neighbours are the memories that candidates found by terms name as Previous
	// and Next and that are no candidates themselves, in ascending order of id.
	// There are none unless the query asked for them.
	Neighbours []Neighbour
}

// Tokens are what search knows of a memory's text, in the form of text.Compact:
// most of them are looked at only once.
type Tokens struct {
	Title string // "" where the title is the start of the body
	Body  string // the first [MaxCandidateTokens] and maybe some more
	Meta  string // of tags and files
}

// Candidate is a memory that matches a query.
type Candidate struct {
	ID    int64
	Score float64 // the engine's: higher is better; comparable within one pool

	// Similarity is how near it is by its vector, see [VectorHit]; 0 if that is not
	// known. One that is a candidate for that alone has the score 0.
	Similarity float64

	Tokens
	Kind      Kind
	ProjectID int64
	Client    string
	Session   int64 // 0 for the person
	State     State
	Pinned    bool
	Fetched   int
	CreatedAt Millis
	UpdatedAt Millis
	Asks      bool // its text ends with a question mark, and has 2000 bytes at most

	// NewerIDs are the memories that take the place of this one (it is
	// superseded by or merged into them) and that the reader may see, in
	// ascending order. They may be candidates or not.
	NewerIDs []int64

	// Previous and Next are the neighbours: what was saved before and after it in
	// the same session and project, among the states of the filter and what its
	// reader may see; 0 where there is none or the query did not ask.
	Previous int64
	Next     int64
}

// Neighbour is a memory beside a candidate. Its score is 0; Previous and Next
// name only what is in the pool.
type Neighbour struct {
	Candidate

	// Within says that the filter selects it, so that it may be shown as well. Any
	// other is only read.
	Within bool
}
