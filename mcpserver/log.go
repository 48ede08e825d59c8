package mcpserver

import (
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// keptLogs is how many days of logs stay.
const keptLogs = 7

// OpenLog returns a logger that appends to a file of the day, named after the
// program, in the folder logs of the data folder home. It writes to also as
// well, if that is not nil. Files older than a week are removed. What cannot be
// logged is dropped: a log is no reason to fail.
func OpenLog(home, program string, also io.Writer) (log *slog.Logger, closeLog func()) {
	file := &dailyLog{dir: filepath.Join(home, "logs"), prefix: program + "-", now: time.Now}
	var w io.Writer = file
	if also != nil {
		w = io.MultiWriter(also, file)
	}
	return slog.New(slog.NewTextHandler(w, nil)).With("pid", os.Getpid()), func() { file.Close() }
}

const logSuffix = ".log"

// dailyLog is a file for each local day. Nothing is created before the first
// line, and a folder that cannot be written to is no reason to fail.
type dailyLog struct {
	dir    string
	prefix string // of the files' names, before the day
	now    func() time.Time

	mu   sync.Mutex
	day  string
	file *os.File
}

// Write appends p to the file of today. It never returns an error.
func (l *dailyLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if day := l.now().Format(time.DateOnly); day != l.day {
		l.begin(day)
	}
	if l.file != nil {
		l.file.Write(p)
	}
	return len(p), nil
}

// begin opens the file of a day and removes those that are too old.
func (l *dailyLog) begin(day string) {
	l.day = day
	if l.file != nil {
		l.file.Close()
		l.file = nil
	}
	if os.MkdirAll(l.dir, 0o700) != nil {
		return
	}
	file, err := os.OpenFile(filepath.Join(l.dir, l.prefix+day+logSuffix), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return
	}
	l.file = file
	l.prune()
}

func (l *dailyLog) prune() {
	oldest := l.prefix + l.now().AddDate(0, 0, -keptLogs+1).Format(time.DateOnly) + logSuffix
	entries, err := os.ReadDir(l.dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		name := e.Name()
		if strings.HasPrefix(name, l.prefix) && strings.HasSuffix(name, logSuffix) && name < oldest {
			os.Remove(filepath.Join(l.dir, name))
		}
	}
}

// Close closes the present file.
func (l *dailyLog) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.file == nil {
		return nil
	}
	return l.file.Close()
}
