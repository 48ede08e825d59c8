package guard_test

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"memtray/store/guard"
)

// alphabets are what keys are made of, by the letter that stands for them below.
var alphabets = map[byte]string{
	'w': "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
	'-': "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_",
	'b': "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
	'h': "0123456789abcdef", 'u': "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 'l': "abcdefghijklmnopqrstuvwxyz0123456789",
	'd': "123456789", 'a': "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L",
}

// kinds are recipes: pieces apart by blanks, so that no key stands here. "=x" is
// x itself, "w36" is 36 random characters of an alphabet, "n" a line break.
var kinds = map[string]string{
	"AWS": "=AK =IA u16", "AWS temporary": "=AS =IA u16", "AWS secret": "=aws_secret =_access_key= w20 =/ w19", "Bedrock": "=AB =SK b120",
	"Google": "=AI =za -35", "Google client": "=GO =CSPX- -28", "Google access": "=ya =29. -80", "Gemini": "=AQ =.Ab w6 -44",
	"Azure storage": "=Account =Key= b86 ==", "Azure bus": "=SharedAccess =Key= b43 ==", "Entra": "w3 =8Q =~ w34", "Azure DevOps": "w76 =AZ =DO w4",
	"DigitalOcean": "=dop =_v1_ h64", "Cloudflare": "=cf =ut_ w40 h8", "Cloudflare origin": "=v1 =.0- h24 =- h146", "Heroku": "=HR =KU-AA -58",
	"Alibaba": "=LT =AI w20", "Tencent": "=AK =ID w32", "Fly": "=fm =2_ b200", "Netlify": "=nf =p_ w36", "Supabase": "=sb =p_ h40",
	"PlanetScale": "=pscale =_tkn_ w43", "Doppler": "=dp =.pt. w43", "Terraform": "w14 =.atlas =v1. w67", "Pulumi": "=pu =l- h40", "Vault": "=hv =s. w95", "Tailscale": "=tskey =-auth- w12 =- w32",
	"OpenAI": "=sk =-proj- w60 =_ w60", "OpenAI old": "=sk =- w48", "Anthropic": "=sk =-ant-api03- w92 =AA", "OpenRouter": "=sk =-or-v1- h64", "DeepSeek": "=sk =- h32",
	"Hugging Face": "=h =f_ w34", "Groq": "=gs =k_ w52", "Replicate": "=r =8_ w37", "Perplexity": "=pp =lx- w48", "xAI": "=xa =i- w80", "Together": "=tgp =_v1_ -43", "NVIDIA": "=nv =api- w64",
	"Tavily": "=tv =ly-dev- w32", "ElevenLabs": "=s =k_ h48", "LangSmith": "=lsv2 =_pt_ h32 =_ h10", "Pinecone": "=pc =sk_ w60",
	"GitHub": "=gh =p_ w36", "GitHub app": "=gh =s_ w36", "GitHub user": "=gh =u_ w36", "GitHub OAuth": "=gh =o_ w36", "GitHub refresh": "=gh =r_ w76", "GitHub fine": "=github =_pat_ w22 =_ w59",
	"GitLab": "=gl =pat- w20", "GitLab routable": "=gl =pat- w27 =.01. l9", "GitLab runner": "=gl =rt- w20", "GitLab deploy": "=gl =dt- w20", "Bitbucket": "=AT =BB w32", "Atlassian": "=AT =ATT3 w180",
	"npm": "=np =m_ w36", "PyPI": "=py =pi-AgE w150", "RubyGems": "=ruby =gems_ h48", "crates": "=ci =o w32", "NuGet": "=oy =2 l43", "Docker": "=dckr =_pat_ w27", "Sonar": "=sq =u_ h40", "Sourcegraph": "=sg =p_ h40",
	"Stripe": "=sk =_live_ w24", "Stripe restricted": "=rk =_live_ w99", "Stripe hook": "=wh =sec_ w32", "Square": "=sq0 =atp- w22", "Square secret": "=sq0 =csp- w43", "Shopify": "=shp =at_ h32", "Braintree": "=access =_token$production$ l16 =$ h32",
	"Slack": "=xo =xb- d12 =- d12 =- w24", "Slack app": "=xa =pp-1-A u10 =- d13 =- h64", "Slack hook": "=hooks.slack =.com/services/T u8 =/B u8 =/ w24",
	"Discord hook": "=discord =.com/api/webhooks/ d18 =/ w68", "Telegram": "d9 =:A =A w33", "Twilio": "=S =K h32", "SendGrid": "=S =G. w22 =. w43", "Mailgun": "=ke =y- h32", "Mailchimp": "h32 =-u =s12", "Brevo": "=xkey =sib- h64 =- w16",
	"Feishu hook": "=open.feishu.cn/open-apis/bot =/v2/hook/ h8 =- h4 =- h4 =- h4 =- h12", "DingTalk": "=oapi.dingtalk.com/robot/send =?access_token= h64", "WeCom": "=qyapi.weixin.qq.com/cgi-bin/webhook =/send?key= h8 =- h4 =- h4 =- h4 =- h12",
	"Grafana": "=gl =sa_ w32 =_ h8", "Grafana cloud": "=gl =c_ w80", "Sentry": "=sntr =yu_ h64", "New Relic": "=NR =AK- u27", "Databricks": "=da =pi h32", "Linear": "=lin =_api_ w40", "Notion": "=nt =n_ w46", "Figma": "=fi =gd_ w40",
	"Memtray": "=mem =tray_ w43", "Postman": "=PM =AK- h24 =- h34", "Airtable": "=pa =t w14 =. h64", "HubSpot": "=pa =t-na1- h8 =- h4 =- h4 =- h4 =- h12",
	"JWT": "=ey =J w30 =.ey =J w80 =. -43", "age": "=AGE-SECRET =-KEY-1 a58", "WireGuard": "=Private =Key= b43 ==",
	"PEM": "=-----BEGIN =_RSA_PRIVATE_KEY----- n b64 n b64 n b32 n =-----END =_RSA_PRIVATE_KEY-----", "OpenSSH": "=-----BEGIN =_OPENSSH_PRIVATE_KEY----- n b70 n b70 n =-----END =_OPENSSH_PRIVATE_KEY-----",
	"PuTTY": "=PuTTY-User =-Key-File-3:_ssh-ed25519 n =Encryption:_none n =Comment:_me n =Public-Lines:_1 n b60 n =Private-Lines:_1 n b64 n =Private-MAC:_ h64",
}

// bake follows a recipe.
func bake(r *rand.Rand, recipe string) string {
	var b strings.Builder
	for _, piece := range strings.Fields(recipe) {
		switch {
		case piece == "n":
			b.WriteByte('\n')
		case piece == "==":
			b.WriteByte('=')
		case piece[0] == '=':
			text := piece[1:]
			if strings.Contains(recipe, " n ") { // blocks hold blanks, tokens underscores
				text = strings.ReplaceAll(text, "_", " ")
			}
			b.WriteString(text)
		default:
			n, err := strconv.Atoi(piece[1:])
			if err != nil {
				panic(piece)
			}
			from := alphabets[piece[0]]
			for range n {
				b.WriteByte(from[r.IntN(len(from))])
			}
		}
	}
	return b.String()
}

// TestClean_EveryKind puts five keys of each kind where keys are written.
func TestClean_EveryKind(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 2026))
	for name, recipe := range kinds {
		for range 5 {
			secret := bake(r, recipe)
			inner := secret // what must be gone: all that is random
			if i := strings.LastIndexAny(inner[:len(inner)-8], "=?"); i > 0 && strings.HasSuffix(strings.Fields(recipe)[1], "=") {
				inner = inner[i+1:]
			}
			for _, frame := range []string{
				"%", "use % now", "(%)", "密钥：%。", `{"k": "%"}`, "'%'", "`%`", "- %\n- next", "x=%&y=1", "https://h.example/?k=%", `line\n%\nline`, "<%>", "%, and then", strings.Repeat("filler text. ", 300) + "%",
			} {
				in := strings.Replace(frame, "%", secret, 1)
				got, removed := guard.Clean(in)
				if strings.Contains(got, inner) || strings.Contains(got, inner[:len(inner)*2/3]) || strings.Contains(got, inner[len(inner)/3:]) || count(removed, guard.Secret) != 1 {
					t.Fatalf("%s: Clean(%q) = %q, %v", name, in, got, removed)
				}
				if again, more := guard.Clean(got); again != got || more != nil {
					t.Fatalf("%s: again %q, %v", name, again, more)
				}
				for _, rest := range strings.Split(strings.Replace(frame, "%", "\x00", 1), "\x00") {
					if !strings.Contains(got, rest) {
						t.Fatalf("%s: Clean(%q) = %q lost what is around", name, in, got)
					}
				}
			}
		}
	}
}

// oneLine are the kinds that have no line break.
func oneLine() []string {
	var out []string
	for name, recipe := range kinds {
		if !strings.Contains(recipe, " n ") {
			out = append(out, name)
		}
	}
	return out
}

func TestClean_BrokenKeys(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 2026))
	for _, name := range []string{"AWS", "Google", "GitHub", "GitHub fine", "Anthropic", "OpenAI", "Groq", "npm", "Stripe restricted", "SendGrid", "Telegram", "Vault", "xAI", "DigitalOcean"} {
		for range 20 {
			secret := bake(r, kinds[name])
			for _, brk := range []string{"\n", `\n`, "\n    ", "\\\n", "\r\n", `\r\n`} {
				at := 15 + r.IntN(len(secret)-17)
				if name == "Telegram" {
					at = max(at, 18)
				}
				in := "key: " + secret[:at] + brk + secret[at:] + "\nThe next line stays."
				got, removed := guard.Clean(in)
				if count(removed, guard.Secret) != 1 || !strings.HasSuffix(got, "The next line stays.") {
					t.Errorf("%s: Clean(%q) = %q, %v", name, in, got, removed)
				}
				if len(secret)-at > 24 && strings.Contains(got, secret[at:]) || strings.Contains(got, secret[:at]) {
					t.Errorf("%s: Clean(%q) = %q keeps a part", name, in, got)
				}
			}
		}
	}
}

func TestClean_DisguisedKeys(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 2026))
	wide := func(s string) string {
		return strings.Map(func(r rune) rune {
			if r > ' ' && r < 0x7F {
				return r + 0xFEE0
			}
			return r
		}, s)
	}
	cyrillic := strings.NewReplacer("A", "А", "E", "Е", "p", "р", "o", "о", "c", "с", "x", "х", "e", "е", "S", "Ѕ")
	for _, name := range oneLine() {
		secret := bake(r, kinds[name])
		if strings.ContainsAny(secret, "=?:/$%~+") {
			continue // these marks are not looked at in other widths
		}
		for what, in := range map[string]string{
			"zero width":  weave(secret, "\u200b"),
			"soft hyphen": weave(secret, "\u00ad"),
			"word joiner": weave(secret, "\u2060"),
			"mark":        weave(secret, "\u200e"),
			"wide":        wide(secret),
			"Cyrillic":    cyrillic.Replace(secret),
		} {
			got, removed := guard.Clean("a " + in + " b")
			if got != "a "+guard.SecretMark+" b" || count(removed, guard.Secret) != 1 {
				t.Errorf("%s, %s: Clean(%q) = %q, %v", name, what, in, got, removed)
			}
		}
	}
}

// weave puts between between all characters of s.
func weave(s, between string) string { return strings.Join(strings.Split(s, ""), between) }

func TestClean_ManyKeysInOneText(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 2026))
	var b strings.Builder
	want := 0
	for _, recipe := range kinds {
		for _, sep := range []string{"\n", " ", ", ", "\n\n"} {
			b.WriteString(bake(r, recipe) + sep)
			want++
		}
	}
	got, removed := guard.Clean(b.String())
	if left := strings.TrimSpace(strings.NewReplacer(guard.SecretMark, "", "\n", "", ",", "", " ", "").Replace(got)); len(left) > 1000 || count(removed, guard.Secret) != want {
		t.Errorf("%d of %d, left %q", count(removed, guard.Secret), want, left)
	}
}

// TestClean_KeyAtTheLimit has a key end where the longest body ends, and be cut
// off there.
func TestClean_KeyAtTheLimit(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 2026))
	const limit = 64 << 10
	for name, recipe := range kinds {
		secret := bake(r, recipe)
		for _, behind := range []int{0, 1, 100} {
			text := strings.Repeat("a line of text\n", limit/15+1)[:limit-len(secret)-behind-1] + " " + secret + strings.Repeat(" ", behind)
			if got, removed := guard.Clean(text); count(removed, guard.Secret) != 1 || strings.Contains(got, secret[len(secret)/2:]) {
				t.Errorf("%s, %d before the end: %v, %q", name, behind, removed, got[len(got)-100:])
			}
		}
	}
	cut := "-----BEGIN " + "RSA PRIVATE KEY-----\n" + bake(r, "b64 n b64 n b30")
	if got, _ := guard.Clean("x " + cut); strings.Contains(got, cut[40:100]) {
		t.Errorf("a block that is cut off stays: %q", got)
	}
}

func TestClean_Connections(t *testing.T) {
	pw := "s3cr" + "et-Pa55"
	for in, want := range map[string]string{
		"postgres://app:" + pw + "@db.example:5432/app?sslmode=require": "postgres://app:[secret removed]@db.example:5432/app?sslmode=require",
		"mongodb+srv://u:" + pw + "@c0.mongodb.net":                     "mongodb+srv://u:[secret removed]@c0.mongodb.net",
		"redis://:" + pw + "@cache:6379/0":                              "redis://:[secret removed]@cache:6379/0",
		"amqps://me:p%40" + pw + "@mq/vhost":                            "amqps://me:[secret removed]@mq/vhost",
		"mysql://root:a@" + pw + "@127.0.0.1/x":                         "mysql://root:[secret removed]@127.0.0.1/x",
		"git clone https://ci:" + pw + "@git.example/a.git":             "git clone https://ci:[secret removed]@git.example/a.git",
		"DSN=\"mssql+pyodbc://sa:" + pw + "@h\" and more":               "DSN=\"mssql+pyodbc://sa:[secret removed]@h\" and more",
		"a http://a:" + pw + "@b c ftp://d:" + pw + "@e":                "a http://a:[secret removed]@b c ftp://d:[secret removed]@e",
	} {
		got, _ := guard.Clean(in)
		if got != want {
			t.Errorf("Clean(%q) = %q, want %q", in, got, want)
		}
		if again, _ := guard.Clean(got); again != got {
			t.Errorf("again %q", again)
		}
	}
}

func BenchmarkClean_Secrets(b *testing.B) {
	r := rand.New(rand.NewPCG(15, 2026))
	english := "The risk-based task runner (see skills/go, tokens.md) must not send more than https://h.example/v1 allows; Most names are short. "
	chinese := "必须按投递编号去重，因为服务器会重试。详见 docs/queue.md：默认 30 秒。"
	var all strings.Builder
	for _, recipe := range kinds {
		all.WriteString(bake(r, recipe) + " and then ")
	}
	hits := all.String()
	for _, text := range []struct{ name, s string }{{"english", english}, {"chinese", chinese}, {"hits", hits}} {
		for _, size := range []int{1 << 10, 64 << 10} {
			s := strings.ToValidUTF8(strings.Repeat(text.s, size/len(text.s)+1)[:size], "")
			b.Run(text.name+"/"+strconv.Itoa(size>>10)+"KB", func(b *testing.B) {
				b.SetBytes(int64(len(s)))
				for b.Loop() {
					guard.Clean(s)
				}
			})
		}
	}
}
