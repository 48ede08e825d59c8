//go:build linux

package desktop

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/godbus/dbus/v5"
)

const (
	watcherName = "org.kde.StatusNotifierWatcher"
	itemName    = "org.kde.StatusNotifierItem"
	menuName    = "com.canonical.dbusmenu"
)

// Tray is one icon of the tray, as the panel sees it.
type Tray struct {
	d    *Desktop
	item dbus.BusObject
	menu dbus.BusObject
}

// Line is one visible line of a menu.
type Line struct {
	ID        int32
	Label     string
	Enabled   bool
	Separator bool
	Sub       []Line
}

// Icons returns how many icons the tray has.
func (d *Desktop) Icons(t testing.TB) int {
	t.Helper()
	items, err := d.items()
	if err != nil {
		t.Fatal(err)
	}
	return len(items)
}

func (d *Desktop) items() ([]string, error) {
	v, err := d.bus.Object(watcherName, "/StatusNotifierWatcher").GetProperty(watcherName + ".RegisteredStatusNotifierItems")
	if err != nil {
		return nil, err
	}
	items, ok := v.Value().([]string)
	if !ok {
		return nil, fmt.Errorf("the tray's list is a %T", v.Value())
	}
	return items, nil
}

// Tray waits for the one icon of the tray.
func (d *Desktop) Tray(t testing.TB) *Tray {
	t.Helper()
	tray := &Tray{d: d}
	d.wait(t, "the icon in the tray", func() error {
		items, err := d.items()
		if err != nil {
			return err
		}
		if len(items) != 1 {
			return fmt.Errorf("icons in the tray: %v", items)
		}
		owner, path, ok := strings.Cut(items[0], "/")
		if !ok {
			return fmt.Errorf("no object in %q", items[0])
		}
		tray.item = d.bus.Object(owner, dbus.ObjectPath("/"+path))
		menu, err := tray.item.GetProperty(itemName + ".Menu")
		if err != nil {
			return err
		}
		tray.menu = d.bus.Object(owner, menu.Value().(dbus.ObjectPath))
		return nil
	})
	return tray
}

// Picture returns the bytes of the icon, which the item names as a file.
func (y *Tray) Picture() ([]byte, error) {
	name, err := y.item.GetProperty(itemName + ".IconName")
	if err != nil {
		return nil, err
	}
	return os.ReadFile(name.Value().(string))
}

// Lines returns what the menu shows now.
func (y *Tray) Lines() ([]Line, error) {
	var revision uint32
	var root node
	err := y.menu.Call(menuName+".GetLayout", 0, int32(0), int32(-1), []string{}).Store(&revision, &root)
	if err != nil {
		return nil, err
	}
	return root.lines(), nil
}

// node is one entry of the menu on the bus.
type node struct {
	ID       int32
	Props    map[string]dbus.Variant
	Children []dbus.Variant
}

func (n node) lines() []Line {
	var lines []Line
	for _, v := range n.Children {
		var c node
		if err := dbus.Store(v.Value().([]any), &c.ID, &c.Props, &c.Children); err != nil {
			continue
		}
		if visible, ok := c.Props["visible"]; ok && visible.Value() == false {
			continue
		}
		line := Line{ID: c.ID, Enabled: true, Sub: c.lines()}
		if kind, ok := c.Props["type"]; ok {
			line.Separator = kind.Value() == "separator"
		}
		if enabled, ok := c.Props["enabled"]; ok {
			line.Enabled = enabled.Value() == true
		}
		if label, ok := c.Props["label"]; ok {
			line.Label = shown(label.Value().(string))
		}
		lines = append(lines, line)
	}
	return lines
}

// shown returns a label as it is drawn: one underline marks an access key, two
// stand for one.
func shown(label string) string {
	return strings.NewReplacer("__", "_", "_", "").Replace(label)
}

// Labels returns the visible labels from the top; those of submenus follow
// their line.
func (y *Tray) Labels() ([]string, error) {
	lines, err := y.Lines()
	if err != nil {
		return nil, err
	}
	var labels []string
	for _, line := range lines {
		labels = append(labels, line.Label)
		for _, sub := range line.Sub {
			labels = append(labels, sub.Label)
		}
	}
	return labels, nil
}

// Click waits for an enabled line with this label, in the menu or a submenu,
// and clicks on it.
func (y *Tray) Click(t testing.TB, label string) {
	t.Helper()
	y.d.wait(t, fmt.Sprintf("click on %q", label), func() error {
		lines, err := y.Lines()
		if err != nil {
			return err
		}
		line, ok := find(lines, label)
		if !ok {
			return fmt.Errorf("not in the menu: %v", lines)
		}
		if !line.Enabled {
			return errors.New("the line is off")
		}
		return y.menu.Call(menuName+".Event", 0, line.ID, "clicked", dbus.MakeVariant(int32(0)), uint32(0)).Err
	})
}

func find(lines []Line, label string) (Line, bool) {
	for _, line := range lines {
		if line.Label == label && !line.Separator {
			return line, true
		}
		if sub, ok := find(line.Sub, label); ok {
			return sub, true
		}
	}
	return Line{}, false
}
