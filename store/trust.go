package store

import "slices"

// Trust says what a client may do. It is read at every call.
type Trust string

// The levels of trust, the greatest first.
const (
	SaveTrust   Trust = "save"   // saves and changes at once; the default
	ReviewTrust Trust = "review" // every write waits for the person
	ReadTrust   Trust = "read"   // reads; nothing is stored
	PausedTrust Trust = "paused" // neither reads nor stores
)

// Trusts returns all levels.
func Trusts() []Trust { return []Trust{SaveTrust, ReviewTrust, ReadTrust, PausedTrust} }

// Valid reports whether t is one of [Trusts].
func (t Trust) Valid() bool { return slices.Contains(Trusts(), t) }

// ProjectTrust is a client's level in one project, which goes before its
// general one.
type ProjectTrust struct {
	ProjectID int64  `json:"project_id"`
	Project   string `json:"project"` // display name
	Trust     Trust  `json:"trust"`
}

// HourlySaves is how many memories and notes a client may save in an hour of the clock
// before further ones are held, unless [SettingHourlySaves] says otherwise.
const HourlySaves = 2000

// MaxHourly is the greatest such limit that can be set.
const MaxHourly = 1_000_000

// Access is what a client may do now, and what of that it has used.
type Access struct {
	Trust    Trust
	Projects []ProjectTrust // levels of their own, by project

	Limit int // new memories and notes an hour of the clock before further ones are held
	Saved int // in this hour so far

	Exclusions string // value of [SettingExclusions]

	// Expired says that any memory of the store has expired, so that reading
	// them has to be narrowed.
	Expired bool
}

// In returns the level in a project.
func (a Access) In(project int64) Trust {
	for _, p := range a.Projects {
		if p.ProjectID == project {
			return p.Trust
		}
	}
	return a.Trust
}

// CallCount is how often a client called a tool, prompt or resource on one day.
type CallCount struct {
	Day    string `json:"day"` // 2026-11-30, where and when the call was made
	Client string `json:"client"`
	Tool   string `json:"tool"`
	Calls  int    `json:"calls"`
	Errors int    `json:"errors"` // of these, in vain
}

// Limits of [CallCount].
const (
	MaxTool   = 128 // characters of a tool's name
	CallsKept = 366 // days
)

// RecallKept is how many days the recall log is kept; then only sums of each day
// are left.
const RecallKept = 90
