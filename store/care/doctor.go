package care

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"memtray/store"
	"memtray/store/sqlite"
)

// State says how a [Finding] is.
type State string

// The states.
const (
	Fine     State = "ok"
	Doubtful State = "warning" // all works, but something should be looked at
	Wrong    State = "wrong"
)

// Finding is one line of an examination.
type Finding struct {
	Name   string `json:"name"` // what was looked at
	State  State  `json:"state"`
	Text   string `json:"text"`             // what was found
	Advice string `json:"advice,omitempty"` // what to do about it
}

// lowSpace is how much should be free on the disk.
const lowSpace = 200 << 20

// staleBackup is the age after which something must keep backups from being
// made, or nothing has run for long.
const staleBackup = 7 * 24 * time.Hour

// Examine looks at everything in a data folder and at the store in it, which is
// opened, so that a damaged file is set aside. Version is this program's. With
// repair it sets a file aside in which only a full check finds damage, and fills
// the search index again where that is needed.
func Examine(ctx context.Context, home, version string, repair bool) []Finding {
	e := &examination{home: home}
	if _, err := os.Stat(home); os.IsNotExist(err) {
		e.fine("folder", "%s does not exist yet; the first save makes it", home)
		return e.found
	}
	s, err := sqlite.Open(ctx, sqlite.Options{Home: home})
	e.folder()
	e.space()
	if err == nil && repair {
		s, err = e.reopenDamaged(ctx, s)
	}
	if err != nil {
		e.wrong("store", "do what it says, then run doctor again", "%s", store.ErrorMessage(err))
	} else {
		defer s.Close()
		e.store(ctx, s, repair)
		e.processes(ctx, s, version)
	}
	e.backups(ctx)
	e.notices(ctx)
	return e.found
}

// reopenDamaged checks the file, and opens it again if it is damaged, which sets
// it aside.
func (e *examination) reopenDamaged(ctx context.Context, s *sqlite.Store) (*sqlite.Store, error) {
	c, err := s.Check(ctx)
	if err != nil || len(c.File) == 0 {
		return s, nil // what it is comes with the findings
	}
	e.raiseCorrupt(c)
	if err := s.Close(); err != nil {
		return nil, err
	}
	return sqlite.Open(ctx, sqlite.Options{Home: e.home})
}

func (e *examination) raiseCorrupt(c sqlite.Check) {
	_ = sqlite.Raise(e.home, store.Notice{Code: store.NoticeCorrupt, Severity: store.Failure, At: store.MillisOf(time.Now()), Cause: c.File[0], Actions: []store.NoticeAction{}})
}

type examination struct {
	home  string
	found []Finding
}

func (e *examination) add(name string, state State, advice, format string, args ...any) {
	e.found = append(e.found, Finding{Name: name, State: state, Text: fmt.Sprintf(format, args...), Advice: advice})
}

func (e *examination) fine(name, format string, args ...any) { e.add(name, Fine, "", format, args...) }

func (e *examination) wrong(name, advice, format string, args ...any) {
	e.add(name, Wrong, advice, format, args...)
}

// folder looks at who may read what, and where the folder is.
func (e *examination) folder() {
	loose := ""
	for path, want := range map[string]os.FileMode{e.home: 0o700, filepath.Join(e.home, sqlite.FileName): 0o600} {
		info, err := os.Stat(path)
		if err == nil && runtime.GOOS != "windows" && info.Mode().Perm()&^want != 0 {
			loose = path
		}
	}
	if loose != "" {
		e.wrong("permissions", "run chmod go= "+loose, "others may open %s", loose)
	} else {
		e.fine("permissions", "only you may read %s", e.home)
	}
	if place := Place(e.home); place != "" {
		e.add("place", Doubtful, "run memtray-mcp move with a folder of a local disk", "the data folder is on %s, where the file can be torn", place)
	} else {
		e.fine("place", "a local disk")
	}
}

func (e *examination) space() {
	free, ok := freeSpace(e.home)
	switch {
	case !ok:
		e.fine("disk", "free space is not known on this system")
	case free < max(lowSpace, 2*storeSize(e.home)):
		e.wrong("disk", "make room", "%s free", bytesText(free))
	default:
		e.fine("disk", "%s free", bytesText(free))
	}
}

func (e *examination) store(ctx context.Context, s *sqlite.Store, repair bool) {
	c, err := s.Check(ctx)
	if err != nil {
		e.wrong("store", "see the log", "%s", store.ErrorMessage(err))
		return
	}
	switch {
	case len(c.File) > 0:
		e.wrong("store", "run memtray-mcp doctor --repair: it sets the file aside and begins a new one", "damaged: %s", c.File[0])
		e.raiseCorrupt(c)
		return
	case c.Foreign > 0:
		e.wrong("store", "make a backup and restore an older one with memtray-mcp restore FILE", "%d rows lead to others that are not there", c.Foreign)
	default:
		e.fine("store", "%d memories, version %d, sound", c.Memories, sqlite.Version)
	}
	if c.Searchable() {
		e.fine("search index", "complete")
		return
	}
	what := fmt.Sprintf("%d missing, %d of another text, %d with other words, %d of an older version, %d too many", c.Lost, c.Stale, c.Wrong, c.Older, c.Extra)
	if !repair && len(c.Index) == 0 && c.Lost+c.Stale+c.Extra+c.Wrong == 0 {
		e.add("search index", Doubtful, "leave Memtray or a client running for a while, or run memtray-mcp doctor --repair",
			"%d memories wait to be indexed by this version; they are found less well until then", c.Older)
		return
	}
	if len(c.Index) > 0 {
		what = "damaged: " + c.Index[0]
	}
	if !repair {
		e.wrong("search index", "run memtray-mcp doctor --repair", "%s", what)
		return
	}
	if err := s.Repair(ctx); err != nil {
		e.wrong("search index", "try again when nothing else runs", "%s; it could not be filled again: %s", what, store.ErrorMessage(err))
		return
	}
	e.fine("search index", "filled again (%s)", what)
}

func (e *examination) backups(ctx context.Context) {
	all := sqlite.Backups(e.home)
	if len(all) == 0 {
		e.add("backups", Doubtful, "run memtray-mcp backup", "there is none yet")
		return
	}
	now := time.Now()
	ahead := 0
	for _, b := range all {
		if sqlite.Ahead(b, now) {
			ahead++
		}
	}
	if ahead > 0 {
		e.add("backups", Doubtful, "see whether the clock is right; remove them if it is", "%d are dated in the future, such as %s; they count for nothing", ahead, all[0].File)
	}
	if ahead < len(all) {
		e.lastBackup(ctx, len(all), all[ahead], now)
	}
}

func (e *examination) lastBackup(ctx context.Context, count int, last store.Backup, now time.Time) {
	age := now.Sub(last.At.Time()).Round(time.Hour)
	n, err := sqlite.Inspect(ctx, last.File)
	switch {
	case err != nil:
		e.wrong("backups", "run memtray-mcp backup", "the newest cannot be read: %s", store.ErrorMessage(err))
	case age > staleBackup:
		e.add("backups", Doubtful, "run memtray-mcp backup, and see whether it succeeds", "%d, the newest %s old", count, age)
	default:
		e.fine("backups", "%d, the newest %s old with %d memories: %s", count, age, n, last.File)
	}
}

// notices tells what waits for an answer, and what was set aside.
func (e *examination) notices(ctx context.Context) {
	all, err := sqlite.Notices(e.home)
	if err != nil {
		e.wrong("notices", "check the permissions of the data folder", "they cannot be read")
	}
	for _, n := range all {
		e.wrong("notice", advice(n), "%s", text(n))
	}
	for _, path := range sqlite.SetAside(e.home) {
		n, err := sqlite.Inspect(ctx, path)
		switch {
		case strings.HasSuffix(path, "-wal"):
			e.fine("set aside", "%s: a log without its file, of which nothing can be read", path)
		case err == nil:
			e.fine("set aside", "%s: memtray-mcp restore FILE brings back its %d memories", path, n)
		default:
			e.fine("set aside", "%s: memtray-mcp restore FILE brings back what can still be read of it, if anything", path)
		}
	}
}

func (e *examination) processes(ctx context.Context, s *sqlite.Store, version string) {
	all, err := s.Present(ctx)
	if err != nil {
		e.wrong("clients", "see the log", "%s", store.ErrorMessage(err))
		return
	}
	old := 0
	for _, p := range all {
		if p.Version != version {
			old++
		}
	}
	if old > 0 {
		e.add("clients", Doubtful, "restart them", "%d connected, %d of them with another version than %s", len(all), old, version)
		return
	}
	e.fine("clients", "%d connected", len(all))
}

// text is a notice for people at a terminal.
func text(n store.Notice) string {
	offered := "there is no backup"
	if n.Backup != nil {
		offered = fmt.Sprintf("the backup of %s has %d memories", n.Backup.At.Time().Local().Format("2006-01-02 15:04"), n.Backup.Memories)
	}
	at := n.At.Time().Local().Format("2006-01-02 15:04")
	switch n.Code {
	case store.NoticeDamaged:
		return fmt.Sprintf("on %s the memory file was damaged and set aside as %s; %s", at, n.File, offered)
	case store.NoticeMissing:
		return fmt.Sprintf("on %s the memory file was gone; %s", at, offered)
	case store.NoticeIndex:
		return "damage was met in the search index"
	case store.NoticeLog:
		return fmt.Sprintf("on %s changes of another memory file lay beside this one; they were not applied, but set aside as %s-wal", at, n.File)
	}
	return fmt.Sprintf("on %s damage was met in the memory file", at)
}

func advice(n store.Notice) string {
	switch {
	case n.Code == store.NoticeIndex:
		return "run memtray-mcp doctor --repair"
	case n.Code == store.NoticeLog:
		return "if that file is yours, put it back beside them; memtray-mcp doctor --dismiss ends this notice"
	case n.Code == store.NoticeCorrupt:
		return "run memtray-mcp doctor --repair, or restart Memtray and the clients: a damaged file is then set aside, not deleted"
	case n.Backup != nil:
		return "restore it with memtray-mcp restore latest, or go on with what there is with memtray-mcp doctor --dismiss"
	case n.File != "":
		return "memtray-mcp restore FILE brings back what can be read of it; memtray-mcp doctor --dismiss goes on with what there is"
	}
	return "memtray-mcp doctor --dismiss goes on with what there is"
}
