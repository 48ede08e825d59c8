package clients

import "slices"

// all is in the order in which clients are shown.
var all = slices.Concat(anthropic, editors, terminals, extensions, desktops)

// mcpServers is the key that most clients use.
var mcpServers = []string{"mcpServers"}

// bearer are the headers that carry a token.
func bearer(token string) field {
	return field{name: "headers", value: []field{{name: "Authorization", value: "Bearer " + token}}}
}

// urlAs states a server at an address under a key.
func urlAs(key string) func(url, token string) []field {
	return func(url, token string) []field { return []field{{name: key, value: url}, bearer(token)} }
}

// typedURL states a server at an address with a type, and more.
func typedURL(kind string, more ...field) func(url, token string) []field {
	return func(url, token string) []field {
		return append([]field{{name: "type", value: kind}, {name: "url", value: url}, bearer(token)}, more...)
	}
}
