package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"time"
)

// running is run/serve.json of the data folder: how to reach the dashboard
// that was started last. Only the person may read it.
type running struct {
	Address string `json:"address"` // http://127.0.0.1:PORT
	Token   string `json:"token"`
	PID     int    `json:"pid"`
}

func newRunning(port int, token string) running {
	return running{Address: fmt.Sprintf("http://127.0.0.1:%d", port), Token: token, PID: os.Getpid()}
}

func runningFile(home string) string { return filepath.Join(home, "run", "serve.json") }

// line is what a person is shown.
func (r running) line() string {
	return "Memtray dashboard: " + r.Address + "/#token=" + r.Token
}

// write replaces the file as a whole. A dashboard that runs already goes on;
// only the file then leads to this one.
func (r running) write(home string) error {
	data, err := json.Marshal(r)
	if err != nil {
		return err
	}
	path := runningFile(home)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	temp, err := os.CreateTemp(filepath.Dir(path), "serve-*.tmp") // mode 0600
	if err != nil {
		return err
	}
	_, err = temp.Write(append(data, '\n'))
	err = errors.Join(err, temp.Close())
	if err == nil {
		err = os.Rename(temp.Name(), path)
	}
	if err != nil {
		_ = os.Remove(temp.Name())
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}

// remove deletes the file unless another dashboard has replaced it. If before,
// which the file led to when this one began, still answers, it leads there again.
func (r running) remove(ctx context.Context, home string, before running) {
	if now, err := readRunning(home); err != nil || now != r {
		return
	}
	if before.Address == "" || !before.answers(ctx) || before.write(home) != nil {
		_ = os.Remove(runningFile(home))
	}
}

var errNotRunning = errors.New("no dashboard is served from this data folder: run memtray-mcp serve, or use the window of the Memtray app")

// readRunning returns what the file says; it may be left over from a dashboard
// that was killed.
func readRunning(home string) (running, error) {
	var r running
	data, err := os.ReadFile(runningFile(home))
	if errors.Is(err, fs.ErrNotExist) {
		return r, errNotRunning
	}
	if err != nil {
		return r, err
	}
	if err := json.Unmarshal(data, &r); err != nil || r.Address == "" {
		return r, errNotRunning
	}
	return r, nil
}

// answers reports whether the dashboard takes its token. The port alone says
// nothing: it may belong to another program by now.
func (r running) answers(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.Address+"/api/status", nil)
	if err != nil {
		return false
	}
	req.Header.Set("Authorization", "Bearer "+r.Token)
	direct := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}} // no proxy
	res, err := direct.Do(req)
	if err != nil {
		return false
	}
	_ = res.Body.Close()
	return res.StatusCode == http.StatusOK
}
