package clients

import (
	"fmt"
	"math"
	"reflect"

	"github.com/pelletier/go-toml/v2"
	"go.yaml.in/yaml/v3"
)

// decodeTOML and decodeYAML read a configuration so that it can be compared.
func decodeTOML(data []byte) (map[string]any, error) {
	v := map[string]any{}
	err := toml.Unmarshal(data, &v)
	selfEqual(v)
	return v, err
}

func decodeYAML(data []byte) (map[string]any, error) {
	v := map[string]any{}
	err := yaml.Unmarshal(data, &v)
	if v == nil { // of a document that says null
		v = map[string]any{}
	}
	if servers, ok := v["mcpServers"]; ok {
		v["mcpServers"] = byName(servers)
	}
	for _, f := range wantedBy("continue").top { // written into a blank file
		if reflect.DeepEqual(v[f.name], f.value) {
			delete(v, f.name)
		}
	}
	selfEqual(v)
	return v, err
}

// byName makes a map of a list, in which ours has its name.
func byName(list any) map[string]any {
	others, ours := map[string]any{}, any(nil)
	items, _ := list.([]any)
	for _, item := range items {
		if v, ok := item.(map[string]any); ok && v["name"] == EntryName {
			ours = v
		} else {
			others[fmt.Sprint(len(others))] = item
		}
	}
	if ours != nil {
		others[EntryName] = ours
	}
	return others
}

// selfEqual makes a value equal itself though it holds numbers that are none.
func selfEqual(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k := range v {
			v[k] = selfEqual(v[k])
		}
	case map[any]any: // with keys that are not all strings
		m := map[string]any{}
		for k := range v {
			name, ok := k.(string)
			if !ok {
				name = fmt.Sprintf("%T %v", k, k)
			}
			m[name] = selfEqual(v[k])
		}
		return m
	case []any:
		for i := range v {
			v[i] = selfEqual(v[i])
		}
	case float64:
		if math.IsNaN(v) {
			return "nan"
		}
	}
	return v
}
