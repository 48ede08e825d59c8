package guard

import (
	"regexp"
	"sync"
)

// shape is how one kind of secret is written: after one of some prefixes comes a
// tail. Only shapes that ordinary text does not have are here: "password: x" may
// be a lesson, and a hash is none of ours.
type shape struct {
	prefixes []string
	before   run                   // what stands before the prefix and belongs to it
	tail     func() *regexp.Regexp // what follows the prefix; if it has a group, that alone is secret
	long     bool                  // may need more than 512 bytes to be known
	accept   func(s string) bool   // a last look at prefix and tail; nil: whatever is no placeholder
}

// run is a number of bytes of a kind.
type run struct {
	min, max int
	of       func(b byte) bool
}

// lazy compiles a pattern when it is first needed: most processes never do.
func lazy(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

// key is the shape of most: a prefix and a tail.
func key(tail string, prefixes ...string) shape {
	return shape{prefixes: prefixes, tail: lazy(`^` + tail)}
}

// inside is the shape of a secret that holds, not begins with, a known word.
func inside(before run, word, tail string) shape {
	return shape{prefixes: []string{word}, before: before, tail: lazy(`^` + tail)}
}

// block is the shape of a key of many lines. It has no placeholders: its words
// are its marks.
func block(tail string, prefixes ...string) shape {
	return shape{prefixes: prefixes, tail: lazy(`^` + tail), long: true, accept: func(string) bool { return true }}
}

const (
	word   = `[A-Za-z0-9]`
	dashed = `[A-Za-z0-9_-]`
	hexa   = `[a-f0-9]`
	end    = `\b`

	keyName   = `[A-Z0-9 ]*PRIVATE KEY(?: BLOCK)? ?-----?`
	keyBase64 = `[A-Za-z0-9+/=]{40,}`
	uuid      = hexa + `{8}-` + hexa + `{4}-` + hexa + `{4}-` + hexa + `{4}-` + hexa + `{12}`
)

// shapes are tried in this order where two have the same prefix.
var shapes = [][]shape{keyFiles, clouds, models, codeHosts, payments, chats, services}

var keyFiles = []shape{
	block(keyName+`(?:[A-Za-z0-9+/=\s\\:,.;()<>@_-]*?-----?END `+keyName+`|(?:(?:\s|\\n)*`+keyBase64+`)+)`, "-----BEGIN ", "---- BEGIN "),
	block(`[23]:[^\x00]*?Private-MAC: ?`+hexa+`{40,64}`, "PuTTY-User-Key-File-"),
	block(` ?[0-9]+(?:(?:\s|\\n)+[A-Za-z0-9+/=]{16,})+`, "Private-Lines:"),
	key(`(?:PQ-)?1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{50,}`, "AGE-SECRET-KEY-"),
	key(` ?= ?([A-Za-z0-9+/]{43}=)`, "PrivateKey", "PresharedKey"),                                             // WireGuard
	webToken(dashed + `{7,}\.eyJ` + dashed + `{7,}\.` + dashed + `{16,}`),                                      // signed
	webToken(dashed + `{12,}\.` + dashed + `*\.` + dashed + `{10,}\.` + dashed + `{10,}\.` + dashed + `{16,}`), // encrypted
	connection,
}

var clouds = []shape{
	key(`[A-Z0-9]{16}`+end, "AKIA", "ASIA", "ABIA", "ACCA"), // AWS
	key(`["']?\s*[:=]\s*["']?([A-Za-z0-9/+]{40})(?:[^A-Za-z0-9/+=]|$)`,
		"aws_secret_access_key", "AWS_SECRET_ACCESS_KEY", "SecretAccessKey", "secretAccessKey", "secret_access_key"),
	key(`[A-Za-z0-9+/=]{100,}`, "ABSK"), // AWS Bedrock
	key(dashed+`{35}`, "AIza"),          // Google
	key(dashed+`{28}`, "GOCSPX-"),
	key(dashed+`{30,}`, "ya29."),
	key(`[A-Za-z0-9]{2,8}`+dashed+`{40,}`, "AQ.Ab"),
	key(`([A-Za-z0-9+/]{42,86}={1,2})`, "AccountKey=", "SharedAccessKey="), // Azure
	inside(run{3, 3, isKeyByte}, "8Q~", `[A-Za-z0-9_~.-]{31,34}`),
	inside(run{76, 76, isKeyByte}, "AZDO", word+`{4}`),
	key(`([A-Za-z0-9%]{40,70}%3[Dd])`, "&sig=", "?sig="),
	key(hexa+`{64}`, "dop_v1_", "doo_v1_", "dor_v1_"), // DigitalOcean
	key(word+`{40,60}`, "cfk_", "cfut_", "cfat_"),     // Cloudflare
	key(hexa+`{24}-`+hexa+`{140,}`, "v1.0-"),
	key(dashed+`{50,}`, "HRKU-AA"),                        // Heroku
	key(word+`{16,26}`+end, "LTAI"),                       // Alibaba
	key(word+`{32}`+end, "AKID"),                          // Tencent
	key(`[A-Za-z0-9+/=_-]{80,}`, "fm2_", "fm1r_", "fo1_"), // Fly
	key(word+`{36,}`, "nfp_"),                             // Netlify
	key(hexa+`{40}`, "sbp_"),                              // Supabase
	key(dashed+`{22,}`, "sb_secret_"),
	key(`[A-Za-z0-9_.=-]{32,}`, "pscale_tkn_", "pscale_pw_", "pscale_oauth_"),     // PlanetScale
	key(word+`{40,}`, "dp.pt.", "dp.ct.", "dp.sa.", "dp.scim."),                   // Doppler
	inside(run{14, 14, isKeyByte}, ".atlasv1.", dashed+`{50,}`),                   // Terraform
	key(hexa+`{40}`, "pul-"),                                                      // Pulumi
	key(`[A-Za-z0-9_-]{24,}`, "hvs.", "hvb.", "hvr."),                             // Vault
	key(word+`{10,}-`+word+`{20,}`, "tskey-auth-", "tskey-api-", "tskey-client-"), // Tailscale
}

var models = []shape{
	// OpenAI, Anthropic, OpenRouter, Langfuse; without a word behind sk-: OpenAI, DeepSeek, Qwen, Moonshot.
	key(`(?:(?:proj|svcacct|admin|service|ant-[a-z0-9]+|or-v1|lf|kimi|cp)-`+dashed+`{20,}|`+word+`{32,})`, "sk-"),
	key(word+`{34,}`, "hf_", "api_org_"), // Hugging Face
	key(word+`{48,}`, "gsk_"),            // Groq
	key(word+`{36,40}`, "r8_"),           // Replicate
	key(word+`{40,}`, "pplx-"),           // Perplexity
	key(word+`{70,}`, "xai-"),            // xAI
	key(dashed+`{40,}`, "tgp_v1_"),       // Together
	key(dashed+`{60,}`, "nvapi-"),        // NVIDIA
	key(word+`{22,}`, "fw_"),             // Fireworks
	key(dashed+`{40,}`, "pcsk_"),         // Pinecone
	key(word+`{28,}`, "tvly-dev-", "tvly-prod-", "tvly-"),
	key(word+`{40,}`, "jina_"),
	key(hexa+`{48}`, "sk_"), // ElevenLabs
	key(hexa+`{32}_`+hexa+`{10}`, "lsv2_pt_", "lsv2_sk_"),
	key(hexa+`{64}`, "key_"), // Cursor
}

var codeHosts = []shape{
	key(word+`{36,}`, "ghp_", "gho_", "ghu_", "ghs_", "ghr_"), // GitHub
	key(`[A-Za-z0-9_]{40,}`, "github_pat_"),
	key(`[A-Za-z0-9_.-]{20,}`, "glpat-", "gldt-", "glrt-", "glrtr-", "glcbt-", "glptt-", "glft-", "glsoat-", "glimt-", "glagent-", "gloas-", "glffct-"),
	key(dashed+`{20}`, "GR1348941"),
	key(word+`{24,40}`, "ATBB"),                              // Bitbucket
	key(`[A-Za-z0-9_=-]{80,}`, "ATCTT3", "ATATT3", "ATSTT3"), // Atlassian
	key(word+`{36,}`, "npm_"),
	key(dashed+`{50,}`, "pypi-AgE"),
	key(hexa+`{48}`, "rubygems_"),
	key(word+`{32}`+end, "cio"),    // crates
	key(`[a-z0-9]{43}`+end, "oy2"), // NuGet
	key(dashed+`{27,}`, "dckr_pat_", "dckr_oat_"),
	key(word+`{60,}`, "AKCp"),                            // Artifactory
	key(hexa+`{40}`, "squ_", "sqp_", "sqa_"),             // Sonar
	key(word+`{20,}_`+hexa+`{40}`, "CCIPAT_"),            // CircleCI
	key(hexa+`{40}`, "bkua_"),                            // Buildkite
	key(`(?:`+hexa+`{16}_|local_)?`+hexa+`{40}`, "sgp_"), // Sourcegraph
}

var payments = []shape{
	key(word+`{16,}`, "sk_live_", "sk_test_", "rk_live_", "rk_test_"), // Stripe
	key(`[A-Za-z0-9+/=]{32,}`, "whsec_"),
	key(dashed+`{22}`, "sq0atp-"), // Square
	key(dashed+`{43}`, "sq0csp-"),
	key(dashed+`{60}`, "EAAA"),
	key(`[a-fA-F0-9]{32}`, "shpat_", "shpca_", "shppa_", "shpss_"),             // Shopify
	key(`(?:production|sandbox)\$[a-z0-9]{16}\$`+hexa+`{32}`, "access_token$"), // Braintree
	key(`[A-Za-z0-9]{14,}`, "rzp_live_"),
	key(hexa+`{32}-X`, "FLWSECK-", "FLWSECK_TEST-"),
	key(`(?:production|sandbox|development)-`+uuid, "access-"), // Plaid
}

var chats = []shape{
	key(`[A-Za-z0-9.-]{20,}`, "xoxa-", "xoxb-", "xoxe-", "xoxe.", "xoxp-", "xoxr-", "xoxs-", "xoxc-", "xoxd-"), // Slack
	key(`[0-9]-[A-Z0-9]+-[0-9]+-[a-z0-9]{32,}`, "xapp-"),
	key(`[A-Za-z0-9/]{30,}`, "hooks.slack.com/services/", "hooks.slack.com/workflows/", "hooks.slack.com/triggers/"),
	key(`[0-9]{17,20}/`+dashed+`{60,}`, "discord.com/api/webhooks/", "discordapp.com/api/webhooks/"),
	discordBot,
	inside(run{8, 10, isDigit}, ":AA", dashed+`{33}`),                // Telegram
	key(hexa+`{32}`+end, "SK"),                                       // Twilio
	key(dashed+`{22}\.`+dashed+`{43}`, "SG."),                        // SendGrid
	key(hexa+`{32}`+end, "key-"),                                     // Mailgun
	inside(run{32, 32, isHex}, "-us", `[0-9]{1,2}`+end),              // Mailchimp
	key(hexa+`{64}-`+word+`{16}`, "xkeysib-", "xsmtpsib-"),           // Brevo
	key(word+`{8}_`+word+`{20,}`, "re_"),                             // Resend
	key(uuid, "open-apis/bot/v2/hook/", "cgi-bin/webhook/send?key="), // Feishu and Lark, WeCom
	key(hexa+`{64}`, "robot/send?access_token="),                     // DingTalk
	key(uuid+`@`+uuid+`/IncomingWebhook/`+hexa+`{32}/`+uuid, "webhook.office.com/webhookb2/"),
}

var services = []shape{
	key(dashed+`{43}`, "memtray_"),           // our own, over HTTP
	key(word+`{32}_[A-Fa-f0-9]{8}`, "glsa_"), // Grafana
	key(`[A-Za-z0-9+/=]{40,}`, "glc_", "eyJrIjoi"),
	key(`eyJ[A-Za-z0-9+/=_-]{40,}`, "sntrys_"), // Sentry
	key(hexa+`{64}`, "sntryu_", "sntrya_"),
	key(`[A-Z0-9]{27}`+end, "NRAK-"),            // New Relic
	key(hexa+`{32}(?:-[0-9])?`+end, "dapi"),     // Databricks
	key(word+`{32,}`, "lin_api_", "lin_oauth_"), // Linear
	key(word+`{40,}`, "ntn_", "secret_"),        // Notion
	key(dashed+`{36,}`, "figd_"),
	key(word+`{24}-`+word+`{34}`, "PMAK-"),            // Postman
	key(word+`{14}\.`+hexa+`{64}`, "pat"),             // Airtable
	key(`[A-Za-z0-9_.-]{100,}`, "sl."),                // Dropbox
	key(dashed+`{43}`, "CFPAT-"),                      // Contentful
	key(`eyJ[A-Za-z0-9+/=_-]{100,}`, "ops_"),          // 1Password
	key(word+`{40,}`, "phx_"),                         // PostHog
	key(`(?:na|eu|ap)[0-9]-`+uuid, "pat-"),            // HubSpot
	key(word+`{80,}`, "EAA"),                          // Meta
	key(`[A-Za-z0-9%]{60,}`, "AAAAAAAAAAAAAAAAAAAAA"), // X
}
