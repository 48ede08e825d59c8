package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestEmbeddings(t *testing.T) {
	c := newComputer(t)
	endpoint := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/v1/embeddings" {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write([]byte(`{"data":[{"embedding":[1,2,3]}]}`))
	}))
	defer endpoint.Close()
	url := endpoint.URL + "/v1"
	c.must("save", "one")
	for _, test := range []struct {
		args           string
		code           int
		stdout, stderr string
	}{
		{args: "embeddings", stdout: "embeddings are off\n"},
		{args: "embeddings maybe", code: 2, stderr: `embeddings takes on or off, not "maybe"`},
		{args: "embeddings on", code: 2, stderr: "embeddings on needs --url URL and --model NAME"},
		{args: "embeddings on m --url " + url + " --model m", code: 2, stderr: "takes no arguments besides flags"},
		{args: "embeddings --model m", code: 2, stderr: "--url, --model and --allow-remote belong to embeddings on"},
		{args: "embeddings off --allow-remote", code: 2, stderr: "belong to embeddings on"},
		{args: "embeddings on --model m --url http://192.0.2.1/v1", code: 1, stderr: "192.0.2.1 is not this computer: texts of your memories would leave it"},
		{args: "embeddings on --model m --url http://embeddings.example/v1", code: 1, stderr: "embeddings.example is not this computer"},
		{args: "embeddings on --model m --url " + endpoint.URL, code: 1, stderr: "answers with status 404"},
		{args: "--client codex embeddings on --model m --url " + url, code: 1, stderr: "only the person can switch embeddings on or off"},
		{args: "embeddings", stdout: "embeddings are off\n"},
		{args: "embeddings on --model m --url " + url, stdout: "embeddings are on: m at " + url + "\nvectors of 3 dimensions; 0 of 1 memories have one\n"},
		{args: "embeddings on --model m --allow-remote --url " + url, stdout: "m at " + url + ", which may be on another computer\n"},
		{args: "embeddings", stdout: "embeddings are on: m at " + url},
		{args: "search one", stdout: "one\n"},
		{args: "--client codex embeddings off", code: 1, stderr: "only the person"},
		{args: "embeddings off", stdout: "embeddings are off; 0 vectors were removed\n"},
		{args: "embeddings off", stdout: "embeddings are off; 0 vectors were removed\n"},
		{args: "help embeddings", stdout: "They are off by default."},
	} {
		out, errs, code := c.run("", strings.Fields(test.args)...)
		if code != test.code || !strings.Contains(out, test.stdout) || !strings.Contains(errs, test.stderr) {
			t.Errorf("%s: exit code %d, want %d\n%s%s", test.args, code, test.code, out, errs)
		}
	}
	for _, args := range [][]string{{"embeddings", "--json"}, {"embeddings", "on", "--json", "--url", url, "--model", "m"}, {"embeddings", "off", "--json"}} {
		var now struct {
			On         bool
			URL        string
			Dimensions int
			Memories   struct{ Have, All int }
		}
		if err := json.Unmarshal([]byte(c.must(args...)), &now); err != nil || now.On != (len(args) > 3) || now.On && (now.URL != url || now.Dimensions != 3 || now.Memories.All != 1) {
			t.Errorf("%v: %+v, %v", args, now, err)
		}
	}
}
