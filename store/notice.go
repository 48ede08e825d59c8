package store

// Notice is something about the data folder that the person has to know of. It
// stays until it is answered, or until its cause is gone.
type Notice struct {
	Code     NoticeCode `json:"code"`
	Severity Severity   `json:"severity"`
	At       Millis     `json:"at"` // when it was found

	// File is the name of the file that was set aside, beside the memory file; ""
	// if none was. Of a log it is that of the file it would belong to.
	File string `json:"file,omitempty"`

	// Backup is the newest one of before; nil if there is none.
	Backup *Backup `json:"backup,omitempty"`

	// Place says on what the data folder is: nfs, Dropbox, …
	Place string `json:"place,omitempty"`

	// Cause is what was found, in the engine's words, for a technical reader.
	Cause string `json:"cause,omitempty"`

	Actions []NoticeAction `json:"actions"`
}

// NoticeCode says what a notice is about.
type NoticeCode string

// The notices.
const (
	NoticeDamaged NoticeCode = "damaged" // the file could not be read and was set aside; an empty one was begun
	NoticeMissing NoticeCode = "missing" // the file was gone though there are backups; an empty one was begun
	NoticeCorrupt NoticeCode = "corrupt" // damage was met while running; the next start looks closer
	NoticeIndex   NoticeCode = "index"   // damage was met in the search index
	NoticeLog     NoticeCode = "log"     // another file's write-ahead log lay beside the file and was set aside
	NoticePlace   NoticeCode = "place"   // the data folder is on a network or synced drive
)

// Severity says how bad it is.
type Severity string

// The severities.
const (
	Warning Severity = "warning" // all works
	Failure Severity = "failure" // something does not
)

// NoticeAction is what the person can answer.
type NoticeAction string

// The answers.
const (
	ActionRestore NoticeAction = "restore" // the notice's backup
	ActionRepair  NoticeAction = "repair"  // fill the search index again
	ActionDismiss NoticeAction = "dismiss" // go on with what there is
)

// Backup is a copy of a store.
type Backup struct {
	File     string `json:"file"` // absolute path
	At       Millis `json:"at"`
	Memories int    `json:"memories"` // outside the trash
}
