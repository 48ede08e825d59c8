//go:build !windows && !(linux && cgo)

package tray

// New returns a tray that shows nothing. On macOS the tray's library and the
// window's each define the class of the application's delegate and cannot be
// linked together. ready is never called.
func New(func(Action), func()) *Tray { return &Tray{} }
