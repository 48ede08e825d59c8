package guard

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// SecretMark stands where a secret was taken out.
const SecretMark = "[secret removed]"

// shape is how one kind of secret is written. Only shapes that ordinary text does
// not have are here: "password: x" may be a lesson, and a hash is none of ours.
type shape struct {
	hints  []string // every match holds one; a text without any is not gone through
	secret func() *regexp.Regexp
}

// lazy compiles a pattern when it is first needed: most processes never do.
func lazy(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

const (
	keyName   = `[A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----`
	keyBase64 = `[A-Za-z0-9+/=]{40,}`
)

var shapes = []shape{
	{[]string{"PRIVATE KEY"}, lazy(`-----BEGIN ` + keyName + `(?:[A-Za-z0-9+/=\s\\:,.;()<>@_-]*?-----END ` + keyName + `|(?:(?:\s|\\n)*` + keyBase64 + `)+)`)},
	{[]string{"AKIA", "ASIA"}, lazy(`\bA[KS]IA[A-Z0-9]{16}\b`)},
	{[]string{"ghp_", "gho_", "ghu_", "ghs_", "ghr_"}, lazy(`\bgh[pousr]_[A-Za-z0-9]{36,}`)},
	{[]string{"github_pat_"}, lazy(`\bgithub_pat_[A-Za-z0-9_]{40,}`)},
	{[]string{"glpat-"}, lazy(`\bglpat-[A-Za-z0-9_-]{20,}`)},
	{[]string{"xox"}, lazy(`\bxox[abeprs]-[A-Za-z0-9-]{20,}`)},
	{[]string{"hooks.slack.com"}, lazy(`hooks\.slack\.com/services/[A-Za-z0-9/]{30,}`)},
	{[]string{"k_live_", "k_test_"}, lazy(`\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}`)},
	{[]string{"sk-"}, lazy(`\bsk-(?:(?:proj|svcacct|admin|ant-[a-z0-9]+|or-v1)-[A-Za-z0-9_-]{20,}|[A-Za-z0-9]{40,})`)},
	{[]string{"AIza"}, lazy(`\bAIza[A-Za-z0-9_-]{35}`)},
	{[]string{"GOCSPX-"}, lazy(`\bGOCSPX-[A-Za-z0-9_-]{28}`)},
	{[]string{"ya29."}, lazy(`\bya29\.[A-Za-z0-9_-]{30,}`)},
	{[]string{"npm_"}, lazy(`\bnpm_[A-Za-z0-9]{36,}`)},
	{[]string{"pypi-"}, lazy(`\bpypi-AgE[A-Za-z0-9_-]{50,}`)},
	{[]string{"hf_"}, lazy(`\bhf_[A-Za-z0-9]{34,}`)},
	{[]string{"SG."}, lazy(`\bSG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}`)},
	{[]string{"dop_v1_"}, lazy(`\bdop_v1_[a-f0-9]{64}`)},
	{[]string{":AA"}, lazy(`\b[0-9]{8,10}:AA[A-Za-z0-9_-]{33}`)},
	{[]string{"eyJ"}, lazy(`\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{16,}`)},
}

// dropSecrets puts [SecretMark] in the place of each secret and counts them.
func dropSecrets(s string) (string, int) {
	count := 0
	for {
		before := count
		for _, one := range shapes {
			if !slices.ContainsFunc(one.hints, func(hint string) bool { return strings.Contains(s, hint) }) {
				continue
			}
			s = one.secret().ReplaceAllStringFunc(s, func(string) string {
				count++
				return SecretMark
			})
		}
		if count == before {
			return s, count
		}
	}
}
