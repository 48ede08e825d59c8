package main

import (
	"context"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"sync"
	"sync/atomic"
)

const (
	peerRecords = 1000 // in each store before saves and searches are measured
	peerCalls   = 25   // of a round

	writers     = 4
	writerSaves = 250

	// leastFaster is how much sooner the shim must answer than the first peer.
	leastFaster = 25
)

// comparePeers compares the shim with every server of peers/package.json.
func (b *bench) comparePeers(folder string) ([]result, error) {
	var results []result
	for i, module := range []string{"@modelcontextprotocol/server-memory", "@itseasy21/mcp-knowledge-graph"} {
		name := path.Base(module)
		entry, err := filepath.Abs(filepath.Join(folder, "node_modules", module, "dist", "index.js"))
		if err != nil {
			return nil, err
		}
		more, err := b.comparePeer(graphServer(name, entry, b.dir))
		if err != nil {
			return nil, fmt.Errorf("compare with %s: %w", name, err)
		}
		if i == 0 {
			more[0].least = leastFaster
		}
		results = append(results, more...)
	}
	return results, nil
}

func (b *bench) comparePeer(peer product) ([]result, error) {
	results, err := b.compareStarts(peer)
	if err != nil {
		return nil, err
	}
	ours := memtray(b.shim, filepath.Join(b.dir, "beside-"+peer.name))
	calls, err := compareCalls(b.ctx, ours, peer)
	if err != nil {
		return nil, err
	}
	results = append(results, calls...)
	for _, p := range []product{peer, ours} {
		missing, of, err := lost(b.ctx, p)
		if err != nil {
			return nil, fmt.Errorf("%d writers of %s: %w", writers, p.name, err)
		}
		if p.name == ours.name && missing > 0 {
			return nil, fmt.Errorf("%d of %d saves of %d writers are lost", missing, of, writers)
		}
		value := fmt.Sprintf("%d of %d", missing, of)
		if missing > of {
			value = "everything" // what was there before, too
		}
		results = append(results, result{what: fmt.Sprintf("%s: lost of %d writers' saves", p.name, writers), value: value})
	}
	return results, nil
}

// compareStarts compares our start over the great store with the peer's over an
// empty one.
func (b *bench) compareStarts(peer product) ([]result, error) {
	var ours, theirs series
	for i := range rounds * roundSpawns {
		for _, s := range []struct {
			series  *series
			command []string
			env     []string
		}{{&ours, b.shimCommand(), nil}, {&theirs, peer.command, peer.env}} {
			var c *client
			err := s.series.timed(i/roundSpawns, func() (err error) {
				c, err = start(b.ctx, s.command, s.env...)
				return err
			})
			if err != nil {
				return nil, err
			}
			if err := c.end(); err != nil {
				return nil, err
			}
		}
	}
	r := theirs.row(peer.name + ": spawn to initialize, against ours")
	r.ratio = theirs.over(&ours)
	return []result{r}, nil
}

// compareCalls fills both with the same texts and lets them take turns.
func compareCalls(ctx context.Context, ours, theirs product) ([]result, error) {
	var save, search [2]series
	var clients [2]*client
	products := [2]product{ours, theirs}
	for k, p := range products {
		c, err := start(ctx, p.command, p.env...)
		if err != nil {
			return nil, err
		}
		defer c.end()
		clients[k] = c
		for i := range peerRecords {
			if err := p.save(c, fmt.Sprintf("record-%d", i), recordText(i)); err != nil {
				return nil, err
			}
		}
	}
	for i := range rounds * peerCalls {
		for k, p := range products {
			err := save[k].timed(i/peerCalls, func() error {
				return p.save(clients[k], fmt.Sprintf("measured-%d", i), recordText(peerRecords+i))
			})
			if err != nil {
				return nil, err
			}
			err = search[k].timed(i/peerCalls, func() error { return p.search(clients[k], topics[i%len(topics)]) })
			if err != nil {
				return nil, err
			}
		}
	}
	row := func(what string, s *[2]series) result {
		r := s[1].row(fmt.Sprintf("%s: %s with %d records, against ours", theirs.name, what, peerRecords))
		r.ratio = s[1].over(&s[0])
		return r
	}
	return []result{row("save", &save), row("search", &search)}, nil
}

// lost lets several servers save at once. It returns how many saves were
// acknowledged, and how many of these are not there afterwards.
func lost(ctx context.Context, p product) (missing, acknowledged int, err error) {
	before, err := p.count(ctx)
	if err != nil {
		return 0, 0, err
	}
	var saved atomic.Int64
	var group sync.WaitGroup
	failed := make([]error, writers)
	for w := range writers {
		group.Go(func() {
			c, err := start(ctx, p.command, p.env...)
			if err != nil {
				failed[w] = err
				return
			}
			defer c.end()
			for i := range writerSaves {
				if p.save(c, fmt.Sprintf("writer-%d-%d", w, i), recordText(10_000*(w+1)+i)) == nil {
					saved.Add(1)
				}
			}
		})
	}
	group.Wait()
	if err := errors.Join(failed...); err != nil {
		return 0, 0, err
	}
	acknowledged = int(saved.Load())
	after, err := p.count(ctx)
	return before + acknowledged - after, acknowledged, err
}
