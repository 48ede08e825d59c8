package e2e

// specimen is a memory's text and queries by which a person may look for it.
type specimen struct {
	text    string
	queries []string
}

// specimens hold what trips up search engines: scripts without spaces, symbols,
// quotes, words that are operators elsewhere, emoji.
var specimens = []specimen{
	{"Webhook 去重：按事件编号存入缓存，一天后过期", []string{"去重", "webhook 去重", "去", "事件编号", "webhook", "WEBHOOK"}},
	{"Build the C++ core with -O2, never with -Ofast", []string{"C++", "c++ core", "-O2"}},
	{`The flag is spelled foo"bar in the legacy parser`, []string{`foo"bar`, `"bar`, "legacy parser"}},
	{"Remember: it's the reader's clock that counts", []string{"it's", "reader's"}},
	{"NEAR( is not an operator for us, nor is AND", []string{"NEAR(", "near", "operator"}},
	{"Releases carry a 🦀 in the channel topic", []string{"🦀", "channel topic"}},
	{"Use * and ^ and : as plain text, col:umn too", []string{"col:umn", "umn", "plain text"}},
}

// nothings are queries that match none of the specimens and must not be errors.
var nothings = []string{`"`, "(", ")", "''", "zzzqqq", "NOT zzzqqq", "zzzqqq*", "}{", `\`, "龘"}
