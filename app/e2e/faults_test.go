package e2e

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestTab_NoticesFaults holds that a page's faults are seen at all; every other
// browser test rests on that.
func TestTab_NoticesFaults(t *testing.T) {
	slow(t)
	tests := []struct{ name, script, want string }{
		{"console error", `console.error('oh', 7)`, `console: "oh" 7`},
		{"exception", `setTimeout(() => { throw new Error('broke') })`, "uncaught: Error: broke"},
		{"rejection", `Promise.reject(new Error('unheard'))`, "uncaught: Error: unheard"},
		{"status", `fetch('/missing')`, "status 404"},
		{"outside", `fetch('http://example.invalid/').catch(() => {})`, "request to the outside"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/missing" {
					w.WriteHeader(http.StatusNotFound)
					return
				}
				w.Header().Set("Content-Type", "text/html")
				_, _ = w.Write([]byte("<link rel=icon href=data:,><script>" + tt.script + "</script>page"))
			}))
			t.Cleanup(site.Close)
			p := openTab(t, site.URL, wide)
			eventually(t, "the fault is noticed", func() error {
				p.mu.Lock()
				defer p.mu.Unlock()
				return unless(strings.Contains(strings.Join(p.faults, "\n"), tt.want))
			})
			_ = chromedp.Cancel(p.ctx) // no more can come
			p.faults = nil
		})
	}
}
