package care

import (
	"bufio"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Place returns on what kind of network or synced drive a folder is, such as nfs
// or Dropbox, and "" for a plain one. On such drives locks may not hold, and a
// program that copies single files tears what belongs together.
func Place(dir string) string {
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	if name := syncedPart(dir); name != "" {
		return name
	}
	mounts, err := os.Open("/proc/self/mountinfo")
	if err != nil {
		return "" // another system
	}
	defer mounts.Close()
	return networkMount(bufio.NewScanner(mounts), dir)
}

// synced are the folders of programs that copy files to other computers, by the
// beginning of their names, folded.
var synced = []struct{ start, name string }{
	{"dropbox", "Dropbox"},
	{"onedrive", "OneDrive"},
	{"icloud", "iCloud"},
	{"mobile documents", "iCloud"},
	{"com~apple~clouddocs", "iCloud"},
	{"google drive", "Google Drive"},
	{"googledrive", "Google Drive"},
	{"坚果云", "坚果云"},
	{"我的坚果云", "坚果云"},
	{"nutstore", "坚果云"},
}

func syncedPart(dir string) string {
	for part := range strings.SplitSeq(filepath.ToSlash(dir), "/") {
		part = strings.ToLower(part)
		for _, s := range synced {
			if strings.HasPrefix(part, s.start) {
				return s.name
			}
		}
	}
	return ""
}

// networkMount reads the mounts of this process and returns the type of the one
// that dir is on, if that is of a network.
func networkMount(lines *bufio.Scanner, dir string) string {
	best, kind := "", ""
	for lines.Scan() {
		before, after, ok := strings.Cut(lines.Text(), " - ")
		fields, rest := strings.Fields(before), strings.Fields(after)
		if !ok || len(fields) < 5 || len(rest) == 0 {
			continue
		}
		point := unescape(fields[4])
		// A later mount on the same point covers the earlier one.
		if within(dir, point) && len(point) >= len(best) {
			best, kind = point, rest[0]
		}
	}
	if isNetwork(kind) {
		return kind
	}
	return ""
}

func within(dir, point string) bool {
	return point == "/" || dir == point || strings.HasPrefix(dir, point+"/")
}

func isNetwork(kind string) bool {
	switch kind {
	case "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "davfs", "vboxsf", "prl_fs", "ncpfs", "glusterfs", "lustre":
		return true
	case "fuse.fuse-overlayfs": // a container's own disk
		return false
	}
	return strings.HasPrefix(kind, "nfs") || strings.HasPrefix(kind, "fuse.")
}

// unescape turns \040 into a blank: the kernel writes some characters so.
func unescape(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+3 < len(s) {
			if n, err := strconv.ParseUint(s[i+1:i+4], 8, 8); err == nil {
				b.WriteByte(byte(n))
				i += 3
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
