package clients

import (
	"bytes"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"
)

func (y *yamlSlot) rest() (any, error) { return y.all(), nil }

// all is what the file says apart from our entry. A group without other entries
// says nothing, and neither does what is written into a blank file.
func (y *yamlSlot) all() string {
	var b strings.Builder
	for i := 0; y.root != nil && i < len(y.root.Content); i += 2 {
		k, v := y.root.Content[i], y.root.Content[i+1]
		if k == y.group.key && y.others() == 0 || y.isTop(k, v) {
			continue
		}
		y.write(&b, k)
		y.write(&b, v)
	}
	return b.String()
}

// own is what our entry says but for one key.
func (y *yamlSlot) own(except string) string {
	var b strings.Builder
	var all yamlSlot // in which nothing is ours
	for i := 0; i < len(y.ours.value.Content); i += 2 {
		if k := y.ours.value.Content[i]; k.Value != except {
			all.write(&b, k)
			all.write(&b, y.ours.value.Content[i+1])
		}
	}
	return b.String()
}

// others is how many entries there are that are not ours.
func (y *yamlSlot) others() int {
	v := y.group.value
	n := len(v.Content)
	if v.Kind == yaml.MappingNode {
		n /= 2
	}
	if y.ours.value != nil {
		n--
	}
	return n
}

func (y *yamlSlot) isTop(k, v *yaml.Node) bool {
	for _, f := range y.want.top {
		if k.Value == f.name && decodes(v, f.value) {
			return true
		}
	}
	return false
}

func (y *yamlSlot) bare() bool {
	return y.ours.value == nil && y.all() == "" && !bytes.Contains(y.text, []byte("#"))
}

func (y *yamlSlot) write(b *strings.Builder, n *yaml.Node) {
	if n == y.ours.key || n == y.ours.value {
		return
	}
	fmt.Fprintf(b, "(%d %s %q %q", n.Kind, n.ShortTag(), n.Anchor, n.Value)
	for _, c := range n.Content {
		y.write(b, c)
	}
	b.WriteString(")")
}
