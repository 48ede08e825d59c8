package api

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// ticketLife is how long a ticket can be used: as long as a browser may take
// to start.
const ticketLife = 2 * time.Minute

// Ticket returns the path, /open?ticket=…, that shows the dashboard once within
// two minutes of now. A browser is started with it instead of with the token,
// because other people on the machine can read a program's arguments.
func Ticket(token string, now time.Time) string {
	at := strconv.FormatInt(now.UnixMilli(), 36)
	return "/open?ticket=" + at + "." + sign(token, at)
}

func sign(token, at string) string {
	mac := hmac.New(sha256.New, []byte(token))
	mac.Write([]byte("memtray ticket " + at))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// ticketBox takes tickets, each once.
type ticketBox struct {
	token string

	mu   sync.Mutex
	used time.Time // of the last ticket taken; an older one is worth nothing
}

func (b *ticketBox) serve(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet {
		notAllowed(w, http.MethodGet)
		return
	}
	if !b.take(r.URL.Query().Get("ticket"), time.Now()) {
		refuse(w, http.StatusForbidden, codeForbidden, "this address was used already or is too old: run memtray-mcp open again")
		return
	}
	w.Header().Set("Location", "/#token="+b.token)
	w.WriteHeader(http.StatusSeeOther)
}

func (b *ticketBox) take(ticket string, now time.Time) bool {
	at, mac, _ := strings.Cut(ticket, ".")
	if b.token == "" || !hmac.Equal([]byte(mac), []byte(sign(b.token, at))) {
		return false
	}
	millis, err := strconv.ParseInt(at, 36, 64)
	if err != nil {
		return false
	}
	made := time.UnixMilli(millis)
	b.mu.Lock()
	defer b.mu.Unlock()
	if now.Sub(made) > ticketLife || !made.After(b.used) {
		return false
	}
	b.used = made
	return true
}
