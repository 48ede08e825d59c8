package clients

import (
	"bytes"
	"errors"
	"io"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"

	"memtray/store"
)

// yamlSlot is our entry in a YAML file: in the map or list below a key at the
// top.
type yamlSlot struct {
	text  []byte
	want  wanted
	doc   *yaml.Node // what the document is; nil: nothing
	root  *yaml.Node // the map at the top; nil: there is none yet
	group yamlPair   // key with the entries; nil: there is no such key
	ours  yamlPair   // our entry; an item of a list has no key

	from, to int // the lines of our entry
}

// yamlPair is a key with its value.
type yamlPair struct{ key, value *yaml.Node }

// parseYAML reads a configuration file of one document. One that is written so
// that lines of ours cannot stand in it is refused.
func parseYAML(text []byte, w wanted) (y *yamlSlot, err error) {
	// A library's fault on somebody's file must not be ours.
	defer func() {
		if recover() != nil {
			y, err = nil, store.Errorf(store.Invalid, "the YAML is not understood; mend the file by hand")
		}
	}()
	y = &yamlSlot{text: text, want: w}
	if oddBreaks.Match(text) {
		return nil, store.Errorf(store.Invalid,
			"some lines end in an unusual way (a carriage return alone, U+0085, U+2028 or U+2029); end them as the others do, by hand")
	}
	if y.doc, err = oneDocument(text); err != nil || y.doc == nil {
		return y, err
	}
	if err := once(y.doc); err != nil {
		return nil, err
	}
	return y, y.locate()
}

// key is that of the entries.
func (y *yamlSlot) key() string { return y.want.path[0] }

// oddBreaks are what the library takes for the end of a line and other programs
// do not.
var oddBreaks = regexp.MustCompile("\r(?:[^\n]|$)|[\u0085\u2028\u2029]")

// oneDocument returns the value of the only document, nil if there is none.
func oneDocument(text []byte) (*yaml.Node, error) {
	d := yaml.NewDecoder(bytes.NewReader(text))
	var first, second yaml.Node
	if err := d.Decode(&first); errors.Is(err, io.EOF) {
		return nil, nil
	} else if err != nil {
		return nil, notYAML(err)
	}
	if err := d.Decode(&second); err == nil {
		return nil, store.Errorf(store.Invalid, "line %d: another document begins; leave only one in the file by hand", second.Line)
	} else if !errors.Is(err, io.EOF) {
		return nil, notYAML(err)
	}
	return first.Content[0], nil
}

// notYAML says what is wrong with a text, in the library's words.
func notYAML(err error) error {
	return store.Errorf(store.Invalid, "not valid YAML: %s; mend the file by hand", clip(strings.TrimPrefix(err.Error(), "yaml: ")))
}

// once refuses keys that are there twice, of which programs take either.
func once(n *yaml.Node) error {
	seen := map[string]bool{}
	for i, c := range n.Content {
		if n.Kind == yaml.MappingNode && i%2 == 0 && c.Kind == yaml.ScalarNode {
			name := c.ShortTag() + " " + c.Value
			if seen[name] {
				return store.Errorf(store.Invalid, "line %d: the key %q is there twice; remove one of them by hand", c.Line, clip(c.Value))
			}
			seen[name] = true
		}
		if err := once(c); err != nil {
			return err
		}
	}
	return nil
}

// pairOf returns a key of a map with its value.
func pairOf(n *yaml.Node, key string) yamlPair {
	for i := 0; n.Kind == yaml.MappingNode && i < len(n.Content); i += 2 {
		if k := n.Content[i]; k.Kind == yaml.ScalarNode && k.Value == key {
			return yamlPair{k, n.Content[i+1]}
		}
	}
	return yamlPair{}
}

// void reports whether a node is nothing, or a map or list without anything.
func void(n *yaml.Node) bool {
	if n.Kind == yaml.ScalarNode {
		return n.ShortTag() == "!!null"
	}
	return n.Kind != yaml.AliasNode && len(n.Content) == 0
}

// flow reports whether a map or list is written between brackets.
func flow(n *yaml.Node) bool { return n.Style&yaml.FlowStyle != 0 }
