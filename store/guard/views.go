package guard

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// views are a text as the rules read it.
type views struct {
	lines string   // small, composed, of one width, without invisible characters
	latin []string // also one blank between words, no accents; read in several ways
	dense []string // also without blanks, in simplified characters; read in several ways
}

func viewsOf(s string) views {
	var v views
	lines := strings.Map(func(r rune) rune {
		switch {
		case unseen(r):
			return -1
		case r == '\u2018' || r == '\u2019' || r == '\u02BC':
			return '\''
		}
		return unicode.ToLower(r)
	}, norm.NFKC.String(strings.Map(styled, s)))
	v.lines = lines
	flat := collapse(lines)
	v.latin = []string{flat}
	if strings.ContainsFunc(flat, func(r rune) bool { return r >= utf8.RuneSelf }) {
		dense := strings.Map(simplify, strings.ReplaceAll(flat, " ", ""))
		v.dense = []string{dense}
		if pieces := cutUp().FindAllString(dense, -1); pieces != nil {
			v.dense = append(v.dense, joined(pieces))
		}
		if bare := unaccented(flat); bare != flat {
			v.latin = append(v.latin, bare)
		}
	}
	last := v.latin[len(v.latin)-1]
	if leet().MatchString(last) {
		v.latin = append(v.latin, leet().ReplaceAllStringFunc(last, leetLetters.Replace))
	}
	if letterByLetter().MatchString(last) {
		v.latin = append(v.latin, letterByLetter().ReplaceAllStringFunc(last, joinLetters))
	}
	return v
}

var (
	leet           = lazy(`[a-z0134578@$]*(?:[a-z][0134578@$]|[0134578@$][a-z])[a-z0134578@$]*`)
	leetLetters    = strings.NewReplacer("0", "o", "1", "i", "3", "e", "4", "a", "5", "s", "7", "t", "8", "b", "@", "a", "$", "s")
	cutUp          = lazy(`(?:\p{Han}{1,5}(?:[.\-_*|/·]+|\n)){2,}\p{Han}{1,6}`)
	letterByLetter = lazy(`\b(?:[a-z][ .\-_*|/]+){6,}[a-z]\b`)
)

// collapse makes one blank, or one line break, of each run of blanks and breaks.
func collapse(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	var pending byte
	for _, r := range s {
		switch {
		case r == '\n':
			pending = '\n'
		case unicode.IsSpace(r) || r == 0x3164 || r == 0x1160 || r == 0x2800:
			if pending == 0 {
				pending = ' '
			}
		default:
			if pending != 0 {
				b.WriteByte(pending)
				pending = 0
			}
			b.WriteRune(r)
		}
	}
	return b.String()
}

// joinLetters closes the gaps of "i g n o r e"; words of it that are not apart by
// more than one blank stay joined, and are split at the words of the rules.
func joinLetters(s string) string {
	joined := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' {
			return r
		}
		return -1
	}, s)
	for _, w := range []string{"ignore", "disregard", "forget", "all", "previous", "prior", "above", "your", "the", "system", "instructions", "prompt", "rules", "reveal", "you", "are", "now"} {
		joined = strings.ReplaceAll(joined, w, " "+w+" ")
	}
	return " " + strings.Join(strings.Fields(joined), " ") + " "
}

// joined closes the gaps of 忽-略-指-令, and of a phrase over several lines.
func joined(pieces []string) string {
	for i, s := range pieces {
		pieces[i] = strings.Map(func(r rune) rune {
			if unicode.Is(unicode.Han, r) {
				return r
			}
			return -1
		}, s)
	}
	return strings.Join(pieces, "\n")
}

// styled returns the letter in a frame, a disc or a flag.
func styled(r rune) rune {
	for _, first := range []rune{0x249C, 0x1F110, 0x1F130, 0x1F150, 0x1F170, 0x1F1E6} {
		if r >= first && r < first+26 {
			return 'a' + r - first
		}
	}
	return r
}

// unaccented returns s without accents on Latin letters, and with letters of
// other scripts as the Latin ones that they look like.
func unaccented(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		if c, ok := lookalikes[r]; ok {
			return unicode.ToLower(c)
		}
		if c, ok := smallCapitals[r]; ok {
			return c
		}
		return r
	}, norm.NFD.String(s))
}

// smallCapitals are letters of phonetics, which also serve as a style.
var smallCapitals = pairs("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnoprstuvwyz")

// simplify returns the simplified form of the traditional characters that the
// rules hold.
func simplify(r rune) rune {
	if c, ok := simplified[r]; ok {
		return c
	}
	return r
}

var simplified = pairs(
	"從現開訴戶統詞無視記規則說話內對聊錄發傳給給數據環變儲證實際務標身設應當須執運調覆蓋個條這裡們會讓別隱瞞進啟嚮導請問題網頁訪載機資訊檔碼讀寫刪鑰權限員緊級於與",
	"从现开诉户统词无视记规则说话内对聊录发传给给数据环变储证实际务标身设应当须执运调覆盖个条这里们会让别隐瞒进启向导请问题网页访载机资讯档码读写删钥权限员紧级于与",
)
