package clients

import (
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"memtray/store"
)

// shimName is the base name of the program that clients start.
const shimName = "memtray-mcp"

// Shim is the program that clients are told to start.
type Shim struct {
	Command string // absolute path of memtray-mcp
	Home    string // the data folder, written as --home; "" if HOME alone leads there
	Version string // of this program, kept with what was written
}

// ShimPath returns the absolute path of the memtray-mcp that belongs to the
// running program: itself, or the one beside it. Whether that one is there is
// asked only when a client is to be told to start it.
func ShimPath() (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	return shimBeside(self), nil
}

func shimBeside(program string) string {
	if isShim(program) {
		return program
	}
	name := shimName
	if ext := filepath.Ext(program); strings.EqualFold(ext, ".exe") {
		name += ext
	}
	return filepath.Join(filepath.Dir(program), name)
}

// isShim reports whether command is some memtray-mcp, whatever its version or
// place. Paths of any system count: settings are synchronised across machines.
func isShim(command string) bool {
	base := command[strings.LastIndexAny(command, `/\`)+1:]
	return strings.TrimSuffix(strings.ToLower(base), ".exe") == shimName
}

// argv is the command with which this client starts the server.
func (s Shim) argv(c Client) []string {
	argv := []string{s.Command, "--client", c.ID}
	if s.Home != "" {
		argv = append(argv, "--home", s.Home)
	}
	return argv
}

// ofPerson returns the arguments of a command that are not those of [Shim.argv].
func ofPerson(argv []string) []string {
	var more []string
	for i := 1; i < len(argv); i++ {
		switch name, _, joined := strings.Cut(strings.TrimLeft(argv[i], "-"), "="); {
		case !strings.HasPrefix(argv[i], "-") || (name != "client" && name != "home"):
			more = append(more, argv[i])
		case !joined:
			i++ // its value
		}
	}
	return more
}

// check refuses a command that no client could start.
func (s Shim) check() error {
	if !filepath.IsAbs(s.Command) {
		return store.Errorf(store.Invalid, "the command %q is not an absolute path", clip(s.Command))
	}
	if info, err := os.Stat(s.Command); err != nil || info.IsDir() {
		return store.Errorf(store.Invalid, "the command %q does not exist or is a folder; install memtray-mcp there", clip(s.Command))
	}
	if !utf8.ValidString(s.Command) || !utf8.ValidString(s.Home) {
		return store.Errorf(store.Invalid, "the path of the command or data folder is not valid UTF-8; move it to another folder")
	}
	return nil
}

// clip shortens a foreign value for a message.
func clip(s string) string {
	const most = 120
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most]) + "…"
}
