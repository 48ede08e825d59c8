package mcpserver

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"memtray/store"
)

// raw sends bytes as they are and returns the status of every answer until the
// connection ends or nothing comes for a while.
func (e *endpoint) raw(t *testing.T, text string) (statuses []int, said string) {
	t.Helper()
	conn, err := net.Dial("tcp", e.host)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	go io.WriteString(conn, text) // the server may hang up before it has read all
	if err := conn.SetReadDeadline(time.Now().Add(1500 * time.Millisecond)); err != nil {
		t.Fatal(err)
	}
	in := bufio.NewReader(conn)
	for {
		res, err := http.ReadResponse(in, nil)
		if err != nil {
			return statuses, said
		}
		body, _ := io.ReadAll(res.Body)
		statuses, said = append(statuses, res.StatusCode), said+string(body)
	}
}

// TestHTTP_Raw: what no client of HTTP sends gets no further than what is written
// by the book, and nothing is done for it.
func TestHTTP_Raw(t *testing.T) {
	e := newEndpoint(t, func(s *http.Server) { s.ReadHeaderTimeout, s.ReadTimeout = 400*time.Millisecond, 800*time.Millisecond })
	secret, _ := e.token(store.NewToken{})
	_, port, _ := strings.Cut(e.host, ":")
	save := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"memory_save","arguments":{"body":"x"},` +
		`"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`
	era := "Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n" +
		"Mcp-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: memory_save\r\n"
	host, auth := "Host: "+e.host+"\r\n", "Authorization: Bearer "+secret+"\r\n"
	length := fmt.Sprintf("Content-Length: %d\r\n", len(save))
	chunked := "Transfer-Encoding: chunked\r\n"
	post := "POST /v1/mcp HTTP/1.1\r\n"
	chunk := fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(save), save)

	cases := map[string]struct {
		text string
		want []int // of the answers; the first one that differs fails
	}{
		"no host":                       {post + auth + era + length + "\r\n" + save, []int{400}},
		"an empty host":                 {post + "Host: \r\n" + auth + era + length + "\r\n" + save, []int{403}},
		"two hosts":                     {post + host + "Host: evil.example\r\n" + auth + era + length + "\r\n" + save, []int{400}},
		"HTTP/1.0 without a host":       {"POST /v1/mcp HTTP/1.0\r\n" + auth + era + length + "\r\n" + save, []int{403}},
		"HTTP/1.0 without a token":      {"POST /v1/mcp HTTP/1.0\r\n" + host + era + length + "\r\n" + save, []int{401}},
		"HTTP/0.9":                      {"GET /v1/mcp\r\n\r\n", []int{400}},
		"HTTP/2 from the start":         {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", []int{403}},
		"an upgrade to h2c":             {post + host + era + "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n" + length + "\r\n" + save, []int{401}},
		"the address of another":        {"POST http://evil.example/v1/mcp HTTP/1.1\r\n" + host + auth + era + length + "\r\n" + save, []int{403}},
		"CONNECT":                       {"CONNECT " + e.host + " HTTP/1.1\r\n" + host + auth + "\r\n", []int{404}},
		"OPTIONS *":                     {"OPTIONS * HTTP/1.1\r\n" + host + auth + "\r\n", []int{404}},
		"OPTIONS * of another host":     {"OPTIONS * HTTP/1.1\r\nHost: evil.example\r\n\r\n", []int{403}},
		"an empty origin":               {post + host + auth + "Origin: \r\n" + era + length + "\r\n" + save, []int{403}},
		"user in the host":              {post + "Host: x@127.0.0.1:" + port + "\r\n" + auth + era + length + "\r\n" + save, []int{400}},
		"an ideographic stop":           {post + "Host: 127。0。0。1:" + port + "\r\n" + auth + era + length + "\r\n" + save, []int{400}},
		"a method of its own":           {"SAVE /v1/mcp HTTP/1.1\r\n" + host + auth + era + length + "\r\n" + save, []int{405}},
		"lengths that differ":           {post + host + auth + era + "Content-Length: 3\r\n" + length + "\r\n" + save, []int{400}},
		"a length below zero":           {post + host + auth + era + "Content-Length: -1\r\n\r\n" + save, []int{400}},
		"a length with a sign":          {post + host + auth + era + "Content-Length: +5\r\n\r\n" + save, []int{400}},
		"a length beyond int64":         {post + host + auth + era + "Content-Length: 99999999999999999999\r\n\r\n" + save, []int{400}},
		"another encoding":              {post + host + auth + era + "Transfer-Encoding: gzip, chunked\r\n\r\n" + chunk, []int{501}},
		"an encoding spelt oddly":       {post + host + auth + era + "Transfer-Encoding: xchunked\r\n\r\n" + chunk, []int{501}},
		"chunked twice":                 {post + host + auth + era + chunked + chunked + "\r\n" + chunk, []int{501}},
		"a chunk that is no number":     {post + host + auth + era + chunked + "\r\nzz\r\n" + save + "\r\n0\r\n\r\n", []int{400}},
		"a chunk of 2^64":               {post + host + auth + era + chunked + "\r\n10000000000000000\r\n" + save, []int{400}},
		"a chunk too short":             {post + host + auth + era + chunked + "\r\n5\r\n" + save + "\r\n0\r\n\r\n", []int{400}},
		"a space in a header's name":    {post + host + "Authorization : Bearer " + secret + "\r\n" + era + length + "\r\n" + save, []int{400}},
		"a token in a trailer":          {post + host + era + "Trailer: Authorization\r\n" + chunked + "\r\n" + strings.TrimSuffix(chunk, "\r\n") + auth + "\r\n", []int{401}},
		"a replay of a stream":          {"GET /v1/mcp HTTP/1.1\r\n" + host + auth + "Accept: text/event-stream\r\nMcp-Session-Id: nobody\r\nLast-Event-ID: 0_0\r\n\r\n", []int{404}},
		"a NUL in a header":             {post + host + "X-A: a\x00b\r\n" + auth + era + length + "\r\n" + save, []int{400}},
		"a token with a letter more":    {post + host + "Authorization: Bearer " + secret + "é\r\n" + era + length + "\r\n" + save, []int{401}},
		"a scheme in wide letters":      {post + host + "Authorization: Ｂearer " + secret + "\r\n" + era + length + "\r\n" + save, []int{401}},
		"a token behind a tab":          {post + host + "Authorization: Bearer\t" + secret + "\r\n" + era + length + "\r\n" + save, []int{401}},
		"a Han session":                 {post + host + auth + "Mcp-Session-Id: 会话\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n" + length + "\r\n" + save, []int{404}},
		"a long header":                 {post + host + auth + "X-A: " + strings.Repeat("a", 100<<10) + "\r\n" + era + length + "\r\n" + save, []int{431}},
		"many headers":                  {post + host + auth + strings.Repeat("X-A: b\r\n", 12_000) + era + length + "\r\n" + save, []int{431}},
		"headers without an end":        {post + host + auth, nil},
		"a body without an end":         {post + host + auth + era + length + "\r\n" + save[:20], []int{400}},
		"no token, a body still coming": {post + host + era + "Expect: 100-continue\r\nContent-Length: 8000000\r\n\r\n", []int{401}},
		"compressed":                    {post + host + auth + era + "Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\n\x1f\x8b\x08\x00", []int{400}},
		"a length and chunks":           {post + host + auth + era + "Content-Length: 4\r\n" + chunked + "\r\n0\r\n\r\n" + post + host + length + "\r\n" + save, []int{400, 401}},
		"a second one without a token":  {post + host + auth + era + "Content-Length: 2\r\n\r\n{}" + post + host + era + length + "\r\n" + save, []int{400, 401}},
	}
	t.Run("all", func(t *testing.T) {
		for name, c := range cases {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				got, said := e.raw(t, c.text)
				if fmt.Sprint(got) != fmt.Sprint(c.want) {
					t.Errorf("answered %v %.300s, want %v", got, said, c.want)
				}
				if strings.Contains(said, secret) {
					t.Error("the answer repeats the token")
				}
			})
		}
	})
	if got, err := e.recall.Store().Find(t.Context(), store.Query{Limit: 1}); err != nil || got.Total != 0 {
		t.Errorf("something was stored: %+v, %v", got, err)
	}
	if got, said := e.raw(t, post+host+auth+era+chunked+"\r\n"+chunk); len(got) != 1 || got[0] != 200 || !strings.Contains(said, "saved #1") {
		t.Errorf("in chunks: %v %s", got, said)
	}
}
