package app

import (
	"os"

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
	s := clients.Shim{Command: command, Home: home, Version: mcpserver.Version}
	usual, err := sqlite.DefaultHome()
	if err == nil && usual == home && os.Getenv("MEMTRAY_HOME") == "" && os.Getenv("XDG_DATA_HOME") == "" {
		s.Home = "" // found by every client without being told
	}
	return s, nil
}
