//go:build !unix

package clients

import (
	"io/fs"
	"os"
)

// keepOwner does nothing: a new file gets its folder's permissions.
func keepOwner(*os.File, fs.FileInfo) {}

// syncDir does nothing: folders cannot be synchronised here.
func syncDir(string) {}
