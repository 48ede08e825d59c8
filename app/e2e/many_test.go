package e2e

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"memtray/store"
)

// TestMany: eight clients start at the same moment on a new data folder and save
// 500 memories each, while somebody reads. Everything acknowledged is there, once.
func TestMany(t *testing.T) {
	slow(t)
	const clients, saves = 8, 500
	p := newPerson(t)
	var mu sync.Mutex
	ids := map[string]bool{}
	var all sync.WaitGroup
	for i := range clients {
		cmd := p.command(t, shim(t), "--client", fmt.Sprintf("client-%d", i))
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		start(t, cmd)
		all.Go(func() {
			lines := bufio.NewScanner(out)
			ask := func(request string) string {
				fmt.Fprintln(in, request)
				if !lines.Scan() {
					t.Errorf("client %d got no answer: %v", i, lines.Err())
					return ""
				}
				return lines.Text()
			}
			ask(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`)
			for n := range saves {
				answer := ask(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"memory_save","arguments":{"body":"memory %d of client %d"}}}`, n+2, n, i))
				_, rest, ok := strings.Cut(answer, "saved #")
				id, _, _ := strings.Cut(rest, " ")
				mu.Lock()
				if !ok || ids[id] {
					t.Errorf("client %d, memory %d: %s", i, n, answer)
				}
				ids[id] = true
				mu.Unlock()
				if !ok {
					return
				}
			}
			in.Close()
			io.Copy(io.Discard, out)
		})
	}
	done := make(chan struct{})
	go func() { all.Wait(); close(done) }()
	for {
		p.must(t, "search", "--all", "--json", "memory")
		select {
		case <-done:
		case <-time.After(200 * time.Millisecond):
			continue
		}
		break
	}
	var found struct{ Total int }
	if err := json.Unmarshal([]byte(p.must(t, "search", "--all", "--json", "memory")), &found); err != nil || found.Total != clients*saves {
		t.Errorf("%d memories are found, want %d; %v", found.Total, clients*saves, err)
	}
	s := p.open(t)
	listed, err := s.Find(context.Background(), store.Query{Limit: 1})
	if err != nil || listed.Total != clients*saves || len(ids) != clients*saves {
		t.Errorf("%d memories are listed and %d acknowledged, want %d; %v", listed.Total, len(ids), clients*saves, err)
	}
}
