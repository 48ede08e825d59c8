package store

// TimelineQuery asks for what was saved around one point in time.
type TimelineQuery struct {
	// ID, if not 0, is the memory to look around. It is part of the timeline
	// whatever the filter says of it, but for Reader and the trash.
	ID int64

	// At is the point to look around if there is no ID.
	At Millis

	Before, After int // how many memories before and from the point on; 0 to [MaxPage]
	Filter        Filter
}

// Timeline is what was saved around one point in time.
type Timeline struct {
	Rows     []Row             // oldest first; those of one time by id
	Sessions map[int64]Session // of the rows, by id
	Earlier  int               // memories of the filter before the first row
	Later    int               // and after the last one
}

// Session is one stretch of work of one client in one project.
type Session struct {
	Client    string
	StartedAt Millis // of its first save or recall
	LastAt    Millis // and of its last one so far
}
