package guard_test

import (
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"memtray/store/guard"
)

// nearMisses are texts that only look as if they held a key.
func nearMisses() []string {
	r := rand.New(rand.NewPCG(17, 2026))
	all := strings.Split(strings.TrimSpace(`
AKIAXXXXXXXXXXXXXXXX
AKIAYOURACCESSKEYID0
AKIAIOSFODNN7EXAMPLE
wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY
aws_secret_access_key = <secret>
aws_secret_access_key=your-key-here
sk-...
sk-proj-...
sk-proj-your-api-key-goes-here-please
sk-ant-api03-...
sk-ant-api03-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
sk-learn-and-some-other-long-package-names-here
ghp_<token>
ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
ghp_your_token_here
ghp_0000000000000000000000000000000000000000
github_pat_XXXXXXXXXXXXXXXXXXXXXX
glpat-xxxxxxxxxxxxxxxxxxxx
glpat-<your token>
xoxb-your-token-here-please
xoxb-xxxxxxxxxxxx-xxxxxxxxxxxx
https://hooks.slack.com/services/
https://hooks.slack.com/services/TXXXX/BXXXX/XXXXXXXXXXXXXXXXXXXXXXXX
your-key-here
YOUR_API_KEY
<API_KEY>
${API_KEY}
$OPENAI_API_KEY
process.env.STRIPE_SECRET_KEY
os.Getenv("GITHUB_TOKEN")
sk_test_...
sk_live_xxxxxxxxxxxxxxxxxxxxxxxx
whsec_...
SG.xxxxxxxxxxxxxxxxxxxxxx.xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
hf_...
hf_transformers_model_hub_cache_dir_name
npm_config_registry
memtray_your_token_here_from_the_settings_of_the_window
memtray_data_folder_with_a_rather_long_name_of_words
npm_package_version
npm_lifecycle_event
pypi-publish
pypi-attestations
AIzaSy...
GOCSPX-your-client-secret
ya29.a0
postgres://localhost/db
postgres://user@host
postgres://user@host:5432/db
postgres://postgres:postgres@localhost/db
postgres://user:password@localhost/db
postgres://USER:PASSWORD@HOST/DB
postgres://user:${DB_PASSWORD}@db/app
postgres://user:$DB_PASSWORD@db/app
postgres://{user}:{password}@{host}/db
postgres://%s:%s@%s/%s
postgres://user:<password>@host/db
postgres://user:***@host/db
mysql://root:root@127.0.0.1:3306/test
redis://localhost:6379/0
redis://cache:6379
mongodb://localhost:27017/?replicaSet=rs0
mongodb+srv://cluster0.example.mongodb.net/app
amqp://guest:guest@localhost:5672/
https://user@github.com/org/repo.git
https://x-access-token:${TOKEN}@github.com/org/repo.git
git@github.com:org/repo.git
ssh://git@github.com:22/org/repo.git
http://localhost:8080/@vite/client
http://localhost:3000/a:b@c
https://h.example:8443/path?email=a@b.example
https://medium.com/@user/post-0123456789ab
https://unpkg.com/react@18.3.1/umd/react.production.min.js
https://cdn.jsdelivr.net/npm/@scope/pkg@1.2.3/+esm
jdbc:postgresql://localhost:5432/db
-----BEGIN PUBLIC KEY-----
a PEM file begins with -----BEGIN PRIVATE KEY----- and ends likewise
-----BEGIN CERTIFICATE-----
PuTTY-User-Key-File-3: ssh-ed25519
AGE-SECRET-KEY-1...
age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p
PrivateKey = <base64>
PublicKey = xTIBA5rboUvnH4htodjb6e697QjLERt1NAB4mZqp8Dg=
eyJhbGciOiJIUzI1NiJ9 is a header
eyJhbGciOiJIUzI1NiJ9.eyJ...
a JWT has the form eyJ….eyJ….signature
550e8400-e29b-41d4-a716-446655440000
commit 4b825dc642cb6eb9a060e54bf8d69288fbee4904
Change-Id: I8473b95934b5732ac55d26311a706c9c2bde9940
h1:tDYm4JWYlZRE7r1ZQGsR8EPOEnYSDKQ0UfqlcHVQ1iI=
sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==
sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
v1.0.0-20260727124030-b80ff77dac4f
github.com/tailscale/hujson v0.0.0-20260727124030-b80ff77dac4f
react@19.0.0-rc-0123456789-20260101
1.0.0-beta.11+exp.sha.5114f85
arn:aws:iam::123456789012:role/deploy-production
projects/my-project-123456/secrets/api-key/versions/3
vpc-0123456789abcdef0
i-0abcd1234efgh5678
key-value store with key-0 to key-9
key_points_of_the_design_document_are_listed_below
secret_key_base_is_read_from_credentials
secret_manager_client_with_long_function_name_here
re_render_the_component_when_props_change_only
re_path(r'^articles/(?P<year>[0-9]{4})/$')
fw_update_in_progress_flag_register
SKU 12345678
SK-II essence
Masks.create.something
Namespaces.that.are-long-enough-to-look-odd
MyVeryLongClassNameForTesting.method.anotherVeryLongMethodNameHere
NotificationsControllerTest1.method.thisIsAnotherRatherLongMethodName1
org.springframework.boot.autoconfigure.SpringBootApplication
path/to/file.with.many.dots
patternMatchingIsHard.example
pat-a-cake pat-na1-please
risk-based, task-oriented, disk-usage, desk-lamp
ask-me-anything-about-this-very-long-kebab-case-name
task_live_reload_enabled_for_everyone
MAKIASOMETHINGELSE12345
.css-1dbjc4n-a0b1c2d3e4f5g6h7i8j9k0
.AKIA{color:#fff}
.hero{background:#0a0b0c url(data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7)}
!function(e,t){"object"==typeof exports?module.exports=t():e.sk_=t()}(this,function(){return n.O(0,[774],function(){})});
var a=b?c.d(e):f,g=h.i(j,k),l=m.n;o.p=q[r]||s
ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl me@host
SHA256:uNiVztksCsDhcc0u9e8BgrJXVGDgoqz4Ot7c0sbAxw0
password: hunter2
Authorization: Bearer <token>
Authorization: Bearer ${TOKEN}
client_secret: see the vault
dapi is the name of our data API
dp.pt. is the prefix of Doppler
hvs. is how Vault's tokens begin now
tokens begin with ghp_, sk-proj- or AKIA
the prefixes are xoxb-, xoxp- and xapp-
lin_api_ and ntn_ are prefixes too
squ_ for users, sqp_ for projects
EAAA
LTAI
12345678:AA
1.0-alpha:AAB
00:AA:BB:CC:DD:EE
fe80::1ff:fe23:4567:890a
MAC 01:23:45:67:89:AB
M1, N2 and O3 are the names of the machines
https://discord.com/api/webhooks/
https://open.feishu.cn/open-apis/bot/v2/hook/
https://example.com/?sig=short
AccountName=devstoreaccount1;AccountKey=...
DefaultEndpointsProtocol=https;AccountName=x;AccountKey=<key>
mailto:team@example.com
a://b:c@
://:@
`), "\n")
	for i := range 12 {
		png := make([]byte, 300)
		for j := range png {
			png[j] = byte(r.IntN(256))
		}
		all = append(all,
			bake(r, "h40"), bake(r, "h64"), bake(r, "h32"), "md5 "+bake(r, "h32")+" ok", bake(r, "h8 =- h4 =-4 h3 =-a h3 =- h12"),
			"data:image/png;base64,"+base64.StdEncoding.EncodeToString(png),
			"ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQ"+bake(r, "b300")+" me@host",
			"app."+bake(r, "h8")+".chunk.js", fmt.Sprintf("v%d.%d.%d", i, i, i), "etag W/\""+bake(r, "h32")+"\"",
		)
	}
	return all
}

func TestClean_NearMisses(t *testing.T) {
	all := nearMisses()
	if len(all) < 200 {
		t.Errorf("only %d texts", len(all))
	}
	for _, s := range all {
		for _, in := range []string{s, "see " + s + " here", "\"" + s + "\"", "键：" + s + "。"} {
			if got, removed := guard.Clean(in); got != in || removed != nil {
				t.Errorf("Clean(%q) = %q, %v", in, got, removed)
			}
		}
	}
	joined := strings.Join(all, "\n")
	if got, removed := guard.Clean(joined); got != joined {
		t.Errorf("all together: %v", removed)
	}
}

// TestSuspicious_MaybeASecret has what is no known shape: it stays, and is shown
// to a person.
func TestSuspicious_MaybeASecret(t *testing.T) {
	strong := "Zq8" + "vT3pLx" + "9wR"
	for _, s := range []string{
		"password = " + strong, "DB_PASSWORD=" + strong, "db password: `" + strong + "`", `{"api_key": "` + strong + `"}`, "Authorization: Bearer " + strong + strong,
		"the secret is " + strong, "密码是 " + strong, "数据库密码：" + strong, "API_KEY=" + "5f2b9c1e" + "7a3d4f60", "client_secret=" + strong + "!",
	} {
		if got, removed := guard.Clean(s); got != s || removed != nil {
			t.Errorf("Clean(%q) = %q, %v", s, got, removed)
		}
		got := guard.Suspicious(body(s))
		if len(got) != 1 || got[0].Code != guard.MaybeASecret || got[0].Found != "" {
			t.Errorf("Suspicious(%q) = %v", s, got)
		}
	}
	for _, s := range nearMisses() {
		if got := guard.Suspicious(body(s)); len(got) > 0 && !strings.Contains(s, "hunter2") {
			t.Errorf("Suspicious(%q) = %v", s, got)
		}
	}
}
