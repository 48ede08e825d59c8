// Package desktop gives a test a desktop of its own on Linux: a display without
// a screen (Xvfb), a session bus, a window manager (openbox) and a panel with a
// tray (xfce4-panel). [Start] makes one; it ends with the test, with every
// process in it.
//
// The tray is used as panels use it, over D-Bus: [Desktop.Tray]. Windows are
// listed, closed and typed into as a person would: [Desktop.Windows],
// [Desktop.Type], [Desktop.Shot]. What the page in the web view says is read
// through WebKit's inspector: [Page].
package desktop
