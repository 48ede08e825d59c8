package clients

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
)

// verify checks a plan against the standard library, apart from the editor that
// made it: afterwards our entry is there (or not), and nothing else differs. A
// failure is a fault of this program; nothing has been written then.
func (p plan) verify(c Client, want entry) error {
	if p.delete || p.noChange() {
		return nil
	}
	before, err := decode(p.file.data)
	if err != nil {
		return fmt.Errorf("check %s before the edit: %w", p.file.path, err)
	}
	after, err := decode(p.after)
	if err != nil {
		return fmt.Errorf("check %s after the edit: %w", p.file.path, err)
	}
	takeEntry(before, c.key)
	got := takeEntry(after, c.key)
	if !reflect.DeepEqual(before, after) {
		return fmt.Errorf("check %s: the edit would change more than our entry", p.file.path)
	}
	if p.action == Remove {
		if got != nil {
			return fmt.Errorf("check %s: the edit would leave our entry", p.file.path)
		}
		return nil
	}
	for _, f := range want.fields() {
		if entry, ok := got.(map[string]any); !ok || !bytes.Equal(encode(entry[f.name]), encode(f.value)) {
			return fmt.Errorf("check %s: the edit would not set %s", p.file.path, f.name)
		}
	}
	return nil
}

// decode reads a configuration with numbers as they are spelled.
func decode(data []byte) (map[string]any, error) {
	data = bytes.TrimPrefix(data, byteOrderMark)
	v := map[string]any{}
	if len(bytes.TrimSpace(data)) == 0 {
		return v, nil
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	return v, dec.Decode(&v)
}

// takeEntry takes our entry out of a decoded configuration, and the object
// around it if nothing else is in it.
func takeEntry(v map[string]any, key string) any {
	servers, _ := v[key].(map[string]any)
	entry := servers[EntryName]
	delete(servers, EntryName)
	if len(servers) == 0 {
		delete(v, key)
	}
	return entry
}
