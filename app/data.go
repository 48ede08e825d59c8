package app

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"sync"

	"memtray/app/api"
	"memtray/app/clients"
	"memtray/frontend"
	"memtray/mcpserver"
	"memtray/store"
	"memtray/store/care"
	"memtray/store/recall"
	"memtray/store/skills"
	"memtray/store/sqlite"
)

// data is an opened data folder and what serves it.
type data struct {
	store   store.Store
	recall  *recall.Recall
	keeper  *care.Keeper
	hub     *api.Hub
	mcp     *mcpserver.Listener
	handler http.Handler // the API and the dashboard, without credentials

	stop context.CancelFunc
	done sync.WaitGroup
}

// openData opens the data folder and starts to follow it.
func openData(home string) (*data, error) {
	shim, err := shim(home)
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(context.Background())
	s, err := sqlite.Open(ctx, sqlite.Options{Home: home})
	if err != nil {
		stop()
		return nil, fmt.Errorf("open the memories: %w", err)
	}
	d := &data{store: s, recall: recall.New(s), keeper: care.New(s), hub: api.NewHub(s), stop: stop}
	d.mcp = mcpserver.NewListener(mcpserver.ListenOptions{Changed: d.hub.TokensChanged, Server: mcpserver.Options{
		Recall:  func(context.Context) (*recall.Recall, error) { return d.recall, nil },
		Skills:  skills.In(home),
		Version: mcpserver.Version,
		Log:     slog.Default(),
	}})
	d.handler = api.New(api.Options{
		Recall:  d.recall,
		Keeper:  d.keeper,
		Clients: clients.New(s, clients.SystemEnv(), shim),
		Assets:  frontend.Assets(),
		Version: mcpserver.Version,
		Hub:     d.hub,
		MCP:     d.mcp,
	})
	d.done.Go(func() { d.hub.Run(ctx) })
	d.done.Go(func() { d.mcp.Run(ctx) })
	d.done.Go(func() { d.keeper.Run(ctx, d.recall, slog.Default()) })
	return d, nil
}

// close lets what was saved and noted reach the file, then releases it.
func (d *data) close() {
	d.stop()
	d.done.Wait()
	d.recall.Close()
	d.store.Close()
}
