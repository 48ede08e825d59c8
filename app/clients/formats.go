package clients

// The formats of configuration files.
var (
	strictJSON = jsonFormat(dialect{})
	tomlText   = format{parse: func(text []byte, w wanted) (slot, error) { return parseTOML(text, w) }}
	yamlText   = format{parse: func(text []byte, w wanted) (slot, error) { return parseYAML(text, w) }}
)
