package store

// Outline is what a memory is chosen by, before anything of its text is read.
type Outline struct {
	ID        int64
	ProjectID int64
	Kind      Kind
	Pinned    bool
	Fetched   int
	CreatedAt Millis
}

// GatherQuery asks for what may be told to any client unasked.
type GatherQuery struct {
	Projects []int64 // at least one
	At       Millis  // what has expired by then does not count

	// Sort says for a memory in which group it is, from 0 on, and how much it
	// matters there; -1 is none. It is called once for each memory.
	Sort func(Outline) (group int, rank float64)

	// Limits are for each group how many rows are read, each at most [MaxPage].
	Limits []int

	Start int // characters of each body that are read
}

// Validate returns an [Invalid] error for the first rule that q breaks.
func (q GatherQuery) Validate() error {
	if len(q.Projects) == 0 {
		return Errorf(Invalid, "at least one project is required")
	}
	for _, n := range q.Limits {
		if n < 0 || n > MaxPage {
			return Errorf(Invalid, "limits must be 0 to %d", MaxPage)
		}
	}
	if q.Start < 0 {
		return Errorf(Invalid, "start must not be negative")
	}
	return nil
}

// Gathered is one group of a [GatherQuery].
type Gathered struct {
	Rows  []GatheredRow // those of the highest rank, highest first; of equal ones the newer id
	Total int           // of the group
}

// GatheredRow is a memory with the start of its text.
type GatheredRow struct {
	ID           int64
	Kind         Kind
	Title        string
	TitleDerived bool
	Start        string // of the body
	Whole        bool   // Start is all of the body
	Tokens       int    // of title and body
	CreatedAt    Millis
}
