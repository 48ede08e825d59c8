package clients

// extras are those of the clients by id. Not listed is what a client has no file
// for, what others have already said to it (VS Code runs the hooks of Claude Code
// and Copilot CLI, Antigravity reads the instructions of Gemini CLI), hooks that
// cannot add anything (Goose), lists that put those of the client's own window out
// of force (Cursor), and permissions that are not needed: Codex, Copilot CLI and
// opencode do not ask for tools that only read.
var extras = map[string][]part{
	"claude-code": {
		hookPart(Lab, anywhere(claudeFolder+"/settings.json"), strictLists, grouped("SessionStart", "SessionEnd")),
		instructionsPart(Lab, anywhere(claudeFolder+"/CLAUDE.md"), ""),
		allowPart(Lab, anywhere(claudeFolder+"/settings.json"), strictLists, "mcp__memtray__", "permissions", "allow"),
	},
	"cursor": {
		hookPart(ThirdParty, anywhere("~/.cursor/hooks.json"), strictLists, cursorHook),
	},
	"devin": {
		hookPart(ThirdParty, devinFolder("/config.json"), jsoncLists, grouped("SessionStart", "")),
		instructionsPart(ThirdParty, devinFolder("/AGENTS.md"), ""),
		allowPart(Doc, devinFolder("/config.json"), jsoncLists, "mcp__memtray__", "permissions", "allow"),
	},
	"zed": {
		instructionsPart(Doc, zedFolder("/AGENTS.md"), ""),
	},
	"kiro": {
		hookPart(ThirdParty, anywhere("~/.kiro/hooks/memtray.json"), strictLists, kiroHook),
		instructionsPart(Doc, anywhere("~/.kiro/steering/memtray.md"), "---\ninclusion: always\n---\n\n"),
		entryAllowPart(Doc, "autoApprove"),
	},
	"codex": {
		hookPart(Lab, anywhere("${CODEX_HOME:-~/.codex}/hooks.json"), strictLists, grouped("SessionStart", "SessionEnd")).
			noting("Codex runs the hook once you have accepted it: type /hooks there"),
		instructionsPart(Lab, anywhere("${CODEX_HOME:-~/.codex}/AGENTS.md"), ""),
	},
	"gemini": {
		hookPart(Lab, anywhere(geminiFolder+"/settings.json"), geminiLists, grouped("SessionStart", "SessionEnd").inPowerShell()).
			noting("Gemini CLI runs the hook in folders that you trust"),
		instructionsPart(Lab, anywhere(geminiFolder+"/GEMINI.md"), ""),
		policyPart(Lab, anywhere(geminiFolder+"/policies/memtray.toml")),
	},
	"opencode": {
		instructionsPart(Lab, anywhere(xdgConfig+"opencode/AGENTS.md"), ""),
	},
	"qwen": {
		hookPart(Lab, anywhere("${QWEN_HOME:-~/.qwen}/settings.json"), qwenLists, grouped("SessionStart", "SessionEnd")),
		instructionsPart(Lab, anywhere("${QWEN_HOME:-~/.qwen}/QWEN.md"), ""),
		allowPart(Lab, anywhere("${QWEN_HOME:-~/.qwen}/settings.json"), qwenLists, "mcp__memtray__", "permissions", "allow"),
	},
	"copilot": {
		hookPart(Lab, anywhere("${COPILOT_HOME:-~/.copilot}/hooks/memtray.json"), strictLists, copilotHook),
		instructionsPart(Lab, anywhere("${COPILOT_HOME:-~/.copilot}/copilot-instructions.md"), ""),
	},
	"crush": {
		instructionsPart(ThirdParty, crushFolder("/AGENTS.md"), ""),
		allowPart(Doc, crushFolder("/crush.json"), jsoncLists, "mcp_memtray_", "permissions", "allowed_tools"),
	},
	"goose": {
		instructionsPart(Doc, gooseFolder("/.goosehints"), "").noting("Goose reads its hints while its Developer extension is on"),
	},
	"warp": {
		instructionsPart(ThirdParty, anywhere("~/.agents/AGENTS.md"), ""),
	},
	"cline": {
		instructionsPart(ThirdParty, anywhere("~/Documents/Cline/Rules/memtray.md"), ""),
		entryAllowPart(Doc, "autoApprove"),
	},
	"zoo": {entryAllowPart(ThirdParty, "alwaysAllow")},
	"roo": {entryAllowPart(ThirdParty, "alwaysAllow")},
	"junie": {
		hookPart(ThirdParty, anywhere("~/.junie/config.json"), strictLists, grouped("SessionStart", "")),
	},
}

const (
	claudeFolder = "${CLAUDE_CONFIG_DIR:-~/.claude}"
	geminiFolder = "${GEMINI_CLI_HOME:-~}/.gemini"
)

// JSON files as their clients read them; ours are items of lists in them.
var (
	strictLists = format{parse: dialect{}.readLists}
	jsoncLists  = format{parse: dialect{comments: true, commas: true}.readLists}
	qwenLists   = format{parse: dialect{comments: true}.readLists, noBlank: true}
	geminiLists = format{parse: dialect{comments: true}.readLists, noBlank: true, noMark: true}
)
