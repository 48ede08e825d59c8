package embed

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"memtray/store"
	"memtray/store/text"
)

const (
	batch     = 16 // texts of one request
	batchTime = 2 * time.Minute

	// maxText is how much of a text becomes a vector, in tokens as package text
	// counts them: the window of small models. What a memory is about stands at
	// its beginning.
	maxText = 500

	restAtLeast = 50 * time.Millisecond // between two requests
	busyPause   = 200 * time.Millisecond
	busyTries   = 25 // to store what was made while others write

	firstPause = 30 * time.Second // after a failure
	lastPause  = 30 * time.Minute
)

// Index makes the vectors that are missing, the newest memories first, until none
// is or ctx ends. It works in small steps and rests after each as long as it
// took, and only one process at a time does it. An endpoint that fails ends it,
// and is left alone for a growing while; what is wrong stands in the [Status].
// The error is that of the store.
func (e *Embeddings) Index(ctx context.Context) error {
	set, c, err := e.current(ctx)
	if err != nil || c == nil || e.resting(c) {
		return err
	}
	missing, err := e.store.VectorsMissing(ctx, set.scope(), 0, 1)
	if err != nil || len(missing) == 0 {
		return err
	}
	lock := flock.New(filepath.Join(e.store.Home(), "run", "embed.lock"), flock.SetPermissions(0o600))
	mine, err := lock.TryLock()
	if err != nil {
		return fmt.Errorf("lock the embeddings: %w", err)
	}
	if !mine {
		return nil // another process is at it
	}
	defer lock.Unlock()
	return e.indexAll(ctx, set, c)
}

func (e *Embeddings) indexAll(ctx context.Context, set setting, c *client) error {
	var left error // what the endpoint said of texts that it does not take
	for below := int64(0); ; {
		if now, _, err := e.current(ctx); err != nil || now != set {
			return err // it was switched off or over
		}
		missing, err := e.store.VectorsMissing(ctx, set.scope(), below, batch)
		if err != nil || len(missing) == 0 {
			if err == nil {
				err = e.settled(ctx, c, left)
			}
			return err
		}
		below = missing[len(missing)-1].ID
		began := time.Now()
		vectors, refused, err := vectorsOf(ctx, set, c, missing)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return e.settled(ctx, c, err)
		}
		if refused != nil {
			left = refused
		}
		if err := e.put(ctx, set, vectors); err != nil {
			return err
		}
		if !rest(ctx, max(restAtLeast, time.Since(began))) {
			return nil
		}
	}
}

// vectorsOf asks for the vectors of texts. If the endpoint refuses them together
// it is asked for each alone, and refused is why some have none.
func vectorsOf(ctx context.Context, set setting, c *client, texts []store.VectorText) (out []store.Vector, refused, err error) {
	ctx, cancel := context.WithTimeout(ctx, batchTime)
	defer cancel()
	inputs := make([]string, len(texts))
	for i, t := range texts {
		inputs[i] = input(t)
	}
	vectors, err := c.embed(ctx, inputs, set.Dimensions)
	if one := (refusal{}); errors.As(err, &one) {
		if len(texts) == 1 {
			return nil, store.Errorf(store.Internal, "memory #%d got no vector: %s", texts[0].ID, store.ErrorMessage(one.error)), nil
		}
		for i := range texts {
			alone, why, err := vectorsOf(ctx, set, c, texts[i:i+1])
			if err != nil {
				return nil, nil, err
			}
			if why != nil {
				refused = why
			}
			out = append(out, alone...)
		}
		return out, refused, nil
	}
	if err != nil {
		return nil, nil, err
	}
	for i, v := range vectors {
		out = append(out, store.Vector{ID: texts[i].ID, Revision: texts[i].Revision, Values: v})
	}
	return out, nil, nil
}

// put stores vectors as soon as nobody else writes. If that takes too long they
// are made again another time.
func (e *Embeddings) put(ctx context.Context, set setting, all []store.Vector) error {
	if len(all) == 0 {
		return nil
	}
	for try := 1; ; try++ {
		if now, _, err := e.current(ctx); err != nil || now != set {
			return err
		}
		_, err := e.store.PutVectors(ctx, set.model(), all)
		if store.ErrorCode(err) != store.Busy || try == busyTries || !rest(ctx, busyPause) {
			return err
		}
	}
}

// rest waits, and returns false if ctx ends.
func rest(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// resting reports whether the endpoint is left alone after a failure.
func (e *Embeddings) resting(c *client) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return c == e.client && e.indexing.open(e.now())
}

// settled notes how indexing ended: wrong is what the endpoint did, nil if all
// went well.
func (e *Embeddings) settled(ctx context.Context, c *client, wrong error) error {
	e.mu.Lock()
	if c == e.client {
		if wrong == nil {
			e.indexing.worked()
		} else {
			e.indexing.failed(e.now(), firstPause, lastPause)
		}
	}
	e.mu.Unlock()
	return e.report(ctx, wrong)
}

// input is the text of which a memory's vector is made.
func input(t store.VectorText) string {
	if t.Title == "" {
		return clip(t.Body)
	}
	return clip(t.Title + "\n" + t.Body)
}

// clip cuts a text to [maxText] tokens.
func clip(s string) string {
	const atMost = 8 * maxText // characters: no text has more of them in so few tokens, or it is no text
	s = text.Cut(s, atMost)
	for n := text.Count(s); n > maxText; n = text.Count(s) {
		characters := len([]rune(s))
		s = text.Cut(s, min(characters-2, characters*maxText/n))
	}
	return s
}
