package app

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/gofrs/flock"
	"github.com/natefinch/atomic"
)

// One app per data folder. The lock is held on run/app.lock, which is never
// deleted: a file that is deleted while it is locked can be locked twice.
//
// A second start asks the first to show its window, over loopback TCP: the same
// code on every system, no path that is too long for a socket, and no desktop
// bus that may be absent. Who may ask is settled by a secret in run/app.json,
// which only the person can read.

// errClaimed says that another process runs the app on this folder.
var errClaimed = errors.New("memtray is already running")

// instance is the hold of this process on the data folder.
type instance struct {
	lock     *flock.Flock
	address  string // of run/app.json
	listener net.Listener
}

// contact is the content of run/app.json.
type contact struct {
	Address string `json:"address"`
	Secret  string `json:"secret"`
	PID     int    `json:"pid"`
}

// claim takes the lock, making the folder if needed. Returns errClaimed if
// another process holds it.
func claim(home string) (*instance, error) {
	run := filepath.Join(home, "run")
	if err := os.MkdirAll(run, 0o700); err != nil {
		return nil, fmt.Errorf("make the data folder: %w", err)
	}
	lock := flock.New(filepath.Join(run, "app.lock"), flock.SetPermissions(0o600))
	ok, err := lock.TryLock()
	if err != nil {
		return nil, fmt.Errorf("lock the data folder: %w", err)
	}
	if !ok {
		return nil, errClaimed
	}
	return &instance{lock: lock, address: filepath.Join(run, "app.json")}, nil
}

// listen answers later starts: show is called for each and returns the line
// that the other one prints ("" for none).
func (i *instance) listen(show func() string) error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("listen for a second start: %w", err)
	}
	me := contact{Address: l.Addr().String(), Secret: rand.Text(), PID: os.Getpid()}
	data, err := json.Marshal(me)
	if err == nil {
		err = atomic.WriteFile(i.address, bytes.NewReader(data))
	}
	if err != nil {
		l.Close()
		return fmt.Errorf("write how to reach this process: %w", err)
	}
	i.listener = l
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return // closed by release
			}
			go answer(conn, me.Secret, show)
		}
	}()
	return nil
}

// release gives the folder free. The lock ends with the process in any case.
func (i *instance) release() {
	if i.listener != nil {
		i.listener.Close()
		os.Remove(i.address)
	}
	i.lock.Unlock()
}

// answer serves one connection: one line in, one line out.
func answer(conn net.Conn, secret string, show func() string) {
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(2 * time.Second))
	line := make([]byte, len("show \n")+len(secret))
	if _, err := io.ReadFull(conn, line); err != nil {
		return
	}
	if subtle.ConstantTimeCompare(line, []byte("show "+secret+"\n")) != 1 {
		return
	}
	fmt.Fprintf(conn, "shown %s\n", show())
}

// showTimeout bounds how long a second start waits for the first.
const showTimeout = 2 * time.Second

// showRunning makes the app that holds the folder show its window.
func showRunning(home string, stdout io.Writer) error {
	deadline := time.Now().Add(showTimeout)
	path := filepath.Join(home, "run", "app.json")
	var last contact
	for {
		note, err := askToShow(path, deadline, &last)
		if err == nil {
			if note != "" {
				fmt.Fprintln(stdout, note)
			}
			return nil
		}
		if time.Until(deadline) <= 0 {
			return unanswered(last, err)
		}
		// The other one may have taken the lock a moment ago and not listen yet.
		time.Sleep(50 * time.Millisecond)
	}
}

func unanswered(last contact, err error) error {
	who := "another process"
	if last.PID != 0 {
		who = fmt.Sprintf("process %d", last.PID)
	}
	return fmt.Errorf("memtray is already running (%s) but does not answer; end it and start again: %w", who, err)
}

// askToShow tries once.
func askToShow(path string, deadline time.Time, to *contact) (note string, err error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	if err := json.Unmarshal(data, to); err != nil {
		return "", err
	}
	conn, err := net.DialTimeout("tcp", to.Address, time.Until(deadline))
	if err != nil {
		return "", err
	}
	defer conn.Close()
	conn.SetDeadline(deadline)
	if _, err := fmt.Fprintf(conn, "show %s\n", to.Secret); err != nil {
		return "", err
	}
	line, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil {
		return "", err
	}
	note, ok := strings.CutPrefix(strings.TrimSpace(line), "shown")
	if !ok {
		return "", errors.New("the answer is not understood")
	}
	return strings.TrimSpace(note), nil
}
