package e2e

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestWine_ServesAndRegisters: the shim for Windows answers an AI client, keeps
// what it saves, and registers itself there.
func TestWine_ServesAndRegisters(t *testing.T) {
	w := newWine(t)
	const said = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"tester","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"memory_save","arguments":{"body":"Windows 的路径 use backslashes."}}}
`
	const asked = `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"memory_search","arguments":{"query":"路径","scope":"all"}}}` + "\n"
	out := w.run(t, said, "--client", "claude-code")
	if !containsAll(out, `"serverInfo"`, `"name":"memtray"`, "saved #1") {
		t.Fatalf("answered %s", out)
	}
	if out := w.run(t, strings.Replace(said, `"body":"Windows 的路径 use backslashes."`, `"body":"another"`, 1)+asked); !strings.Contains(out, "路径 use backslashes") {
		t.Errorf("found %s", out)
	}
	if _, err := os.Stat(filepath.Join(w.home(t), ".memtray", "memtray.db")); err != nil {
		t.Errorf("the memories are not where Windows keeps them: %v", err)
	}
	installed := filepath.Join(w.home(t), `AppData/Local/Programs/Memtray/memtray-mcp.exe`)
	if out := w.run(t, "", "install"); !strings.Contains(out, `AppData\Local\Programs\Memtray\memtray-mcp.exe`) {
		t.Errorf("install said %s", out)
	}
	if _, err := os.Stat(installed); err != nil {
		t.Error(err)
	}
	w.updates(t, installed)
	w.run(t, "", "clients", "add", "cursor")
	config, err := os.ReadFile(filepath.Join(w.home(t), ".cursor", "mcp.json"))
	if err != nil || !strings.Contains(string(config), `AppData\\Local\\Programs\\Memtray\\memtray-mcp.exe`) {
		t.Errorf("registered %s, %v", config, err)
	}
	w.run(t, "", "clients", "remove", "cursor")
	if _, err := os.Stat(filepath.Join(w.home(t), ".cursor")); !os.IsNotExist(err) {
		t.Errorf("removing left something: %v", err)
	}
}

// wine runs the shim for Windows.
type wine struct{ shim, prefix string }

// newWine makes a Windows of its own, or skips where wine or the program lacks.
func newWine(t *testing.T) *wine {
	t.Helper()
	shim := os.Getenv("MEMTRAY_WINDOWS_SHIM")
	if shim == "" {
		t.Skip("MEMTRAY_WINDOWS_SHIM does not name a memtray-mcp.exe; see make test-wine")
	}
	if _, err := exec.LookPath("wine"); err != nil {
		t.Skip("wine is not installed, so the program for Windows is not run")
	}
	w := &wine{shim: shim, prefix: t.TempDir()}
	t.Cleanup(func() { _ = w.command("wineserver", "-k").Run() })
	if err := w.command("wineboot", "--init").Run(); err != nil {
		t.Skipf("wine does not start here: %v", err)
	}
	dll := filepath.Join(w.prefix, "drive_c", "windows", "system32", "bcryptprimitives.dll")
	if _, err := os.Stat(dll); err != nil { // older versions of wine have none
		if err := os.WriteFile(dll, forwarder("bcryptprimitives.dll", "ProcessPrng", "advapi32.SystemFunction036"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

func (w *wine) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Env = []string{"HOME=" + w.prefix, "WINEPREFIX=" + w.prefix, "WINEDEBUG=-all", "WINEARCH=win64",
		"WINEDLLOVERRIDES=mscoree,mshtml=", "PATH=" + os.Getenv("PATH")}
	cmd.Dir = w.prefix
	cmd.WaitDelay = time.Second
	return cmd
}

// run runs the shim with an input to its end, and returns what it printed.
func (w *wine) run(t *testing.T, input string, args ...string) string {
	t.Helper()
	cmd := w.command("wine", append([]string{w.shim}, args...)...)
	var out, errs bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(input), &out, &errs
	p := start(t, cmd)
	select {
	case <-p.done:
	case <-time.After(time.Minute):
		t.Fatalf("%q does not end: %s%s", args, &out, &errs)
	}
	if code := cmd.ProcessState.ExitCode(); code != 0 {
		t.Fatalf("%q exited %d: %s%s", args, code, &out, &errs)
	}
	return out.String()
}

// updates installs another build while the installed one runs, which Windows does
// not let be overwritten.
func (w *wine) updates(t *testing.T, installed string) {
	t.Helper()
	program, err := os.ReadFile(installed)
	if err != nil {
		t.Fatal(err)
	}
	running := w.command("wine", installed)
	in, err := running.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := running.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p := start(t, running)
	if _, err := in.Write([]byte(`{"jsonrpc":"2.0","id":1,"method":"ping"}` + "\n")); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	newer := &wine{shim: filepath.Join(w.prefix, "newer.exe"), prefix: w.prefix}
	if err := os.WriteFile(newer.shim, append(program, "of another build"...), 0o755); err != nil {
		t.Fatal(err)
	}
	if out := newer.run(t, "", "install"); !strings.HasPrefix(out, "installed ") {
		t.Errorf("install of another build said %s", out)
	}
	if now, err := os.ReadFile(installed); err != nil || len(now) == len(program) {
		t.Errorf("it was not replaced, %v", err)
	}
	select {
	case <-p.done:
		t.Error("the running one ended")
	default:
	}
	_ = in.Close()
	<-p.done
	w.run(t, "", "install")
	if left, err := filepath.Glob(filepath.Join(filepath.Dir(installed), "*")); err != nil || len(left) != 1 {
		t.Errorf("beside it are %q, %v", left, err)
	}
}

// home is the home folder of the person in there.
func (w *wine) home(t *testing.T) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(w.prefix, "drive_c", "users", "*", "AppData"))
	if err != nil || len(found) == 0 {
		t.Fatalf("there is no home folder: %v", err)
	}
	return filepath.Dir(found[0])
}

// forwarder returns a library of 64-bit Windows that exports one name, which is a
// function of another library. It has one section, with the table of exports.
func forwarder(library, name, target string) []byte {
	const section, aligned = 0x1000, 0x200
	var texts bytes.Buffer
	at := func(s string) uint32 {
		rva := section + 40 + 4 + 4 + 2 + 2 + texts.Len() // table, address, name, ordinal, filler
		texts.WriteString(s + "\x00")
		return uint32(rva)
	}
	libraryAt, nameAt, targetAt := at(library), at(name), at(target)
	data := pack(
		uint32(0), uint32(0), uint32(0), libraryAt, uint32(1), uint32(1), uint32(1),
		uint32(section+40), uint32(section+44), uint32(section+48), // addresses, names, ordinals
		targetAt, nameAt, uint16(0), uint16(0))
	data = append(data, texts.Bytes()...)

	dos := append([]byte("MZ"), make([]byte, 58)...)
	head := bytes.Join([][]byte{dos, pack(uint32(64)), []byte("PE\x00\x00"),
		pack(uint16(0x8664), uint16(1), uint32(0), uint32(0), uint32(0), uint16(240), uint16(0x2022)), // x64, one section, a library
		pack(uint16(0x20b), uint16(0), uint32(0), uint32(aligned), uint32(0), uint32(0), uint32(section)),
		pack(uint64(0x180000000), uint32(section), uint32(aligned), uint16(6), uint16(0), uint16(0), uint16(0), uint16(6), uint16(0), uint32(0)),
		pack(uint32(2*section), uint32(aligned), uint32(0), uint16(3), uint16(0x100)), // without relocations, no entry point
		pack(uint64(1<<20), uint64(1<<12), uint64(1<<20), uint64(1<<12), uint32(0), uint32(16)),
		pack(uint32(section), uint32(len(data))), make([]byte, 15*8), // the first directory is that of exports
		[]byte(".edata\x00\x00"), pack(uint32(len(data)), uint32(section), uint32(aligned), uint32(aligned), uint32(0), uint32(0), uint32(0), uint32(0x40000040)),
	}, nil)
	file := make([]byte, 2*aligned)
	if copy(file, head) < len(head) || len(head) > aligned || copy(file[aligned:], data) < len(data) {
		panic(fmt.Sprintf("%d and %d bytes do not fit", len(head), len(data)))
	}
	return file
}

func pack(values ...any) []byte {
	var b bytes.Buffer
	for _, v := range values {
		_ = binary.Write(&b, binary.LittleEndian, v) // into memory
	}
	return b.Bytes()
}
