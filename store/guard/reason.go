package guard

// Field is one text of what someone wants to store, as it was given: not yet
// cleaned, since cleaning takes out what hides a text.
type Field struct {
	Name string // title, body, tags, files, project, reason, document, note: what a person is told
	Text string
}

// Code names why a text is held. It never changes, so that the window can say
// the reason in the person's language.
type Code string

// Why a text is held.
const (
	Override     Code = "override"        // tells a model to drop its instructions
	Role         Code = "role"            // tells a model to be something else
	Prompt       Code = "prompt"          // asks for a model's own instructions
	Conceal      Code = "conceal"         // tells a model to keep something from the person
	Order        Code = "order"           // gives a model a standing order
	Address      Code = "address"         // speaks to whatever model reads it
	Markup       Code = "markup"          // holds marks of a chat or of a tool call
	Turns        Code = "turns"           // plays a conversation
	Frame        Code = "frame"           // looks like an answer of this server
	Exfiltrate   Code = "exfiltrate"      // sends what is private elsewhere
	Command      Code = "command"         // has a model run what comes from elsewhere
	Hidden       Code = "hidden"          // holds text that a person does not see
	Encoded      Code = "encoded"         // holds instructions in an encoding
	Lookalike    Code = "lookalike"       // writes words with letters of another script
	MaybeASecret Code = "possible_secret" // may hold a password or token
)

// messages says each reason to a person.
var messages = map[Code]string{
	Override:     "it tells an assistant to ignore its instructions",
	Role:         "it tells an assistant to be somebody else",
	Prompt:       "it asks an assistant for its own instructions",
	Conceal:      "it tells an assistant to keep something from you",
	Order:        "it gives an assistant a standing order",
	Address:      "it speaks to whatever assistant reads it",
	Markup:       "it holds marks of a chat or a tool call",
	Turns:        "it plays a conversation with an assistant",
	Frame:        "it looks like an answer of Memtray",
	Exfiltrate:   "it has private data sent elsewhere",
	Command:      "it has an assistant run a command from elsewhere",
	Hidden:       "it holds text that you cannot see",
	Encoded:      "it holds encoded instructions",
	Lookalike:    "it writes words with look-alike letters",
	MaybeASecret: "it may hold a password or token",
}

// Reason is why a text should wait for a person before any model reads it.
type Reason struct {
	Code    Code   `json:"code"`
	Message string `json:"message"` // the code in English, as the end of a sentence: "held because …"
	Field   string `json:"field"`   // the name of the first field it was found in

	// Found is the place in the text as a person can see it: at most 80
	// characters, invisible ones by their numbers. "" for a possible secret.
	Found string `json:"found,omitempty"`
}

// Message says a reason to a person in English, as the end of a sentence: "held
// because …"; "" for an unknown code.
func Message(c Code) string { return messages[c] }

// Codes returns the code of every reason there is, in the order in which
// [Suspicious] gives them.
func Codes() []Code {
	return []Code{Override, Role, Prompt, Conceal, Order, Address, Markup, Turns, Frame, Exfiltrate, Command, Hidden, Encoded, Lookalike, MaybeASecret}
}
