package clients

// The formats of configuration files. What a client does not read is refused:
// our entry would help nobody, and the person would look for the fault here.
var (
	strictJSON  = format{parse: dialect{}.read}
	jsonc       = format{parse: dialect{comments: true, commas: true}.read}
	copilotJSON = format{parse: dialect{comments: true, commas: true}.read, noBlank: true}
	qwenJSON    = format{parse: dialect{comments: true}.read, noBlank: true}
	geminiJSON  = format{parse: dialect{comments: true}.read, noBlank: true, noMark: true}
	tomlText    = format{parse: func(text []byte, w wanted) (slot, error) { return parseTOML(text, w) }}
	yamlText    = format{parse: func(text []byte, w wanted) (slot, error) { return parseYAML(text, w) }}
)
