package guard

import "testing"

// TestRules compiles every pattern and sees that no rule is without hints.
func TestRules(t *testing.T) {
	for _, rules := range [][]rule{english, chinese, latin, otherScripts, markup} {
		for _, r := range rules {
			r.pattern()
			if r.unless != nil {
				r.unless()
			}
			if messages[r.code] == "" || len(r.hints) == 0 {
				t.Errorf("%s has no message or hints", r.code)
			}
		}
	}
	for _, code := range Codes() {
		if messages[code] == "" {
			t.Errorf("%s has no message", code)
		}
	}
	for _, group := range shapes {
		for _, sh := range group {
			sh.tail()
		}
	}
}
