package sqlite

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"os"
)

// header is the beginning of a file, or of its first page in the log.
type header [100]byte

const (
	magic     = "SQLite format 3\x00"
	pagesAt   = 28
	versionAt = 60 // of user_version, which holds the file's number and the version
	appAt     = 68
)

func (h *header) sound() bool { return string(h[:16]) == magic }

func (h *header) app() uint32 { return binary.BigEndian.Uint32(h[appAt:]) }

// file is the number that tells this file from others; 0 is unknown.
func (h *header) file() uint32 {
	if !h.sound() || h.app() != applicationID {
		return 0
	}
	return binary.BigEndian.Uint32(h[versionAt:]) >> versionBits
}

// mainHeader reads the header of a file; n is 0 for an empty one.
func mainHeader(path string) (h header, n int, err error) {
	f, err := openRegular(path)
	if err != nil {
		return h, 0, err
	}
	defer f.Close()
	n, err = io.ReadFull(f, h[:])
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil
	}
	return h, n, err
}

// openRegular opens a file for reading; a pipe in its place would block.
func openRegular(path string) (*os.File, error) {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return nil, errors.Join(err, errUnreadable)
	}
	return os.Open(path)
}

// logHeader returns the newest header that the write-ahead log at path holds and
// has committed. Each of our transactions writes the first page, so that a log
// that holds anything of ours has one.
func logHeader(path string) (h header, ok bool) {
	f, err := openRegular(path)
	if err != nil {
		return h, false
	}
	defer f.Close()
	var start [32]byte
	if _, err := io.ReadFull(f, start[:]); err != nil {
		return h, false
	}
	order := logOrder(start[:])
	size := binary.BigEndian.Uint32(start[8:])
	if order == nil || size < 512 || size > 1<<16 {
		return h, false
	}
	var sum checksum
	if sum.add(order, start[:24]); !sum.is(start[24:]) {
		return h, false
	}
	var latest header
	seen := false
	for frame := make([]byte, 24+size); ; {
		if _, err := io.ReadFull(f, frame); err != nil || !bytes.Equal(frame[8:16], start[16:24]) {
			return h, ok
		}
		sum.add(order, frame[:8])
		if sum.add(order, frame[24:]); !sum.is(frame[16:]) {
			return h, ok
		}
		if binary.BigEndian.Uint32(frame) == 1 {
			copy(latest[:], frame[24:])
			seen = true
		}
		if binary.BigEndian.Uint32(frame[4:]) > 0 && seen { // a commit
			h, ok = latest, latest.sound()
		}
	}
}

// logOrder is how the checksums of a log read their words; nil if it is none.
func logOrder(start []byte) binary.ByteOrder {
	switch binary.BigEndian.Uint32(start) {
	case 0x377f0682:
		return binary.LittleEndian
	case 0x377f0683:
		return binary.BigEndian
	}
	return nil
}

// checksum is that of a write-ahead log; it goes on from frame to frame.
type checksum [2]uint32

func (c *checksum) add(order binary.ByteOrder, data []byte) {
	for ; len(data) >= 8; data = data[8:] {
		c[0] += order.Uint32(data) + c[1]
		c[1] += order.Uint32(data[4:]) + c[0]
	}
}

func (c *checksum) is(stored []byte) bool {
	return binary.BigEndian.Uint32(stored) == c[0] && binary.BigEndian.Uint32(stored[4:]) == c[1]
}

// foreignLog reports whether the log beside a file is provably another file's:
// replayed, it would destroy this one.
func foreignLog(path string) bool {
	main, n, err := mainHeader(path)
	if err != nil || n < len(main) {
		return false
	}
	inLog, ok := logHeader(path + "-wal")
	return ok && main.file() != 0 && inLog.file() != 0 && main.file() != inLog.file()
}
