//go:build !unix

package sqlite

import "os"

// identity is the same for all files where the system keeps a file in its place
// as long as somebody has it open.
func identity(os.FileInfo) string { return "" }

// sameFile reports whether two looks at a path saw the same file: there, always.
// [os.SameFile] would open it, which a mapped file may refuse.
func sameFile(_, _ os.FileInfo) bool { return true }
