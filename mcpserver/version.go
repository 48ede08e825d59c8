package mcpserver

import "runtime/debug"

// Version is that of this build of the programs. A release sets it at link time
// (-X memtray/mcpserver.Version=…); otherwise it is the module's, else "dev".
var Version = "dev"

func init() {
	if Version != "dev" {
		return
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		Version = info.Main.Version
	}
}
