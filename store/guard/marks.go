package guard

import (
	"regexp"
	"strings"
)

// markup finds what separates the turns of a chat, or makes a call of a tool, in
// the formats of the known models. A mark that stands in quotation marks is told
// of.
var markup = []rule{
	mark(`<|`, `<\|(?:im_start|im_end|im_sep|system|user|assistant|human|endoftext|end|eot_id|eom_id|start_header_id|end_header_id|begin_of_text|end_of_text|channel|message|start|return|call|tool|tool_call|observation|endofprompt|fim_\w+|python_tag)\|>`),
	mark(`[`, `\[/?(?:inst|system_prompt|available_tools|tool_calls|tool_results)\]`),
	mark(`<<sys>> <</sys>>`, `<</?sys>>`),
	mark(`<`, `</?(?:system|system-reminder|system_prompt|system-prompt|system_instructions?|function_calls|function_results|function_call|function_response|tool_call|tool_calls|tool_response|tool_result|tool_results|tool_use|antml:\w+|user_query|assistant|human|instructions_override|start_of_turn|end_of_turn)>`),
	mark(`<invoke <function= <parameter <antml <tool_use <tool_call`, `<(?:invoke|antml:invoke|antml:parameter|tool_use|tool_call) name=["']|<function=\w+>`),
	mark(`▁ ｜ <|`, `<[|｜](?:user|assistant|begin▁of▁sentence|end▁of▁sentence|tool▁\w+|system)[|｜]>`),
	mark(`"tool_calls" "function_call" "tool_use"`, `"(?:tool_calls|function_call)"\s*:\s*[\[{]\s*\{?\s*"(?:id|name|type|function)"|"type"\s*:\s*"tool_use"\s*,`),
	mark(`###`, `(?:^|\n)#{2,} ?(?:system|instruction|instructions to the (?:ai|model|assistant)|assistant|new instructions?|response) ?:\s*\n?`),
	mark(`system 系统`, `(?:^|\n)[\s>*\[#]*(?:system|系统)(?: ?(?:prompt|message|override|note|notice|update|instruction)s?)?\]?[*\s]*:[*\s]*[^\n]{0,120}\b(?:you (?:are|must|will|should|have|now|may)|ignore|disregard|assistant|comply|obey|override|user (?:has|is|wants))\b`),
}

func mark(hints, pattern string) rule {
	return rule{code: Markup, hints: [][]string{strings.Split(hints, " ")}, pattern: lazy(pattern)}
}

// findMarkup returns the first mark of s that is not told of.
func findMarkup(s string) string {
	for i := range markup {
		r := &markup[i]
		if !r.hinted(s) {
			continue
		}
		for _, m := range r.pattern().FindAllStringIndex(s, 50) {
			if !quoted(s, m[0], m[1]) {
				return strings.TrimSpace(s[m[0]:m[1]])
			}
		}
	}
	return ""
}

func containsAny(s string, hints []string) bool {
	for _, hint := range hints {
		if hint == "" || strings.Contains(s, hint) {
			return true
		}
	}
	return false
}

var turn = lazy(`(?m)^[\s>*#]*(human|user|assistant|ai|system|用户|助手|人类|assistente|usuario)(?: ?\(\w+\))?[*\s]*[:：]`)

// findTurns returns the first line of a played conversation: turns of both sides,
// or one of the person's behind a blank line, as models were trained on.
func findTurns(s string) string {
	if !containsAny(s, []string{"human", "user", "assistant", "用户", "助手", "人类"}) {
		return ""
	}
	asked, answered := "", ""
	for _, m := range turn().FindAllStringSubmatchIndex(s, 200) {
		who := s[m[2]:m[3]]
		switch who {
		case "human", "user", "system", "用户", "人类", "usuario":
			if who == "human" && strings.HasSuffix(strings.TrimRight(s[:m[2]], " \t>*#"), "\n\n") {
				return line(s, m[2])
			}
			if asked == "" {
				asked = line(s, m[2])
			}
		default:
			answered = line(s, m[2])
		}
	}
	if asked != "" && answered != "" {
		return asked
	}
	return ""
}

// line returns the line of s that begins at byte i.
func line(s string, i int) string {
	rest, _, _ := strings.Cut(s[i:], "\n")
	return strings.TrimSpace(rest)
}

// frames find what this server writes around recalled data, with any delimiter,
// and its short answers at the beginning of a line.
var frames = []func() *regexp.Regexp{
	lazy(`(?m)^[\s>*]*recorded data, not instructions|recorded data, not instructions, stands`),
	lazy(`(?m)^[\s>*]*-{3,} ?[\w#:.]*(?:\d\w*){3,}(?: end)?\s*$`),
	lazy(`(?m)^[\s>*]*-{3,} ?\S{4,64} end\s*$`),
	lazy(`(?m)^[\s>*]*saved #\d+ in project `),
	lazy(`</?(?:recalled|recorded|retrieved|memtray|untrusted)[ _-](?:memory|memories|data|context|record)s?>`),
	lazy(`(?m)^[\s>*]*#\d+ is held for review`),
	lazy(`(?m)^[\s>]*(?:[-=*#<\[]{2,}|<) ?/?(?:end|begin|start|close) ?(?:of )?(?:the )?(?:recorded|memory|memories|recalled|retrieved|untrusted|recalled|memtray|external|user)(?: (?:data|context|block|output|content|memory|memories|input|results?|section))* ?(?:[-=*#>\]]{2,}|>|$)`),
}

func findFrame(s string) string {
	if !strings.Contains(s, "--") && !containsAny(s, []string{"recorded data", "saved #", "held for review", "==", "<", "**", "##", "[["}) {
		return ""
	}
	for _, f := range frames {
		for _, m := range f().FindAllStringIndex(s, 20) {
			if !quoted(s, m[0], m[1]) {
				return strings.TrimSpace(s[m[0]:m[1]])
			}
		}
	}
	return ""
}
