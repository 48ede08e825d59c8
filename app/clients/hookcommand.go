package clients

import (
	"slices"
	"strings"
	"unicode"
)

// hookArgs are the arguments of memtray-mcp for one event of a client.
func (s Shim) hookArgs(event, client string) []string {
	args := []string{"hook", event, "--client", client}
	if s.Home != "" {
		args = append(args, "--home", s.Home)
	}
	return args
}

// hookLine is the command of a hook as one line for a shell: sh, or on Windows
// whichever of cmd, PowerShell and Git's bash the client uses. There a word
// without blanks is read alike by all three as long as it has no backslashes.
func hookLine(system string, argv []string) string {
	quote := quotePOSIX
	if system == "windows" {
		quote = func(word string) string { return quoteWindows(strings.ReplaceAll(word, `\`, "/")) }
	}
	words := make([]string, len(argv))
	for i, w := range argv {
		words[i] = quote(w)
	}
	return strings.Join(words, " ")
}

// powerShellLine is the command of a hook for PowerShell alone.
func powerShellLine(argv []string) string {
	words := make([]string, len(argv))
	for i, w := range argv {
		words[i] = "'" + strings.ReplaceAll(w, "'", "''") + "'"
		if i > 0 && isPlain(w) {
			words[i] = w
		}
	}
	return "& " + strings.Join(words, " ")
}

// isPlain reports whether no shell sees anything but a word in it.
func isPlain(word string) bool {
	return word != "" && !strings.ContainsFunc(word, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("/._-+:@,", r) || r >= 0x80 && unicode.IsLetter(r))
	})
}

func quotePOSIX(word string) string {
	if isPlain(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

func quoteWindows(word string) string {
	if isPlain(word) {
		return word
	}
	return `"` + word + `"`
}

// isHookLine reports whether a command line runs a memtray-mcp, of any version
// and place, or one of some programs as a hook for this event, and nothing else.
func isHookLine(line, event string, programs ...string) bool {
	words, ok := shellWords(strings.TrimPrefix(strings.TrimSpace(line), "& "))
	if !ok || len(words) < 3 || words[1] != "hook" || words[2] != event {
		return false
	}
	slashed := func(path string) string { return strings.ReplaceAll(path, `\`, "/") }
	return isShim(words[0]) || slices.ContainsFunc(programs, func(p string) bool { return slashed(p) == slashed(words[0]) })
}

// shellWords splits a command line, with the quotes of any shell. It is false
// if the line does more than run one program.
func shellWords(line string) ([]string, bool) {
	var words []string
	var word strings.Builder
	inWord := false
	var quote byte
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case quote != 0 && c == quote && c == '\'' && strings.HasPrefix(line[i:], "''"):
			word.WriteByte(c) // PowerShell: two are one
			i++
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			word.WriteByte(c)
		case c == '\'' || c == '"':
			quote, inWord = c, true
		case c == '\\' && i+1 < len(line) && strings.IndexByte(`'" `, line[i+1]) >= 0:
			i++
			word.WriteByte(line[i])
			inWord = true
		case c == ' ' || c == '\t':
			if inWord {
				words = append(words, word.String())
			}
			word.Reset()
			inWord = false
		case strings.IndexByte("|&;<>()`$\n\r", c) >= 0:
			return nil, false
		default:
			word.WriteByte(c)
			inWord = true
		}
	}
	if inWord {
		words = append(words, word.String())
	}
	return slices.Clip(words), quote == 0
}
