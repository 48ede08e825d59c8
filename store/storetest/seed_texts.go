package storetest

import "memtray/store"

var (
	seedProjects = []string{"payments-api", "web-shop", "mobile-app", "ops-scripts", "search-service", "数据管道", "知识库"}
	seedClients  = []string{"claude-code", "cursor", "codex", "", "gemini", "opencode"} // "" is the person
)

// seedTopic is what a memory is about.
type seedTopic struct {
	name string
	file string
	tags [2]string
}

// seedKind is how a kind of memory begins; %[1]s is the topic, %[2]d a number.
type seedKind struct {
	word     string
	openings []string
}

// seedLanguage is what texts of one language are put together from.
type seedLanguage struct {
	topics  []seedTopic
	kinds   map[store.Kind]seedKind
	details []string
	title   string // topic and the kind's word
	again   string // makes a text differ from an equal one
	gap     string // between sentences
}
