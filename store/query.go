package store

import "strings"

// Sort is the order of a [Listing]. Ties are broken by id, newest first.
type Sort string

// The orders. [Relevance] needs terms; without them it means [Newest].
const (
	Newest    Sort = "newest"
	Oldest    Sort = "oldest"
	Updated   Sort = "updated"
	Used      Sort = "used" // most fetched first
	Relevance Sort = "relevance"
)

// Sorts returns all orders.
func Sorts() []Sort { return []Sort{Newest, Oldest, Updated, Used, Relevance} }

// Filter selects memories. Fields are joined by AND, the values of one field by
// OR (tags by AND). The zero Filter means: all active and pending memories, as
// the person sees them.
type Filter struct {
	States   []State // empty: active and pending
	Projects []int64
	Kinds    []Kind
	Clients  []string // ids of who saved it; "" is the person
	Tags     []string // each must be there, in any case and width
	Pinned   *bool
	Reviewed *bool

	// Since and Until, if not 0, bound when a memory was first saved: from Since
	// on and before Until.
	Since, Until Millis

	// Expired, if not nil, says whether a memory's time must have run out at At.
	Expired *bool
	At      Millis

	// Apart are projects whose memories do not count.
	Apart []int64

	// Files are paths of files or folders, each in whole names: a memory counts
	// if one of its files is that path, lies in that folder or ends with that
	// path. Case matters; a backslash is a slash.
	Files []string

	// IDs, if not empty, are the only memories that count.
	IDs []int64

	// Except are memories that do not count.
	Except []int64

	// Reader, if not "", is the client for whom this is read: private memories
	// and those that other clients have pending are left out.
	Reader string

	// Token is that of the reader, if it came with one.
	Token int64
}

// Validate returns an [Invalid] error for the first rule that f breaks.
func (f Filter) Validate() error {
	for _, st := range f.States {
		if !st.Valid() {
			return Errorf(Invalid, "state must be one of %s", join(States()))
		}
	}
	for _, c := range append([]string{f.Reader}, f.Clients...) {
		if c != "" && !ValidClient(c) {
			return Errorf(Invalid, "a client's id must be 1 to %d of a-z, 0-9, - and _", MaxClient)
		}
	}
	if len(f.IDs) > MaxPage {
		return Errorf(Invalid, "at most %d ids can be filtered by", MaxPage)
	}
	for _, path := range f.Files {
		if strings.Trim(path, `/\. `) == "" {
			return Errorf(Invalid, "a file's path must not be empty")
		}
	}
	return checkFiles(f.Files)
}

// MaxScanned is how many memories of a scope, the newest, are looked at for a
// question that the index cannot answer, and for words that begin with one letter.
const MaxScanned = 2000

// Term is one token to look for, as package text makes them.
type Term struct {
	Token string

	// Prefix says to match every token that begins with Token. If that is a single
	// letter or digit, and the only term, others than itself are found in the newest
	// [MaxScanned] memories of the scope only; a character of a script without blanks
	// is no letter.
	Prefix bool
}

// Query asks for memories that hold any of the terms, best first. Every string
// is literal: no input is query syntax.
type Query struct {
	Terms []Term

	// Literal, used when there are no terms, or for memories outside the index
	// (trash), is text whose words (the first 64) must each be in title or body,
	// ignoring ASCII case. Without terms a word of letters must stand by itself
	// there, and only the newest [MaxScanned] memories of the scope are looked at:
	// it answers questions of stop words or punctuation alone.
	// With neither Terms nor Literal every memory of the filter matches.
	Literal string

	Filter Filter
	Sort   Sort // "" means [Relevance] with terms, [Newest] without
	Offset int
	Limit  int // 1 to [MaxPage]

	// Neighbours asks [Store.Candidates] for the neighbours too.
	Neighbours bool

	// Near are memories to add to the [Store.Candidates], at most [MaxVectorHits], though
	// they may hold none of the terms: what [Store.NearestVectors] found. Those
	// that the filter leaves out are not added.
	Near []VectorHit
}

// MaxPage is the greatest number of rows of one page.
const MaxPage = 500

// Listing is one page of rows and how many there are in all.
type Listing struct {
	Rows  []Row `json:"rows"`
	Total int   `json:"total"`

	// Partial says that only the newest [MaxScanned] memories of the scope were
	// looked at, and there are more.
	Partial bool `json:"partial,omitempty"`
}

// Row is what a list shows of a memory.
type Row struct {
	ID        int64  `json:"id"`
	Kind      Kind   `json:"kind"`
	Title     string `json:"title"`
	ProjectID int64  `json:"project_id"`
	Project   string `json:"project"`
	Client    string `json:"client"`
	Session   int64  `json:"session,omitempty"` // 0 for the person
	State     State  `json:"state"`
	Pinned    bool   `json:"pinned"`
	Private   bool   `json:"private"`
	Reviewed  bool   `json:"reviewed"`
	Tokens    int    `json:"tokens"`
	Seen      int    `json:"seen"`
	Fetched   int    `json:"fetched"`
	CreatedAt Millis `json:"created_at"`
	UpdatedAt Millis `json:"updated_at"`
	Revision  int64  `json:"revision"`

	// Newer, if not 0, is the memory that is given instead of this one, at the end
	// of the chain: it supersedes this one, or this one was merged into it. It is
	// one that the reader may see.
	Newer int64 `json:"newer,omitempty"`
}

// Facets counts the memories that match a query by what they can be filtered
// by. Each facet ignores its own field of the filter, so that its other values
// can be offered. Values without a memory are left out; most frequent first.
type Facets struct {
	Kinds    []Facet `json:"kinds"`
	Projects []Facet `json:"projects"`
	Clients  []Facet `json:"clients"`
}

// Facet is one value and how many memories have it.
type Facet struct {
	Value string `json:"value"`           // kind, client id, or project id in decimal
	Label string `json:"label,omitempty"` // project name
	Count int    `json:"count"`
}

// Counts are the figures beside the views.
type Counts struct {
	Memories   int `json:"memories"`   // active and pending
	Today      int `json:"today"`      // of these, saved since the given time
	Unreviewed int `json:"unreviewed"` // of these, not yet kept by the person
	Trash      int `json:"trash"`
}

// ChangeSet is what happened after a point of the change log.
type ChangeSet struct {
	Seq      int64   // ask after this one next
	Memories []int64 // ids that were saved, changed or purged; at most 1,000

	// Documents are the names of documents that changed, Days the days of the
	// journal. What was deleted for good has none.
	Documents []string
	Days      []string

	// Other says what else changed: project, client (a new one, one that came or
	// went, or its trust), setting, registration or proposal; and document and
	// journal where any of these changed or was deleted for good.
	Other []string

	// Reload says that the log no longer reaches back that far, or that more
	// changed than fits: read everything anew.
	Reload bool
}
