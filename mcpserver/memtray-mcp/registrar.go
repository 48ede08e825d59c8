package main

import (
	"memtray/app/clients"
	"memtray/mcpserver"
	"memtray/store"
	"memtray/store/sqlite"
)

// registrar registers clients with this program and the data folder of s.
func (env *cli) registrar(s store.Store) (*clients.Registrar, error) {
	command, err := clients.ShimPath()
	if err != nil {
		return nil, err
	}
	return registrarFor(s, command), nil
}

// registrarFor registers clients with the program at command.
func registrarFor(s store.Store, command string) *clients.Registrar {
	return clients.New(s, clients.SystemEnv(), clients.Shim{
		Command: command, Home: sqlite.HomeArgument(s.Home()), Version: mcpserver.Version,
	})
}
