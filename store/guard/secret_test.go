package guard_test

import (
	"strings"
	"testing"

	"memtray/store/guard"
)

// run returns n characters as keys have them.
func run(n int) string { return strings.Repeat("aB3dE6gH9", n/9+1)[:n] }

func TestClean_Secrets(t *testing.T) {
	block := "-----BEGIN " + "OPENSSH PRIVATE KEY-----"
	for name, secret := range map[string]string{
		"AWS":             "AK" + "IA" + strings.ToUpper(run(16)),
		"AWS, temporary":  "AS" + "IA" + strings.ToUpper(run(16)),
		"GitHub":          "gh" + "p_" + run(36),
		"GitHub, server":  "gh" + "s_" + run(80),
		"GitHub, fine":    "github" + "_pat_" + run(22) + "_" + run(59),
		"GitLab":          "gl" + "pat-" + run(20),
		"Slack":           "xo" + "xb-" + run(12) + "-" + run(24),
		"Slack hook":      "hooks.slack" + ".com/services/T" + run(8) + "/B" + run(8) + "/" + run(24),
		"Stripe":          "sk" + "_live_" + run(24),
		"Stripe, test":    "rk" + "_test_" + run(24),
		"OpenAI":          "sk" + "-proj-" + run(48),
		"OpenAI, old":     "sk" + "-" + run(48),
		"Anthropic":       "sk" + "-ant-api03-" + run(93),
		"Google":          "AI" + "za" + run(35),
		"Google, client":  "GO" + "CSPX-" + run(28),
		"Google, access":  "ya" + "29." + run(60),
		"npm":             "np" + "m_" + run(36),
		"PyPI":            "py" + "pi-AgE" + run(80),
		"Hugging Face":    "h" + "f_" + run(34),
		"SendGrid":        "S" + "G." + run(22) + "." + run(43),
		"DigitalOcean":    "dop" + "_v1_" + strings.Repeat("0a1b2c3d", 8),
		"Telegram":        "123456789" + ":AA" + run(33),
		"JWT":             "ey" + "J" + run(30) + ".ey" + "J" + run(40) + "." + run(43),
		"private key":     block + "\n" + run(64) + "\n" + run(40) + "==\n-----END " + "OPENSSH PRIVATE KEY-----",
		"key, cut off":    block + "\n" + run(64) + "\n" + run(64),
		"key in one line": block + `\n` + run(64) + `\n-----END ` + `OPENSSH PRIVATE KEY-----`,
	} {
		for _, in := range []string{"use " + secret + " now", "(" + secret + ")", "密钥：" + secret + "。", "a=\"" + secret + "\"", secret} {
			got, removed := guard.Clean(in)
			if want := strings.Replace(in, secret, guard.SecretMark, 1); got != want || count(removed, guard.Secret) != 1 {
				t.Errorf("%s: Clean(%q) = %q, %v", name, in, got, removed)
			}
			if again, more := guard.Clean(got); again != got || more != nil {
				t.Errorf("%s: again %q, %v", name, again, more)
			}
		}
	}
	token := "gh" + "p_" + run(36)
	for in, want := range map[string]string{
		"a " + token + " b " + token:              "a " + guard.SecretMark + " b " + guard.SecretMark,
		"gh" + "p_<private>x</private>" + run(36): guard.SecretMark, // joined by what was taken out
		"gh" + "p\u200b_" + run(36):               guard.SecretMark,
		"a<private>" + token + "</private>b":      "ab",
	} {
		if got, _ := guard.Clean(in); got != want {
			t.Errorf("Clean(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestClean_NoSecrets(t *testing.T) {
	for _, s := range []string{
		"a PEM file begins with -----BEGIN PRIVATE KEY----- and ends likewise",
		"tokens begin with ghp_, sk-proj- or AKIA", "sk-learn-and-some-other-long-package-names-here", "password: hunter2",
		"commit 4b825dc642cb6eb9a060e54bf8d69288fbee4904", "postgres://postgres:postgres@localhost/db", "task_test_something_or_other_long",
		"https://hooks.slack.com/services/", "eyJhbGciOiJIUzI1NiJ9 is a header", "550e8400-e29b-41d4-a716-446655440000", "MAKIASOMETHINGELSE12345",
	} {
		if got, removed := guard.Clean(s); got != s || removed != nil {
			t.Errorf("Clean(%q) = %q, %v", s, got, removed)
		}
	}
}
