package main

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

// log returns a logger that appends to a file of the day in the data folder,
// and also writes to standard error if a person is reading there: clients tend
// to show what a server writes to it as errors.
func (env *cli) log() (*slog.Logger, func()) {
	file := &dailyLog{dir: filepath.Join(env.global.home, "logs"), now: time.Now}
	var w io.Writer = file
	if isTerminal(env.stderr) {
		w = io.MultiWriter(env.stderr, file)
	}
	log := slog.New(slog.NewTextHandler(w, nil)).With("pid", os.Getpid(), "client", env.global.client)
	return log, func() { file.Close() }
}

// dailyLog is a file for each local day. Nothing is created before the first
// line, and a folder that cannot be written to is no reason to fail.
type dailyLog struct {
	dir string
	now func() time.Time

	mu   sync.Mutex
	day  string
	file *os.File
}

const (
	logPrefix = "memtray-mcp-"
	logSuffix = ".log"
)

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
	file, err := os.OpenFile(filepath.Join(l.dir, logPrefix+day+logSuffix), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return
	}
	l.file = file
	l.prune()
}

func (l *dailyLog) prune() {
	oldest := logPrefix + l.now().AddDate(0, 0, -keptLogs+1).Format(time.DateOnly) + logSuffix
	entries, err := os.ReadDir(l.dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		name := e.Name()
		if strings.HasPrefix(name, logPrefix) && strings.HasSuffix(name, logSuffix) && name < oldest {
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
