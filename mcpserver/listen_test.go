package mcpserver

import (
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"
)

func TestBeyond(t *testing.T) {
	for address, want := range map[string]string{"127.0.0.1": "", "127.0.0.2": "", "::1": "", "0.0.0.0": "0.0.0.0", "::": "::", "192.168.1.5": "192.168.1.5"} {
		if got := beyond(address); got != want {
			t.Errorf("%s: %q, want %q", address, got, want)
		}
	}
}

// TestAnswers: Memtray is told from another program, and that from nobody.
func TestAnswers(t *testing.T) {
	port := func(address string) int {
		t.Helper()
		_, text, err := net.SplitHostPort(address)
		n, e := strconv.Atoi(text)
		if err != nil || e != nil {
			t.Fatal(address, err, e)
		}
		return n
	}
	other := httptest.NewServer(http.RedirectHandler("http://127.0.0.1:1/", http.StatusFound))
	defer other.Close()
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	for name, c := range map[string]struct {
		port int
		want ListenStatus
	}{
		"Memtray": {port(newEndpoint(t).host), ListenOther},
		"another": {port(other.Listener.Addr().String()), ListenBusy},
		"nobody":  {port(gone.Listener.Addr().String()), ListenOff},
	} {
		if got := Answers(c.port); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
