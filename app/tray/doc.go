// Package tray is the icon in the notification area and its menu.
//
// [Menu] makes the menu's lines from a [State]: a pure function of what is
// known and of the language. [New] returns the real tray, whose Show applies
// such a menu; it is built on getlantern/systray and shares the process with
// the window on Linux and Windows. On macOS that library and the window's both
// define the application's delegate, so one binary cannot hold both: there, and
// in builds without cgo on Linux, the tray is absent and [Tray.Available] says
// so.
package tray
