package app

import (
	"memtray/app/clients"
	"memtray/mcpserver"
	"memtray/store/sqlite"
)

// shim describes the program that clients launch. Where the data folder is not
// the one that the person's home alone leads to, the entry says so: several
// clients clear the environment of the servers that they start.
func shim(home string) (clients.Shim, error) {
	command, err := clients.ShimPath()
	if err != nil {
		return clients.Shim{}, err
	}
	return clients.Shim{Command: command, Home: sqlite.HomeArgument(home), Version: mcpserver.Version}, nil
}
