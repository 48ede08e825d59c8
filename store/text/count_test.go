package text_test

import (
	"strings"
	"testing"

	"memtray/store/text"
)

// TestCount compares with the greater of the counts of two published
// vocabularies (o200k, cl100k), which were measured once.
func TestCount(t *testing.T) {
	for _, c := range []struct {
		name, in string
		real     int
	}{
		{"empty", "", 0},
		{"capitals", "USE THE CONNECTION POOL AND NEVER STORE KEYS IN PLAIN TEXT PLEASE", 15},
		{"german", "Der Handler muss doppelte Zustellungen verwerfen, weil der Server nach zehn Sekunden erneut sendet; größere Änderungen überprüfen wir später.", 38},
		{"camel case", "getUserNameFromHTTPServerResponse parseJSONBodyIntoStructPointer XMLHttpRequestFactoryBeanImpl", 18},
		{"japanese", "ユーザーのAIツールの記憶を、自分のコンピューター上に保存します。アカウントもネットワークも必要ありません。検索は速く、安全です。", 64},
		{"traditional chinese", "使用者的人工智慧工具記憶儲存在自己的電腦上，不需要帳號，也不需要網路。搜尋快速且安全，齉龘靐齾爨癵籱饢驫。", 79},
		{"korean", "사용자의 인공지능 도구의 기억을 자신의 컴퓨터에 저장합니다. 계정도 네트워크도 필요하지 않습니다. 검색은 빠르고 안전합니다.", 58},
		{"arabic", "ذاكرة أدوات الذكاء الاصطناعي للشخص على جهازه الخاص، بدون حساب وبدون شبكة. يجب أن تكون آمنة وسريعة.", 76},
		{"georgian", "ქართული ენა არის საქართველოს სახელმწიფო ენა", 81},
		{"hindi", "किसी व्यक्ति के एआई उपकरणों की स्मृति, उनके अपने कंप्यूटर पर, बिना खाते और बिना नेटवर्क के।", 93},
		{"emoji", "👨‍👩‍👧🇩🇪❤️🎉🔥👍🏽🚀✅🏴󠁧󠁢󠁥󠁮󠁧󠁿⚠️🧑‍💻", 71},
		{"full width", "ＡＰＩ１２３（ｔｅｓｔ）", 19},
	} {
		if got := text.Count(c.in); got < c.real || got > 2*c.real {
			t.Errorf("%s: Count = %d, want %d to %d", c.name, got, c.real, 2*c.real)
		}
	}
}

func TestCount_Data(t *testing.T) {
	// Random letters cost more than half a token each, whatever the vocabulary.
	const data = "qX7vRk2LmZp0sWt9yBc4nHd6gJf8aQe1uTi3oKx5"
	for _, s := range []string{data, strings.Repeat("qwrtzpsdfg", 10)} {
		if got := text.Count(s); got < len(s)*7/10 {
			t.Errorf("Count(%q) = %d", s, got)
		}
	}
}

func FuzzCount(f *testing.F) {
	for _, s := range samples {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if n := text.Count(s); n < 0 || n > len(s) || n == 0 && strings.TrimSpace(s) != "" {
			t.Errorf("Count(%q) = %d", s, n)
		}
	})
}
