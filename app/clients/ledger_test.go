package clients_test

import (
	"context"
	"sync"
	"testing"

	"memtray/store"
)

// memoryLedger holds registrations only.
type memoryLedger struct {
	store.Store
	mu  sync.Mutex
	all map[string]store.Registration
}

func openStore(testing.TB) store.Store { return &memoryLedger{all: map[string]store.Registration{}} }

func (m *memoryLedger) Registration(_ context.Context, id string) (store.Registration, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	r, ok := m.all[id]
	if !ok {
		return r, store.Errorf(store.NotFound, "no registration")
	}
	return r, nil
}

func (m *memoryLedger) PutRegistration(_ context.Context, r store.Registration) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.all[r.Client] = r
	return nil
}

func (m *memoryLedger) DropRegistration(_ context.Context, id string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.all, id)
	return nil
}
