package care

import (
	"bufio"
	"strings"
	"testing"
)

const mounts = `22 1 254:0 / / rw,relatime - ext4 /dev/root rw
23 22 0:20 / /proc rw - proc proc rw
40 22 0:41 / /home rw shared:1 - nfs4 server:/home rw
41 40 254:1 / /home/me/local rw - ext4 /dev/sdb rw
42 22 0:42 / /mnt/my\040share rw - cifs //server/share rw
43 22 0:43 / /media/usb rw - fuseblk /dev/sdc1 rw
44 22 0:44 / /mnt/box rw - fuse.sshfs me@box: rw
45 44 254:2 / /mnt/box rw - ext4 /dev/sdd rw
46 22 0:46 / /var/lib/run rw - fuse.fuse-overlayfs fuse-overlayfs rw
broken line
`

func TestNetworkMount(t *testing.T) {
	for dir, want := range map[string]string{
		"/":                             "",
		"/opt/owl/.local/share/memtray": "",
		"/home/me/.local/share":         "nfs4",
		"/home":                         "nfs4",
		"/homes":                        "",
		"/home/me/local/memtray":        "",
		"/mnt/my share/memtray":         "cifs",
		"/media/usb/x":                  "", // a disk with NTFS
		"/mnt/box/x":                    "", // covered by a later mount
		"/var/lib/run/x":                "",
	} {
		if got := networkMount(bufio.NewScanner(strings.NewReader(mounts)), dir); got != want {
			t.Errorf("%s is on %q, want %q", dir, got, want)
		}
	}
}
