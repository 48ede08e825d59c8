package main

import (
	"memtray/app/clients"
	"memtray/mcpserver"
	"memtray/store"
	"memtray/store/sqlite"
)

// registrar registers clients with the data folder of s and with the program at
// command, or with the one that stays if that is "".
func (env *cli) registrar(s store.Store, command string) (*clients.Registrar, error) {
	shim := clients.Shim{Command: command, Named: command != "", Home: sqlite.HomeArgument(s.Home()), Version: mcpserver.Version}
	if !shim.Named {
		var err error
		if shim.Command, err = clients.ShimPath(); err != nil {
			return nil, err
		}
	}
	return clients.New(s, clients.SystemEnv(), shim), nil
}
