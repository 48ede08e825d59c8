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
	shim := clients.Shim{Command: command, Home: env.registeredHome(s.Home()), Version: mcpserver.Version}
	return clients.New(s, clients.SystemEnv(), shim), nil
}

// registeredHome returns the folder that a client has to be told, "" if it
// finds it by itself: several clients start servers without the environment, so
// only what HOME alone leads to can be left out.
func (env *cli) registeredHome(home string) string {
	usual, err := sqlite.DefaultHome()
	if err == nil && home == usual && env.getenv("MEMTRAY_HOME") == "" && env.getenv("XDG_DATA_HOME") == "" {
		return ""
	}
	return home
}
