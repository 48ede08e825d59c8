package guard_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"memtray/store/guard"
)

func TestClean_Private(t *testing.T) {
	for _, c := range []struct {
		in, want string
		spans    int
	}{
		{"a<private>x</private>b", "ab", 1},
		{"a <PRIVATE>x</Private> b", "a  b", 1},
		{"a< Private >x< / private >b", "ab", 1},
		{"a<private\n>x</private\t>b", "ab", 1},
		{`a<private level="1" why='x'>x</private>b`, "ab", 1},
		{"a<private>x<private>y</private>z</private>b", "ab", 1},
		{"a<private>x</private>b<private>y</private>c", "abc", 2},
		{"a<private>never closed\nx", "a", 1},
		{"a<private>x<private>y</private>z", "a", 1},
		{"a</private>b", "ab", 1},
		{"a<private/>b", "ab", 1},
		{"a<private />b<private why=x />c", "abc", 2},
		{"a<private>x<private/>y</private>b", "ab", 1},
		{"a＜private＞x＜/private＞b", "ab", 1},
		{"a＜ＰＲＩＶＡＴＥ＞x＜／ｐｒｉｖａｔｅ＞b", "ab", 1},
		{"a﹤private﹥x</private>b", "ab", 1},
		{"a<pri\u00ADvate>x</priv\u00ADate>b", "ab", 1},
		{"a<private x</private>b", "ab", 1},
		{"a<private", "a", 1},
		{"<pri<private>x</private>vate>y", "", 2},
		{"<pri<private>x</private>vate>y</private>b", "", 3},
		{"a<private>x</private", "a", 1},
		{"<private>x</private>", "", 1},
		// Other marks behind the word, as long as the tag is closed.
		{"a<private:x>s</private:x>b", "ab", 1},
		{"a<private=1>s</private>b", "ab", 1},
		{"a<private,>s</private>b", "ab", 1},
		{"a<private;>s</private;>b", "ab", 1},
		{"a<private/ x>s</private>b", "ab", 1},
		{"a<Private/ x/>b", "ab", 1},
		{"a<PRIVATE: x>never closed", "a", 1},
		{"a<private：x>s</private>b", "ab", 1},
		{"a<private\">s</private>b", "ab", 1},
		{"a<private>x</private/>b", "ab", 1},
		// Another name is a tag only if it is closed by the word itself.
		{"a<private-note>s</private>b", "ab", 1},
		{"a<private_note level=1>s</private >b", "ab", 1},
		{"a<private2>s</private>b", "ab", 1},
		{"a<private/path>s</private>b", "ab", 1},
		{"a<private-note s</private>b", "ab", 1},
		{"a<private, s</private>b", "ab", 1},
		{"a<private-x>s<private>t</private>u</private>b", "ab", 1},
		{"<private-key> is a<private-note>s</private>b", "<private-key> is ab", 1},
		{"a<private-key> <private>s</private> b", "a<private-key>  b", 1},
		{"a<private>s<private-key>t</private>b", "ab", 1},
		{"a<private-note>x</private-note>b", "a<private-note>x</private-note>b", 0},
		{"if (x <private; y) then", "if (x <private; y) then", 0},
		// What is no tag of a private span stays.
		{"<private-key> and <privateer> and <private/path>", "<private-key> and <privateer> and <private/path>", 0},
		{"if level < private then", "if level < private then", 0},
		{"<b>private</b> &lt;private&gt; private", "<b>private</b> &lt;private&gt; private", 0},
		{"< p r i v a t e >", "< p r i v a t e >", 0},
		{"a < b > c ＜ d", "a < b > c ＜ d", 0},
	} {
		got, removed := guard.Clean(c.in)
		if got != c.want {
			t.Errorf("Clean(%q) = %q, want %q", c.in, got, c.want)
		}
		if n := count(removed, guard.PrivateSpan); n != c.spans {
			t.Errorf("Clean(%q) counts %d private spans, want %d", c.in, n, c.spans)
		}
	}
}

func TestClean_PrivateWithInvisibleCharacters(t *testing.T) {
	for _, hidden := range []string{"\u200B", "\u200C", "\u200D", "\u2060", "\uFEFF", "\u200E", "\u200F", "\u061C", "\u034F", "\uFE0F", "\u202E", "\x00", "\u00AD\u200E"} {
		in := "a<" + hidden + "pri" + hidden + "vate" + hidden + ">secret<" + hidden + "/priv" + hidden + "ate>b"
		if got, _ := guard.Clean(in); got != "ab" {
			t.Errorf("Clean(%q) = %q", in, got)
		}
	}
}

func TestClean_Characters(t *testing.T) {
	for _, c := range []struct {
		name, in, want string
		controls       int
	}{
		{"line breaks", "a\r\nb\rc\n\td\ve\ff\u0085g", "a\nb\nc\n\td\ne\nf\ng", 0},
		{"ANSI escape", "\x1b[31mred\x1b[0m", "[31mred[0m", 2},
		{"NUL, DEL, C1", "a\x00b\x7fc\u0081d", "abcd", 3},
		{"direction overrides", "a\u202Eb\u202Cc\u2066d\u2069e", "abcde", 4},
		{"direction marks stay", "א\u200Fa\u200E\u061C", "א\u200Fa\u200E\u061C", 0},
		{"soft hyphen stays", "soft\u00ADhyphen", "soft\u00ADhyphen", 0},
		{"byte order mark", "\uFEFFa\u2060b", "ab", 2},
		{"tag characters", "a\U000E0001\U000E0041b", "ab", 2},
		{"tag characters behind a flag", "🏴\U000E0041\U000E0041\U000E0041\U000E0041\U000E0041\U000E0041\U000E0041\U000E007F", "🏴", 8},
		{"joiner between Latin letters", "a\u200Db\u200Cc\u200Bd", "abcd", 3},
		{"rows of joiners", "क्\u200D\u200D\u200Dष", "क्\u200Dष", 2},
		{"rows of selectors", "☺\uFE0F\uFE0F\U000E0100", "☺\uFE0F", 2},
		{"NFC", "cafe\u0301", "café", 0},
		{"NFC keeps width", "ＡＰＩ ﬁ", "ＡＰＩ ﬁ", 0},
		{"separators stay", "a\u2028b\u2029c\u00A0d\u3000e", "a\u2028b\u2029c\u00A0d\u3000e", 0},
		{"composed by what was taken out", "e\x00\u0301", "é", 1},
	} {
		got, removed := guard.Clean(c.in)
		if got != c.want || count(removed, guard.ControlCharacter) != c.controls {
			t.Errorf("%s: Clean(%q) = %q, %v; want %q, %d", c.name, c.in, got, removed, c.want, c.controls)
		}
	}
}

func TestClean_LeavesAsItIs(t *testing.T) {
	for _, s := range []string{
		"", "plain\n\ttext", "使用pgx连接池，去重。", "データベース", "한국어",
		"👨‍👩‍👧 🇩🇪 ❤️‍🔥 👍🏽 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿", "می\u200Cخواهم", "क्\u200Dष", "ශ්\u200Dරී", "ខ្មែរ\u200Bភាសា", "葛\U000E0100",
	} {
		if got, removed := guard.Clean(s); got != s || removed != nil {
			t.Errorf("Clean(%q) = %q, %v", s, got, removed)
		}
	}
}

func TestClean_InvalidUTF8(t *testing.T) {
	got, removed := guard.Clean("a\xff\xfeb\xc3c\uFFFDd")
	want := []guard.Removal{{What: guard.InvalidUTF8, Count: 2}}
	if got != "a\uFFFDb\uFFFDc\uFFFDd" || !slices.Equal(removed, want) {
		t.Errorf("got %q, %v", got, removed)
	}
}

func TestClean_CountsInOneOrder(t *testing.T) {
	_, removed := guard.Clean("\xff\x00<private>x")
	if got := fmt.Sprint(removed); got != "[{private span 1} {control character 1} {invalid UTF-8 1}]" {
		t.Error(got)
	}
}

// TestClean_WovenTags has tags whose names are held apart by spans, deeper than
// any text needs: it must neither keep what was marked nor take long.
func TestClean_WovenTags(t *testing.T) {
	const depth = 20_000
	in := "kept " + strings.Repeat("<pri", depth) + "<private>x</private>" + strings.Repeat("vate>secret", depth)
	done := make(chan string, 1)
	go func() { s, _ := guard.Clean(in); done <- s }()
	select {
	case got := <-done:
		if strings.Contains(got, "secret") || !strings.HasPrefix(got, "kept ") {
			t.Errorf("got %.100q", got)
		}
		if again, _ := guard.Clean(got); again != got {
			t.Error("cleaning again changes it")
		}
	case <-time.After(5 * time.Second):
		t.Fatal("takes more than 5 s")
	}
}

func BenchmarkClean(b *testing.B) {
	for name, s := range map[string]string{
		"english": strings.Repeat("The webhook handler must deduplicate by id <b>now</b>. ", 20),
		"chinese": strings.Repeat("必须按投递编号去重，因为服务器会重试。", 20),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(s)))
			for b.Loop() {
				guard.Clean(s)
			}
		})
	}
}

func count(removed []guard.Removal, what string) int {
	for _, r := range removed {
		if r.What == what {
			return r.Count
		}
	}
	return 0
}

func FuzzClean(f *testing.F) {
	for _, s := range []string{
		"a<private>x</private>b", "<pri<private>x</private>vate>y", "＜/ Private＞", "\xff\x00\r\n", "🏴󠁧󠁢󠁥󠁮󠁧󠁿❤️‍🔥",
		"< private x", "<private/ >", "<private:x>s</private>", "<private-note>s</private>", "a<private/ x", "AK" + "IA0123456789ABCDEF", "-----BEGIN " + "PRIVATE KEY-----\n<private>x</private>", "e\u200D\u0301", "क्\u200D\u202E\u200Dष", "<private<private", "ﾞカ\u3099",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		once, removed := guard.Clean(s)
		if twice, more := guard.Clean(once); twice != once || more != nil {
			t.Errorf("Clean(%q) = %q, then %q, %v", s, once, twice, more)
		}
		if !utf8.ValidString(once) || !norm.NFC.IsNormalString(once) {
			t.Errorf("Clean(%q) = %q is not NFC", s, once)
		}
		for _, r := range once {
			if r != '\n' && r != '\t' && unicode.IsControl(r) || r >= 0x202A && r <= 0x202E {
				t.Errorf("Clean(%q) keeps %q", s, r)
			}
		}
		if strings.Contains(strings.ToLower(once), "<private>") {
			t.Errorf("Clean(%q) = %q keeps a tag", s, once)
		}
		for _, r := range removed {
			if r.Count < 1 {
				t.Errorf("%+v", r)
			}
		}
	})
}
