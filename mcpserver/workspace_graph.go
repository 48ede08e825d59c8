package mcpserver

import (
	"encoding/binary"
	"encoding/hex"
	"os"
	"path/filepath"
	"sort"
)

// commitGraph is git's own table of commits and their parents. Git writes it
// when it packs objects, which are then no longer there one by one.
type commitGraph struct {
	file       *os.File
	hash       int   // bytes of a hash
	count      int   // commits
	ids, datas int64 // where the sorted hashes and the rows of data begin
}

// Marks in a row of the graph.
const (
	noParent = 0x7000_0000
	maxGraph = 1 << 16 // commits that are followed: a call waits for it, and a broken file must end
)

// openGraph opens the graph of a repository. Graphs in several files, as large
// servers write them, are not read.
func openGraph(common string) (*commitGraph, bool) {
	file, err := openRegular(filepath.Join(common, "objects", "info", "commit-graph"))
	if err != nil {
		return nil, false
	}
	g := &commitGraph{file: file}
	if !g.readHeader() {
		file.Close()
		return nil, false
	}
	return g, true
}

func (g *commitGraph) readHeader() bool {
	head := g.read(0, 8)
	if head == nil || string(head[:4]) != "CGPH" || head[4] != 1 || head[7] != 0 {
		return false
	}
	switch head[5] {
	case 1:
		g.hash = 20
	case 2:
		g.hash = 32
	default:
		return false
	}
	var fanout int64
	table := g.read(8, 12*int(head[6]))
	for ; len(table) >= 12; table = table[12:] {
		at := int64(binary.BigEndian.Uint64(table[4:]))
		switch string(table[:4]) {
		case "OIDF":
			fanout = at
		case "OIDL":
			g.ids = at
		case "CDAT":
			g.datas = at
		}
	}
	last := g.read(fanout+255*4, 4)
	if fanout <= 0 || g.ids <= 0 || g.datas <= 0 || last == nil {
		return false
	}
	g.count = int(binary.BigEndian.Uint32(last))
	return true
}

// root returns the first commit that the first parents of a commit lead to, or
// "" if the graph does not know the commit.
func (g *commitGraph) root(commit string) string {
	want, err := hex.DecodeString(commit)
	if err != nil || len(want) != g.hash {
		return ""
	}
	at := sort.Search(g.count, func(i int) bool { return string(g.id(i)) >= string(want) })
	if at == g.count || string(g.id(at)) != string(want) {
		return ""
	}
	for range maxGraph {
		row := g.read(g.datas+int64(at)*int64(g.hash+16), g.hash+4)
		if row == nil {
			return ""
		}
		parent := binary.BigEndian.Uint32(row[g.hash:])
		if parent == noParent {
			return hex.EncodeToString(g.id(at))
		}
		if at = int(parent); at >= g.count {
			return ""
		}
	}
	return ""
}

func (g *commitGraph) id(i int) []byte { return g.read(g.ids+int64(i*g.hash), g.hash) }

// read returns n bytes, or nil if they are not there.
func (g *commitGraph) read(at int64, n int) []byte {
	data := make([]byte, n)
	if at < 0 {
		return nil
	}
	if read, _ := g.file.ReadAt(data, at); read < n {
		return nil
	}
	return data
}

func (g *commitGraph) close() { g.file.Close() }
