package store

import "unicode/utf8"

// VectorModel names what makes the vectors that can be compared with each other.
type VectorModel struct {
	Name       string // as the endpoint knows it; 1 to [MaxModel] characters
	Dimensions int    // of its vectors; at least 1
}

// MaxModel is the greatest length of a model's name in characters.
const MaxModel = 200

// Validate returns an [Invalid] error for the first rule that m breaks.
func (m VectorModel) Validate() error {
	if n := utf8.RuneCountInString(m.Name); n < 1 || n > MaxModel {
		return Errorf(Invalid, "a model's name must have 1 to %d characters", MaxModel)
	}
	if m.Dimensions < 1 {
		return Errorf(Invalid, "a model's vectors must have at least one dimension")
	}
	return nil
}

// Vector says where the text of a memory lies in a model's space.
type Vector struct {
	ID       int64
	Revision int64     // of the memory whose text it was made of
	Values   []float32 // of length one
}

// VectorText is a text that has no vector yet.
type VectorText struct {
	ID       int64
	Revision int64
	Title    string // "" if it is the start of the body
	Body     string
}

// VectorScope says which memories are to have vectors: all but those in the
// trash.
type VectorScope struct {
	Model   VectorModel
	Private bool // also private ones
}

// VectorCounts says how far a scope has its vectors.
type VectorCounts struct {
	Have int `json:"have"`
	All  int `json:"all"`
}

// VectorHit is a memory and how alike its vector and another one are: 1 is the same
// direction, 0 or less has nothing to do with it.
type VectorHit struct {
	ID         int64
	Similarity float64
}

// MaxVectorHits is how many memories [Store.NearestVectors] returns at most.
const MaxVectorHits = 100

// MaxVectors is how many vectors one step asks for or stores at most.
const MaxVectors = 100
