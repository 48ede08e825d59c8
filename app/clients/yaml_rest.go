package clients

import (
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"
)

// rest is all that the file says apart from our entry, to be compared. A group
// without other entries says nothing, and neither does the preamble.
func (y *yamlFile) rest() string {
	var b strings.Builder
	for i := 0; y.root != nil && i < len(y.root.Content); i += 2 {
		k, v := y.root.Content[i], y.root.Content[i+1]
		if k == y.group.key && y.others() == 0 || y.isPreamble(k, v) {
			continue
		}
		y.write(&b, k)
		y.write(&b, v)
	}
	return b.String()
}

// others is how many entries there are that are not ours.
func (y *yamlFile) others() int {
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

func (y *yamlFile) isPreamble(k, v *yaml.Node) bool {
	for _, f := range y.preamble {
		if k.Value == f.name && decodes(v, f.value) {
			return true
		}
	}
	return false
}

// bare reports whether the file says nothing but its preamble.
func (y *yamlFile) bare() bool { return y.ours.value == nil && y.rest() == "" }

func (y *yamlFile) write(b *strings.Builder, n *yaml.Node) {
	if n == y.ours.key || n == y.ours.value {
		return
	}
	fmt.Fprintf(b, "(%d %s %q %q", n.Kind, n.ShortTag(), n.Anchor, n.Value)
	for _, c := range n.Content {
		y.write(b, c)
	}
	b.WriteString(")")
}
