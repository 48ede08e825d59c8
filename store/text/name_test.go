package text_test

import (
	"testing"

	"memtray/store/text"
)

func TestName(t *testing.T) {
	for given, want := range map[string]string{
		" Profile ": "profile", "ＰｒｏFile": "profile", "Cafe\u0301": "café", "个人简介": "个人简介", "Team Rules": "team rules", "": "",
	} {
		if got := text.Name(given); got != want || text.Name(got) != got {
			t.Errorf("%q: %q, want %q", given, got, want)
		}
	}
}
