package store

// Client is an AI client that has saved, recalled or connected.
type Client struct {
	ID       string `json:"id"`
	FirstAt  Millis `json:"first_at"`
	LastAt   Millis `json:"last_at"`
	Memories int    `json:"memories"` // active and pending memories it saved

	Trust       Trust          `json:"trust"`
	Projects    []ProjectTrust `json:"projects"`               // levels of its own in projects
	HourlyLimit *int           `json:"hourly_limit,omitempty"` // nil: [SettingHourlySaves]
}

// Presence is one running shim.
type Presence struct {
	Client    string `json:"client"`
	PID       int    `json:"pid"`
	StartedAt Millis `json:"started_at"`
	Version   string `json:"version"`
}

// Recall is what was given to a client, for the recall log and for usage counts.
type Recall struct {
	Author Author
	Kind   RecallKind
	Query  string // "" for a fetch by id
	IDs    []int64

	// Project is where the client works. A folder that is not known yet becomes a
	// project, a name does not; nothing means [Unfiled].
	Project ProjectRef
}

// RecallKind says how memories were given.
type RecallKind string

// The kinds of recall.
const (
	ListedRecall   RecallKind = "listed"
	InjectedRecall RecallKind = "injected"
	FetchedRecall  RecallKind = "fetched"
)

// Registration is what was written into a client's configuration file, so that
// it can be taken back byte for byte. Only the bytes that changed are kept:
// such files hold other programs' secrets.
type Registration struct {
	Client  string   `json:"client"`
	Part    string   `json:"part"` // server, or one of the extras
	File    string   `json:"file"` // absolute path, symlinks not resolved
	Command []string `json:"command"`
	At      Millis   `json:"at"`
	Version string   `json:"version"` // of the program that wrote it

	CreatedFile bool     `json:"created_file"` // the file did not exist before
	CreatedDirs []string `json:"created_dirs"` // folders that were made for it, outermost first
	Around      int      `json:"around"`       // containers in the file that were made around it

	// AfterHash is the SHA-256, in hex, of the file as it was written. While the
	// file still has it, replacing the Inserted bytes at Offset by Replaced
	// restores the former file.
	AfterHash string `json:"after_hash"`
	Offset    int64  `json:"offset"`
	Inserted  string `json:"inserted"`
	Replaced  string `json:"replaced"`
}

// Names of settings. Values are text; an absent setting is "".
const (
	SettingLocale      = "locale"       // "" follows the system; en or zh-CN
	SettingTheme       = "theme"        // "" follows the system; light or dark
	SettingPlaceKnown  = "place_known"  // the kind of drive about which the person need not be told again
	SettingPausedUntil = "paused_until" // "": saving; "forever"; or unix milliseconds
	SettingExclusions  = "exclusions"   // folders and projects that clients neither read nor store in, one glob a line
	SettingHourlySaves = "hourly_saves" // "" is [HourlySaves]

	// SettingHTTPPort is the port at which MCP is served over HTTP; "" is the default.
	SettingHTTPPort = "http_port"

	// SettingContextBudget is what a context costs at most, in tokens; "" is the
	// default.
	SettingContextBudget = "context_budget"

	// SettingHookUserPrompt says whether a hook may add memories to what the person
	// writes: "" is no, [On] is yes.
	SettingHookUserPrompt = "hook_user_prompt"

	// SettingJournalLong is how many tokens make a day's page of the journal long;
	// "" is [JournalLong].
	SettingJournalLong = "journal_distil_tokens"

	// SettingJournalSaid is the day whose page was last said to be long.
	SettingJournalSaid = "journal_distil_said"

	SettingEmbeddings = "embeddings" // "": off; else JSON of package embed: url, model, allow_remote, dimensions

	// SettingEmbeddingsFailure is what last went wrong with the endpoint: "" if all
	// is well; else JSON of package embed.
	SettingEmbeddingsFailure = "embeddings_failure"
)

// JournalLong is how many tokens make a day's page of the journal long, unless
// the person has set another number.
const JournalLong = 1500

// On is the value of a setting that is switched on.
const On = "on"

// Forever is the value of [SettingPausedUntil] for a pause without an end.
const Forever = "forever"
