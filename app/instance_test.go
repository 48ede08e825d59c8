package app

import (
	"bytes"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func claimed(t *testing.T, home string) *instance {
	t.Helper()
	i, err := claim(home)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(i.release)
	return i
}

func TestClaim(t *testing.T) {
	home := filepath.Join(t.TempDir(), strings.Repeat("a long name ", 12))
	first := claimed(t, home)
	if _, err := claim(home); !errors.Is(err, errClaimed) {
		t.Fatalf("second claim: %v", err)
	}
	first.release()
	if _, err := os.Stat(filepath.Join(home, "run", "app.lock")); err != nil {
		t.Errorf("the lock's file is gone: %v", err)
	}
	claimed(t, home)
}

func TestShowRunning(t *testing.T) {
	home := t.TempDir()
	first := claimed(t, home)
	shown := make(chan struct{}, 2)
	if err := first.listen(func() string { shown <- struct{}{}; return "" }); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := showRunning(home, &out); err != nil {
		t.Fatal(err)
	}
	select {
	case <-shown:
	case <-time.After(5 * time.Second):
		t.Fatal("the first was not asked")
	}
	if out.Len() != 0 {
		t.Errorf("printed %q", out.String())
	}
	info, err := os.Stat(filepath.Join(home, "run", "app.json"))
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o600 {
		t.Errorf("app.json has mode %v", info.Mode())
	}
	first.release()
	if _, err := os.Stat(filepath.Join(home, "run", "app.json")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("app.json stays after the end: %v", err)
	}
}

// TestShowRunning_Early: the first has the lock but does not listen yet.
func TestShowRunning_Early(t *testing.T) {
	home := t.TempDir()
	first := claimed(t, home)
	result := make(chan error, 1)
	var out bytes.Buffer
	go func() { result <- showRunning(home, &out) }()
	if err := first.listen(func() string { return "its dashboard: http://127.0.0.1:1/" }); err != nil {
		t.Fatal(err)
	}
	if err := <-result; err != nil {
		t.Fatal(err)
	}
	if want := "its dashboard: http://127.0.0.1:1/\n"; out.String() != want {
		t.Errorf("printed %q, want %q", out.String(), want)
	}
}

func TestShowRunning_NoAnswer(t *testing.T) {
	home := t.TempDir()
	claimed(t, home)
	// Something else listens at the address: a leftover of a crash.
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	data := `{"address":"` + l.Addr().String() + `","secret":"x","pid":4242}`
	if err := os.WriteFile(filepath.Join(home, "run", "app.json"), []byte(data), 0o600); err != nil {
		t.Fatal(err)
	}
	err = showRunning(home, &bytes.Buffer{})
	if err == nil || !strings.Contains(err.Error(), "process 4242") || !strings.Contains(err.Error(), "start again") {
		t.Errorf("error %v", err)
	}
}

// TestAnswer_Stranger: without the secret nothing is shown.
func TestAnswer_Stranger(t *testing.T) {
	for _, line := range []string{"show \n", "show wrong-secret\n", "show secret1\x00", "GET / HTTP/1.1\r\n\r\n"} {
		here, there := net.Pipe()
		done := make(chan struct{})
		go func() {
			defer close(done)
			answer(there, "secret1", func() string { t.Errorf("%q showed the window", line); return "" })
		}()
		here.SetDeadline(time.Now().Add(5 * time.Second))
		here.Write([]byte(line))
		here.Close()
		<-done
	}
}
