package rank

import (
	"strconv"
	"strings"
	"unicode"
)

func isHan(w string) bool {
	for _, r := range w {
		return unicode.Is(unicode.Han, r)
	}
	return false
}

// isQuantity reports whether a word is a number, perhaps with a unit behind it
// or a v before it: 30, 1.26, v2, 50mb.
func isQuantity(w string) bool {
	w = strings.TrimPrefix(w, "v")
	digits := strings.TrimLeft(w, "0123456789.:-")
	return digits != w && w != "" && w[0] >= '0' && w[0] <= '9' && len(digits) <= 3 && !strings.ContainsAny(digits, "0123456789/@_")
}

// isDate reports whether a number is a day: a text that names one tells of an
// event, and another event does not contradict it.
func isDate(w string) bool {
	parts := strings.Split(w, "-")
	return len(parts) == 3 && len(parts[0]) == 4
}

// isName reports whether a word is written like a name or an identifier. A
// capital at the beginning of a text says nothing.
func isName(w string, begins bool) bool {
	upper := strings.IndexFunc(w, unicode.IsUpper)
	return strings.ContainsAny(w, "_-./@:0123456789") || upper > 0 || upper == 0 && !begins
}

// stem cuts the endings of English words, so that forms of one word are equal.
// It cuts too much rather than too little: the rest of a sentence tells words apart.
func stem(w string) string {
	if len(w) < 4 || w == "https" || strings.ContainsFunc(w, func(r rune) bool { return r < 'a' || r > 'z' }) {
		return w
	}
	switch {
	case strings.HasSuffix(w, "ies"):
		return w[:len(w)-3]
	case strings.HasSuffix(w, "ss"):
		return w
	case strings.HasSuffix(w, "ing") && len(w) > 5:
		w = w[:len(w)-3]
	case strings.HasSuffix(w, "ed") && len(w) > 4:
		w = w[:len(w)-2]
	case strings.HasSuffix(w, "es") && len(w) > 4:
		w = w[:len(w)-2]
	case strings.HasSuffix(w, "s"):
		w = w[:len(w)-1]
	}
	if n := len(w); n > 3 && w[n-1] == w[n-2] && w[n-1] != 's' && w[n-1] != 'l' {
		w = w[:n-1] // running, stopped
	}
	if n := len(w); n > 3 && (w[n-1] == 'e' || w[n-1] == 'y') {
		w = w[:n-1]
	}
	return w
}

// numbersInWords are numbers as prose writes them. One is not among them: it is
// a number only before what it counts.
var numbersInWords = map[string]string{
	"two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
	"ten": "10", "twelve": "12", "twenty": "20", "thirty": "30", "sixty": "60", "ninety": "90",
}

const numerals = "零〇一二两三四五六七八九十百千万半"

// measures are characters behind which a Chinese numeral counts something.
const measures = "天个秒分时小次年月点人位倍份条台名步层版号期阶级元块块页行列组批轮刻种周成"

// numeralEnd returns where a Chinese numeral ends that begins at i; i if there is
// none. 统一, 一起 and the like are words, not numbers.
func numeralEnd(s []rune, i int) int {
	end := i
	for end < len(s) && strings.ContainsRune(numerals, s[end]) {
		end++
	}
	if end == i || end-i > 8 {
		return i
	}
	labelled := i > 0 && s[i-1] == '第'
	counted := end < len(s) && strings.ContainsRune(measures, s[end])
	if end-i > 1 || labelled || counted {
		return end
	}
	return i
}

// numeral returns the digits of a Chinese numeral, so that 三十 and 30 are equal.
func numeral(s []rune) string {
	if !strings.ContainsAny(string(s), "十百千万") && len(s) > 1 {
		return string(s) // a year, digit by digit
	}
	total, part := 0, 0
	for _, r := range s {
		switch r {
		case '半':
			return string(s)
		case '十', '百', '千', '万':
			unit := map[rune]int{'十': 10, '百': 100, '千': 1000, '万': 10000}[r]
			total, part = total+max(part, 1)*unit, 0
		case '零', '〇':
			part = 0
		case '两':
			part = 2
		default:
			part = strings.IndexRune("一二三四五六七八九", r)/3 + 1
		}
	}
	return strconv.Itoa(total + part)
}
