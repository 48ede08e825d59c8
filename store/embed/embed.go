// Package embed searches by meaning: a local endpoint that speaks OpenAI's form
// of POST /embeddings, such as Ollama or LM Studio, turns texts into vectors,
// which the store keeps and compares.
//
// It is off until the person names an endpoint and a model, and it speaks to
// nothing but loopback unless the person allows a remote endpoint explicitly. It
// is an addition that search never depends on: an endpoint that is down, slow or
// talks nonsense finds nothing more, and is left alone for a while.
package embed

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"memtray/store"
)

// Embeddings are the vectors of one store. They are safe for concurrent use.
type Embeddings struct {
	store store.Store
	now   func() time.Time
	ctx   context.Context // of requests for which nobody waits
	end   context.CancelFunc

	mu       sync.Mutex
	value    string  // of the setting that the following are made of
	setting  setting // zero while off
	client   *client // nil while off
	queries  queries
	indexing breaker
}

// Option changes how [Embeddings] work.
type Option func(*Embeddings)

// WithClock makes now the source of time; the default is [time.Now].
func WithClock(now func() time.Time) Option { return func(e *Embeddings) { e.now = now } }

// New returns the embeddings of s. [Embeddings.Close] ends them; s stays open.
func New(s store.Store, options ...Option) *Embeddings {
	e := &Embeddings{store: s, now: time.Now}
	e.ctx, e.end = context.WithCancel(context.Background())
	for _, o := range options {
		o(e)
	}
	return e
}

// Close gives up what has been asked of the endpoint.
func (e *Embeddings) Close() {
	e.end()
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.client != nil {
		e.client.close()
	}
}

// Status says how embeddings are doing.
type Status struct {
	On bool `json:"on"`
	Config
	Dimensions int                `json:"dimensions"` // of the model's vectors
	Memories   store.VectorCounts `json:"memories"`   // how many have vectors, of how many

	// Failure is what last went wrong, by any process, until it goes right again.
	Failure   string       `json:"failure"`
	FailureAt store.Millis `json:"failure_at"`
}

// failure is the value of [store.SettingEmbeddingsFailure].
type failure struct {
	Message string       `json:"message"`
	At      store.Millis `json:"at"`
}

// Status returns how embeddings are doing.
func (e *Embeddings) Status(ctx context.Context) (Status, error) {
	set, _, err := e.current(ctx)
	if err != nil || set.Dimensions == 0 {
		return Status{}, err
	}
	out := Status{On: true, Config: set.Config, Dimensions: set.Dimensions}
	if out.Memories, err = e.store.VectorCounts(ctx, set.scope()); err != nil {
		return Status{}, err
	}
	value, err := e.store.Setting(ctx, store.SettingEmbeddingsFailure)
	if err != nil {
		return Status{}, err
	}
	var f failure
	if value != "" && json.Unmarshal([]byte(value), &f) == nil {
		out.Failure, out.FailureAt = f.Message, f.At
	}
	return out, nil
}

// checkTime bounds the request that looks whether an endpoint works: a model may
// have to be loaded first.
const checkTime = time.Minute

// SwitchOn makes a search also one by meaning. It asks the endpoint for one
// vector first, and fails with what is wrong if that does. Vectors of another
// model are removed. The memories get theirs in the background, see
// [Embeddings.Index]. Only the person may do that.
func (e *Embeddings) SwitchOn(ctx context.Context, by store.Author, c Config) (Status, error) {
	if err := onlyPerson(by); err != nil {
		return Status{}, err
	}
	if err := c.Validate(); err != nil {
		return Status{}, err
	}
	dimensions, err := check(ctx, c)
	if err != nil {
		return Status{}, err
	}
	former, _, err := e.current(ctx)
	if err != nil {
		return Status{}, err
	}
	next := setting{Config: c, Dimensions: dimensions}
	if former.model() != next.model() {
		if _, err := e.store.DropVectors(ctx); err != nil {
			return Status{}, err
		}
	}
	if err := e.store.SetSetting(ctx, store.SettingEmbeddings, next.String()); err != nil {
		return Status{}, err
	}
	if err := e.report(ctx, nil); err != nil {
		return Status{}, err
	}
	return e.Status(ctx)
}

// check asks an endpoint for one vector and returns its dimensions.
func check(ctx context.Context, c Config) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	one := newClient(c, nil)
	defer one.close()
	vectors, err := one.embed(ctx, []string{"memory"}, 0)
	if err != nil {
		return 0, err
	}
	return len(vectors[0]), nil
}

// SwitchOff ends search by meaning and removes all vectors. It returns how many.
// Only the person may do that.
func (e *Embeddings) SwitchOff(ctx context.Context, by store.Author) (int, error) {
	if err := onlyPerson(by); err != nil {
		return 0, err
	}
	if err := e.store.SetSetting(ctx, store.SettingEmbeddings, ""); err != nil {
		return 0, err
	}
	if err := e.report(ctx, nil); err != nil {
		return 0, err
	}
	return e.store.DropVectors(ctx)
}

func onlyPerson(by store.Author) error {
	if by.Kind != store.Person {
		return store.Errorf(store.Invalid, "only the person can switch embeddings on or off")
	}
	return nil
}

// current returns what is set now and its client, which is nil while off.
// Whatever process changed the setting, the next call sees it.
func (e *Embeddings) current(ctx context.Context) (setting, *client, error) {
	value, err := e.store.Setting(ctx, store.SettingEmbeddings)
	if err != nil {
		return setting{}, nil, err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if value != e.value {
		if e.client != nil {
			e.client.close()
		}
		e.value, e.setting, e.client, e.queries, e.indexing = value, setting{}, nil, queries{}, breaker{}
		if set, on := parse(value); on {
			e.setting, e.client = set, newClient(set.Config, nil)
		}
	}
	return e.setting, e.client, nil
}

// report notes what went wrong, or with nil that all is well, unless that is
// noted already.
func (e *Embeddings) report(ctx context.Context, wrong error) error {
	former, err := e.store.Setting(ctx, store.SettingEmbeddingsFailure)
	if err != nil {
		return err
	}
	var known failure
	if former != "" {
		_ = json.Unmarshal([]byte(former), &known) // what cannot be read is replaced
	}
	message := store.ErrorMessage(wrong)
	if message == known.Message {
		return nil
	}
	value := ""
	if wrong != nil {
		b, _ := json.Marshal(failure{message, store.MillisOf(e.now())}) // texts and numbers always can be
		value = string(b)
	}
	return e.store.SetSetting(ctx, store.SettingEmbeddingsFailure, value)
}
