package embed_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"memtray/store"
	"memtray/store/embed"
	"memtray/store/sqlite"
	"memtray/store/text"
)

var (
	person = store.Author{Kind: store.Person, Process: "window"}
	codex  = store.Author{Kind: store.Agent, Client: "codex"}
)

// fixture is a store with embeddings whose clock the test moves.
type fixture struct {
	*embed.Embeddings
	t     *testing.T
	store *sqlite.Store
	time  atomic.Int64
}

func open(t *testing.T) *fixture {
	t.Helper()
	f := &fixture{t: t}
	f.time.Store(time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC).UnixMilli())
	now := func() time.Time { return time.UnixMilli(f.time.Load()) }
	s, err := sqlite.Open(t.Context(), sqlite.Options{Home: t.TempDir(), Now: now})
	if err != nil {
		t.Fatal(err)
	}
	f.store, f.Embeddings = s, embed.New(s, embed.WithClock(now))
	t.Cleanup(func() {
		f.Close()
		s.Close()
	})
	return f
}

func (f *fixture) save(by store.Author, d store.Draft) store.Memory {
	f.t.Helper()
	if d.Title == "" {
		d.Title, _ = text.Title(d.Body)
		d.TitleDerived = true
	}
	saved, err := f.store.Save(f.t.Context(), by, d)
	if err != nil {
		f.t.Fatal(err)
	}
	return saved.Memory
}

// on switches embeddings on at an endpoint.
func (f *fixture) on(e *endpoint) {
	f.t.Helper()
	status, err := f.SwitchOn(f.t.Context(), person, embed.Config{URL: e.url(), Model: "words"})
	if err != nil {
		f.t.Fatal(err)
	}
	if !status.On || status.Dimensions != dimensions || status.Model != "words" {
		f.t.Errorf("switched on: %+v", status)
	}
}

func (f *fixture) index() {
	f.t.Helper()
	if err := f.Index(f.t.Context()); err != nil {
		f.t.Fatal(err)
	}
}

func (f *fixture) status() embed.Status {
	f.t.Helper()
	s, err := f.Status(f.t.Context())
	if err != nil {
		f.t.Fatal(err)
	}
	return s
}

// near returns the ids that are near a query, the first n of them.
func (f *fixture) near(query string, filter store.Filter, n int) []int64 {
	var ids []int64
	for _, one := range f.Near(f.t.Context(), query, filter) {
		ids = append(ids, one.ID)
	}
	return ids[:min(n, len(ids))]
}

func (f *fixture) wait(seconds int64) { f.time.Add(seconds * 1000) }

func ptr[T any](v T) *T { return &v }

func TestOff(t *testing.T) {
	f := open(t)
	f.save(codex, store.Draft{Body: "the car is red"})
	f.index()
	if s := f.status(); s != (embed.Status{}) {
		t.Errorf("status %+v", s)
	}
	if ids := f.near("car", store.Filter{}, 9); len(ids) != 0 {
		t.Errorf("found %v", ids)
	}
}

func TestFindsByMeaning(t *testing.T) {
	f, e := open(t), newEndpoint(t)
	car := f.save(codex, store.Draft{Body: "the automobile is red"})
	f.save(codex, store.Draft{Body: "bread needs water"})
	buy := f.save(codex, store.Draft{Title: "购买 计划", Body: "明天"})
	f.on(e)
	if s := f.status(); s.Memories != (store.VectorCounts{Have: 0, All: 3}) {
		t.Errorf("status %+v", s)
	}
	f.index()
	if s := f.status(); s.Memories != (store.VectorCounts{Have: 3, All: 3}) || s.Failure != "" {
		t.Errorf("status %+v", s)
	}
	for query, want := range map[string]int64{"car": car.ID, "汽车": car.ID, "purchase": buy.ID} {
		if ids := f.near(query, store.Filter{}, 1); !slices.Equal(ids, []int64{want}) {
			t.Errorf("%s finds %v, want #%d", query, ids, want)
		}
	}

	// An edit is found by its new text, and not by its old one.
	if _, err := f.store.Change(t.Context(), codex, store.Change{IDs: []int64{car.ID}, Patch: store.Patch{Body: ptr("the house is red")}}); err != nil {
		t.Fatal(err)
	}
	if ids := f.near("car", store.Filter{}, 9); slices.Contains(ids, car.ID) {
		t.Error("found by its former text")
	}
	_, before := e.asked()
	f.index()
	if ids := f.near("house", store.Filter{}, 1); !slices.Equal(ids, []int64{car.ID}) {
		t.Errorf("found by its new text: %v", ids)
	}
	inputs, calls := e.asked()
	if calls != before+2 || inputs[len(inputs)-2] != "the house is red" {
		t.Errorf("%d requests for one edit and a query: %q", calls-before, inputs)
	}
	f.near("house", store.Filter{}, 1)
	if _, again := e.asked(); again != calls {
		t.Error("a query that is known was asked for again")
	}
}

func TestPrivate(t *testing.T) {
	f, e := open(t), newEndpoint(t)
	secret := f.save(person, store.Draft{Body: "secret automobile", Private: true})
	public := f.save(person, store.Draft{Body: "open automobile"})
	f.on(e)
	f.index()
	if ids := f.near("secret car", store.Filter{}, 9); !slices.Equal(ids, []int64{secret.ID, public.ID}) {
		t.Errorf("the person finds %v", ids)
	}
	if ids := f.near("secret car", store.Filter{Reader: "codex"}, 9); !slices.Equal(ids, []int64{public.ID}) {
		t.Errorf("a client finds %v", ids)
	}

	// Where the endpoint may be elsewhere, private memories stay here.
	f, e = open(t), newEndpoint(t)
	f.save(person, store.Draft{Body: "secret automobile", Private: true})
	f.save(person, store.Draft{Body: "open automobile"})
	if _, err := f.SwitchOn(t.Context(), person, embed.Config{URL: e.url(), Model: "words", AllowRemote: true}); err != nil {
		t.Fatal(err)
	}
	f.index()
	if inputs, _ := e.asked(); slices.Contains(inputs, "secret automobile") || !slices.Contains(inputs, "open automobile") {
		t.Errorf("asked for %q", inputs)
	}
	if s := f.status(); s.Memories != (store.VectorCounts{Have: 1, All: 1}) {
		t.Errorf("status %+v", s)
	}
}

func TestSwitch(t *testing.T) {
	f, e := open(t), newEndpoint(t)
	for i := range 40 {
		f.save(codex, store.Draft{Body: fmt.Sprint("memory number ", i)})
	}
	f.on(e)
	f.index()
	if _, calls := e.asked(); calls != 1+3 {
		t.Errorf("%d requests for 40 memories", calls)
	}
	f.on(e) // the same model again keeps its vectors
	if s := f.status(); s.Memories.Have != 40 {
		t.Errorf("status %+v", s)
	}
	if _, err := f.SwitchOn(t.Context(), person, embed.Config{URL: e.url(), Model: "other"}); err != nil {
		t.Fatal(err)
	}
	if s := f.status(); s.Memories.Have != 0 || s.Model != "other" {
		t.Errorf("status of another model %+v", s)
	}
	f.index()
	if _, err := f.SwitchOff(t.Context(), codex); store.ErrorCode(err) != store.Invalid {
		t.Errorf("a client switches off: %v", err)
	}
	if _, err := f.SwitchOn(t.Context(), codex, embed.Config{URL: e.url(), Model: "x"}); store.ErrorCode(err) != store.Invalid {
		t.Errorf("a client switches on: %v", err)
	}
	if n, err := f.SwitchOff(t.Context(), person); err != nil || n != 40 {
		t.Errorf("switched off: %d removed, %v", n, err)
	}
	_, before := e.asked()
	f.index()
	f.near("memory", store.Filter{}, 1)
	if _, calls := e.asked(); calls != before {
		t.Error("asked while off")
	}
	if s := f.status(); s != (embed.Status{}) {
		t.Errorf("status while off: %+v", s)
	}
}

// wrongs are answers of endpoints that do not work, and what is said of them.
var wrongs = map[string]struct {
	answer  http.HandlerFunc
	message string
}{
	"500":              {status(500, ``), "answers with status 500"},
	"404 with a word":  {status(404, `{"error":{"message":"model \"x\" not\n found, try pulling it first"}}`), `answers with status 404: model "x" not found, try pulling it first`},
	"400 with a text":  {status(400, `{"error":"too long"}`), "answers with status 400: too long"},
	"HTML":             {status(200, `<html>hello</html>`), "not what an OpenAI-compatible one sends"},
	"an empty object":  {status(200, `{}`), "answers with 0 vectors for"},
	"nothing":          {status(200, ``), "not what an OpenAI-compatible one sends"},
	"an empty vector":  {status(200, `{"data":[{"index":0,"embedding":[]}]}`), "no vector"},
	"zeros":            {status(200, `{"data":[{"index":0,"embedding":[0,0]}]}`), "no vector"},
	"NaN":              {status(200, `{"data":[{"index":0,"embedding":[NaN]}]}`), "not what an OpenAI-compatible one sends"},
	"too large":        {status(200, `{"data":[{"index":0,"embedding":[1e400]}]}`), "not what an OpenAI-compatible one sends"},
	"a foreign index":  {status(200, `{"data":[{"index":7,"embedding":[1]}]}`), "names its vectors wrongly"},
	"a negative index": {status(200, `{"data":[{"index":-1,"embedding":[1]}]}`), "names its vectors wrongly"},
	"a huge body":      {huge, "more than 8 MB"},
	"a broken body":    {broken, "no embeddings endpoint answers at"},
	"a redirect":       {redirect, "redirects to another address, which is not followed"},
}

func status(code int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(code)
		_, _ = w.Write([]byte(body))
	}
}

func huge(w http.ResponseWriter, _ *http.Request) {
	block := []byte(strings.Repeat(" ", 1<<16))
	for range 1 << 10 {
		if _, err := w.Write(block); err != nil {
			return
		}
	}
}

func broken(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Length", "1000")
	_, _ = w.Write([]byte(`{"data":`))
}

func redirect(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "http://192.0.2.1/v1/embeddings", http.StatusTemporaryRedirect)
}

func TestSwitchOn_SaysWhatIsWrong(t *testing.T) {
	f, e := open(t), newEndpoint(t)
	for name, wrong := range wrongs {
		e.answers(wrong.answer)
		_, err := f.SwitchOn(t.Context(), person, embed.Config{URL: e.url(), Model: "words"})
		if err == nil || !strings.Contains(store.ErrorMessage(err), wrong.message) {
			t.Errorf("%s: %v, want %q", name, err, wrong.message)
		}
		if s := f.status(); s.On {
			t.Errorf("%s: on all the same", name)
		}
	}
	e.Close()
	_, err := f.SwitchOn(t.Context(), person, embed.Config{URL: e.url(), Model: "words"})
	if want := "no embeddings endpoint answers at " + e.url() + "; is it running?"; store.ErrorMessage(err) != want {
		t.Errorf("gone: %v", err)
	}
}

// TestNear_WithoutEndpoint: a search gets nothing, soon, and does not ask again
// for a while.
func TestNear_WithoutEndpoint(t *testing.T) {
	hang := func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	cases := map[string]http.HandlerFunc{
		"hangs":            hang,
		"other dimensions": status(200, `{"data":[{"index":0,"embedding":[1,2]}]}`),
	}
	for name, wrong := range wrongs {
		cases[name] = wrong.answer
	}
	for name, answer := range cases {
		t.Run(name, func(t *testing.T) {
			f, e := open(t), newEndpoint(t)
			car := f.save(codex, store.Draft{Body: "the automobile is red"})
			f.on(e)
			f.index()
			e.answers(answer)
			if ids := f.near("car", store.Filter{}, 1); len(ids) != 0 {
				t.Errorf("found %v", ids)
			}
			_, before := e.asked()
			f.wait(9)
			f.near("vehicle", store.Filter{}, 1)
			if _, calls := e.asked(); calls != before {
				t.Error("asked again at once")
			}
			e.answers(nil)
			f.wait(2)
			if ids := f.near("vehicle", store.Filter{}, 1); !slices.Equal(ids, []int64{car.ID}) {
				t.Errorf("when it works again: %v", ids)
			}
		})
	}
}

// TestNear_Late: what came too late for one search serves the next.
func TestNear_Late(t *testing.T) {
	f, e := open(t), newEndpoint(t)
	car := f.save(codex, store.Draft{Body: "the automobile is red"})
	f.on(e)
	f.index()
	loaded := make(chan struct{})
	e.answers(func(w http.ResponseWriter, r *http.Request) {
		<-loaded
		status(200, vectorJSON("car"))(w, r)
	})
	if ids := f.near("car", store.Filter{}, 1); len(ids) != 0 {
		t.Errorf("found %v", ids)
	}
	close(loaded)
	for end := time.Now().Add(5 * time.Second); len(f.near("car", store.Filter{}, 1)) == 0; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the late vector was lost")
		}
	}
	if ids := f.near("car", store.Filter{}, 1); !slices.Equal(ids, []int64{car.ID}) {
		t.Errorf("found %v", ids)
	}
}

func vectorJSON(text string) string {
	numbers := strings.Trim(strings.Join(strings.Fields(fmt.Sprint(meaning(text))), ","), "[]")
	return `{"data":[{"embedding":[` + numbers + `]}]}`
}
