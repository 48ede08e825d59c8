package clients

import "memtray/store"

// The formats of configuration files.
var (
	strictJSON = jsonFormat(dialect{})
	tomlText   = format{parse: unsupported}
	yamlText   = format{parse: unsupported}
)

func unsupported([]byte, wanted) (slot, error) {
	return nil, store.Errorf(store.Invalid, "files of this format cannot be edited yet")
}
