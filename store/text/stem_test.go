package text_test

import (
	"strings"
	"sync"
	"testing"

	"memtray/store/text"
)

// TestStems: the forms of a line are one token, and no two lines are.
func TestStems(t *testing.T) {
	lines := []string{
		"connect connects connected connecting connection connections CONNECTIONS",
		"go goes going gone went",
		"mouse mice", "buy buys bought buying", "run ran running runs", "write wrote written writing writes",
		"child children", "bad worse worst", "good better best", "index indices indexes indexing", "person people",
		"query queries queried querying", "cache caches cached caching", "webhook webhooks",
		"retry retries retried retrying", "happy happiness", "analyse analysing analysed",
		"matrix matrices", "break broke broken breaking", "choose chose chosen choosing", "understand understood understanding",
		"bit bits", "left", "saw", "data", "set sets setting settings", "news",
	}
	seen := map[string]string{}
	for _, line := range lines {
		words := strings.Fields(line)
		want := strings.Join(text.Tokens(words[0]), " ")
		for _, w := range words {
			if got := strings.Join(text.Tokens(w), " "); got != want {
				t.Errorf("%s gives %q, %s %q", w, got, words[0], want)
			}
		}
		if other, ok := seen[want]; ok {
			t.Errorf("%q and %q give the same token", line, other)
		}
		seen[want] = line
	}
}

// TestStems_Concurrent: what is remembered of words is right whoever asks.
func TestStems_Concurrent(t *testing.T) {
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 200 {
				if got := strings.Join(text.Tokens("connections went running mice"), " "); got != "connect go run mous" {
					t.Errorf("got %q", got)
					return
				}
			}
		})
	}
	wg.Wait()
}
