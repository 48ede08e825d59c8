package embed

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"syscall"
	"time"
	"unicode"

	"memtray/store"
	"memtray/store/text"
	"memtray/store/vector"
)

// maxAnswer bounds what is read of an answer: 16 vectors of the most dimensions,
// written out in full, have 3 MB.
const maxAnswer = 8 << 20

// client asks one endpoint for vectors.
type client struct {
	config Config
	http   *http.Client
}

// newClient returns a client of a valid configuration. It uses no proxy, follows
// no redirect, and unless remote endpoints are allowed it connects to nothing but
// loopback, whatever address a name leads to at that moment.
func newClient(c Config, resolver *net.Resolver) *client {
	dialer := &net.Dialer{Timeout: 5 * time.Second, Resolver: resolver}
	if !c.AllowRemote {
		dialer.Control = func(_, address string, _ syscall.RawConn) error {
			host, _, err := net.SplitHostPort(address)
			if ip := net.ParseIP(host); err != nil || ip == nil || !ip.IsLoopback() {
				return notLoopback(address)
			}
			return nil
		}
	}
	return &client{config: c, http: &http.Client{
		Transport: &http.Transport{
			DialContext:     dialer.DialContext,
			MaxIdleConns:    2,
			IdleConnTimeout: 30 * time.Second,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

func (c *client) close() { c.http.CloseIdleConnections() }

// refusal is an error about the texts that were asked for, not about the
// endpoint: others may do.
type refusal struct{ error }

func (r refusal) Unwrap() error { return r.error }

// embed returns the vectors of texts, of length one, in their order. All have the
// same dimensions; if wanted is not 0, these. Errors are [store.Error]s which say
// what to do.
func (c *client) embed(ctx context.Context, texts []string, wanted int) ([][]float32, error) {
	body, err := json.Marshal(struct {
		Model string   `json:"model"`
		Input []string `json:"input"`
	}{c.config.Model, texts})
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, strings.TrimRight(c.config.URL, "/")+"/embeddings", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json")
	req.Header.Set("User-Agent", "memtray")
	res, err := c.http.Do(req)
	if err != nil {
		return nil, c.unreachable(err)
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer+1))
	switch {
	case err != nil:
		return nil, c.unreachable(err)
	case res.StatusCode >= 300 && res.StatusCode < 400:
		return nil, failed("the endpoint redirects to another address, which is not followed; give its own address")
	case res.StatusCode != http.StatusOK:
		return nil, refused(res.StatusCode, answer)
	case len(answer) > maxAnswer:
		return nil, failed("the endpoint answers with more than %d MB; is it one for embeddings?", maxAnswer>>20)
	}
	return readVectors(answer, len(texts), wanted)
}

// failed is an error of the endpoint that was named.
func failed(format string, args ...any) error { return store.Errorf(store.Invalid, format, args...) }

// unreachable explains why there is no answer.
func (c *client) unreachable(err error) error {
	if e, ok := errors.AsType[*store.Error](err); ok {
		return e // it is not this machine
	}
	timeout := interface{ Timeout() bool }(nil)
	message := fmt.Sprintf("no embeddings endpoint answers at %s; is it running?", c.config.URL)
	if errors.As(err, &timeout) && timeout.Timeout() {
		message = fmt.Sprintf("the embeddings endpoint at %s took too long to answer", c.config.URL)
	}
	return &store.Error{Code: store.Invalid, Message: message, Err: err}
}

// refused explains an answer that is no success, in the endpoint's own words if
// it has any.
func refused(status int, answer []byte) error {
	var said struct {
		Error any `json:"error"`
	}
	_ = json.Unmarshal(answer, &said) // words that cannot be read are none
	words, _ := said.Error.(string)
	if object, ok := said.Error.(map[string]any); ok {
		words, _ = object["message"].(string)
	}
	words = text.Cut(strings.Join(strings.FieldsFunc(words, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r)
	}), " "), 200)
	if words != "" {
		words = ": " + words
	}
	err := failed("the embeddings endpoint answers with status %d%s", status, words)
	if status == http.StatusBadRequest || status == http.StatusRequestEntityTooLarge || status == http.StatusUnprocessableEntity {
		return refusal{err}
	}
	return err
}

// readVectors reads an answer with count vectors.
func readVectors(answer []byte, count, wanted int) ([][]float32, error) {
	var in struct {
		Data []struct {
			Index     *int      `json:"index"`
			Embedding []float32 `json:"embedding"`
		} `json:"data"`
	}
	if err := json.Unmarshal(answer, &in); err != nil {
		return nil, failed("the endpoint's answer is not what an OpenAI-compatible one sends; check the url, which often ends in /v1")
	}
	if len(in.Data) != count {
		return nil, failed("the endpoint answers with %d vectors for %d texts; check the url, which often ends in /v1", len(in.Data), count)
	}
	out := make([][]float32, count)
	for i, one := range in.Data {
		if one.Index != nil {
			i = *one.Index
		}
		if i < 0 || i >= count || out[i] != nil {
			return nil, failed("the endpoint's answer names its vectors wrongly")
		}
		if err := vector.Normalise(one.Embedding); err != nil {
			return nil, failed("the endpoint's answer is no vector: %v", err)
		}
		if wanted == 0 {
			wanted = len(one.Embedding)
		}
		if len(one.Embedding) != wanted {
			return nil, failed("the model now answers with %d dimensions instead of %d; switch embeddings on again", len(one.Embedding), wanted)
		}
		out[i] = one.Embedding
	}
	return out, nil
}
