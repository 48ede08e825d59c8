package clients

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPassing: which folders keep a program, on each system.
func TestPassing(t *testing.T) {
	for _, c := range []struct {
		system, home string
		vars         string
		path, place  string // "": it stays
	}{
		{"linux", "/home/ann", "", "/home/ann/src/memtray/build/bin/memtray-mcp", ""}, // a checkout
		{"linux", "/home/ann", "", "/usr/bin/memtray-mcp", ""},
		{"linux", "/home/ann", "", "/opt/my tools/memtray-mcp", ""},
		{"linux", "/home/ann", "", "/home/ann/.local/bin/memtray-mcp", ""},
		{"linux", "/home/ann", "", "/tmpfs/memtray-mcp", ""},
		{"linux", "/home/ann", "", "/tmp/memtray-mcp", "a temporary folder"},
		{"linux", "/home/ann", "", "/var/tmp/x/memtray-mcp", "a temporary folder"},
		{"linux", "/home/ann", "TMPDIR=/scratch", "/scratch/a/memtray-mcp", "a temporary folder"},
		{"linux", "/home/ann", "", "/dev/shm/memtray-mcp", "a temporary folder"},
		{"linux", "/home/ann", "", "/home/ann/Downloads/memtray/memtray-mcp", "the folder of downloads"},
		{"linux", "/home/ann", "", "/home/ann/downloads/memtray-mcp", ""}, // case counts there
		{"linux", "/home/ann", "", "/tmp/.mount_MemtrXq/usr/bin/memtray-mcp", "a temporary folder"},
		{"linux", "/home/ann", "", "/home/ann/apps/.mount_MemtrXq/memtray-mcp", "the mount of an AppImage"},
		{"linux", "/home/ann", "", "/home/ann/.cache/go-build/3f/3fa1-d/memtray-mcp", "a cache"},
		{"linux", "/home/ann", "GOCACHE=/big/cache", "/big/cache/3f/3fa1-d/memtray-mcp", "a build folder"},
		{"linux", "/home/ann", "", "/big/go-build123/b001/exe/memtray-mcp", "a build folder"},
		{"linux", "/home/ann", "", "/home/ann/.npm/_npx/1/node_modules/memtray/memtray-mcp", "a package cache"},
		{"linux", "/tmp/test/home", "", "/tmp/test/home/.local/bin/memtray-mcp", ""}, // as lasting as the home
		{"linux", "/tmp/test/home", "TMPDIR=/tmp/test/home/tmp", "/tmp/test/home/tmp/memtray-mcp", "a temporary folder"},
		{"linux", "", "", "/tmp/memtray-mcp", "a temporary folder"},

		{"darwin", "/Users/ann", "", "/Applications/Memtray.app/Contents/MacOS/memtray-mcp", ""},
		{"darwin", "/Users/ann", "", "/private/var/folders/x/y/T/AppTranslocation/ID/d/Memtray.app/Contents/MacOS/memtray-mcp", "a temporary folder"},
		{"darwin", "/Users/ann", "", "/x/AppTranslocation/ID/d/Memtray.app/Contents/MacOS/memtray-mcp", "a folder that macOS made for this run"},
		{"darwin", "/Users/ann", "", "/Volumes/Memtray/Memtray.app/Contents/MacOS/memtray-mcp", "a disk image"},
		{"darwin", "/Volumes/Big/ann", "", "/Volumes/Big/ann/.local/bin/memtray-mcp", ""},
		{"darwin", "/Users/ann", "", "/Users/ann/downloads/memtray-mcp", "the folder of downloads"},
		{"darwin", "/Users/ann", "", "/private/tmp/memtray-mcp", "a temporary folder"},
		{"darwin", "/Users/ann", "", "/opt/homebrew/Cellar/memtray/0.1.0/bin/memtray-mcp", "the folder of one version"},
		{"darwin", "/Users/ann", "", "/opt/homebrew/bin/memtray-mcp", ""},
		{"darwin", "/Users/ann", "", "/Users/ann/Library/Caches/go-build/1/memtray-mcp", "a cache"},

		{"windows", `C:\Users\Ann O'Neil`, `LOCALAPPDATA=C:\Users\Ann O'Neil\AppData\Local`, `C:\Users\Ann O'Neil\AppData\Local\Programs\Memtray\memtray-mcp.exe`, ""},
		{"windows", `C:\Users\Ann`, `LOCALAPPDATA=C:\Users\Ann\AppData\Local`, `C:\Users\Ann\AppData\Local\Temp\memtray-mcp.exe`, "a temporary folder"},
		{"windows", `C:\Users\Ann`, `TEMP=D:\t`, `d:\T\memtray-mcp.exe`, "a temporary folder"},
		{"windows", `C:\Users\Ann`, `SystemRoot=C:\Windows`, `c:\windows\temp\memtray-mcp.exe`, "a temporary folder"},
		{"windows", `C:\Users\Ann`, "", `C:\Users\Ann\Downloads\memtray\memtray-mcp.exe`, "the folder of downloads"},
		{"windows", `C:\Users\Ann`, "", `C:\Program Files\Memtray\memtray-mcp.exe`, ""},
		{"windows", `C:\Users\Ann`, "", `C:/Users/Ann/Downloads/memtray-mcp.exe`, "the folder of downloads"},
	} {
		env := Env{System: c.system, Home: c.home, Getenv: func(name string) string {
			value, _ := strings.CutPrefix(c.vars, name+"=")
			if value == c.vars {
				return ""
			}
			return value
		}}
		if got := env.passing(c.path); got != c.place {
			t.Errorf("%s %s: %q, want %q", c.system, c.path, got, c.place)
		}
	}
}

// TestPassing_NamedDownloads: the folder of downloads has another name where the
// desktop speaks another language.
func TestPassing_NamedDownloads(t *testing.T) {
	home := t.TempDir()
	env := Env{System: "linux", Home: home, Getenv: func(string) string { return "" }}
	if err := os.Mkdir(filepath.Join(home, ".config"), 0o700); err != nil {
		t.Fatal(err)
	}
	for line, path := range map[string]string{
		`XDG_DOWNLOAD_DIR="$HOME/下载"`: home + "/下载/memtray-mcp",
		`XDG_DOWNLOAD_DIR="/data/in"`: "/data/in/memtray-mcp",
	} {
		text := "# a comment\nXDG_DESKTOP_DIR=\"$HOME/桌面\"\n" + line + "\n"
		if err := os.WriteFile(filepath.Join(home, ".config", "user-dirs.dirs"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := env.passing(path); got != "the folder of downloads" {
			t.Errorf("%s: %q", line, got)
		}
	}
	none := `XDG_DOWNLOAD_DIR="$HOME/"` + "\n"
	if err := os.WriteFile(filepath.Join(home, ".config", "user-dirs.dirs"), []byte(none), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := env.passing(home + "/bin/memtray-mcp"); got != "" {
		t.Errorf("no such folder: %q", got)
	}
}

func TestInstallTarget(t *testing.T) {
	for _, c := range []struct{ system, home, local, want string }{
		{"linux", "/home/ann", "", "/home/ann/.local/bin/memtray-mcp"},
		{"darwin", "/Users/ann", "", "/Users/ann/.local/bin/memtray-mcp"},
		{"windows", `C:\Users\Ann`, `C:\Users\Ann\AppData\Local`, `C:\Users\Ann\AppData\Local\Programs\Memtray\memtray-mcp.exe`},
		{"windows", `C:\Users\Ann`, "", ""},
		{"linux", "", "", ""},
	} {
		env := Env{System: c.system, Home: c.home, Getenv: func(name string) string {
			if name == "LOCALAPPDATA" {
				return c.local
			}
			return ""
		}}
		if got, _ := env.installTarget(); got != c.want {
			t.Errorf("%s %q: %q, want %q", c.system, c.home, got, c.want)
		}
	}
}
