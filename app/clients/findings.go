package clients

import (
	"strings"
)

// said is a sentence of a diagnosis. NAME in it stands for a value.
type said struct {
	weight Weight
	names  []string // of the values, in the order in which they are given
	text   string
	advice string
}

// findings are all sentences, by their codes. Whoever shows them in another
// language goes by code and values.
var findings = map[string]said{
	"registered":     {Fine, []string{"file"}, "it is registered in FILE", ""},
	"not_registered": {Wrong, []string{"file", "command"}, "it is not registered: FILE has no entry memtray", "run COMMAND"},
	"not_installed":  {Doubtful, []string{"name"}, "NAME was not found on this machine, and is not registered", ""},
	"missing":        {Wrong, []string{"file", "command"}, "the entry that was written into FILE is gone: the client, or somebody else, wrote that file anew", "run COMMAND"},
	"elsewhere":      {Doubtful, []string{"file", "program", "command"}, "the entry in FILE is not as it would be written now: it starts PROGRAM, perhaps with other arguments", "run COMMAND"},
	"foreign":        {Wrong, []string{"file", "program"}, "the entry memtray in FILE is not from Memtray: it starts PROGRAM", "rename or remove that entry, then register again"},
	"broken":         {Wrong, []string{"problem", "file"}, "PROBLEM", ""},

	"plugin": {Fine, []string{"name"}, "NAME has it as a plugin", ""},
	"twice":  {Doubtful, []string{"name", "command"}, "NAME has it as a plugin too, so it starts two servers", "run COMMAND, or remove the plugin in NAME"},

	"gone":          {Wrong, []string{"program", "command"}, "the program PROGRAM that the client starts is gone", "run COMMAND"},
	"passing":       {Doubtful, []string{"program", "place"}, "PROGRAM is in PLACE and will not stay there", "run memtray-mcp install, then register again"},
	"silent":        {Wrong, []string{"program", "problem"}, "PROGRAM was started, but PROBLEM", "install Memtray anew, then register again"},
	"answers":       {Fine, []string{"program", "version"}, "PROGRAM starts and answers (version VERSION)", ""},
	"other_version": {Doubtful, []string{"version", "own"}, "the client starts version VERSION, this is OWN", "run memtray-mcp install of the newer one, then restart the client"},
	"other_copy":    {Doubtful, []string{"program", "source"}, "PROGRAM is another build than SOURCE", "run SOURCE install, then restart the client"},
	"same_store":    {Fine, []string{"home"}, "it uses the memories in HOME", ""},
	"other_store":   {Wrong, []string{"home", "own", "command"}, "it uses the memories in HOME, but here you look at OWN", "run COMMAND, or look with --home HOME"},

	"extra_missing":   {Doubtful, []string{"part", "file"}, "the PART that was written into FILE is gone", "switch it on again"},
	"extra_broken":    {Doubtful, []string{"part", "file"}, "the PART cannot be looked at: FILE is not understood", "mend that file by hand"},
	"extra_elsewhere": {Doubtful, []string{"part", "file"}, "the PART in FILE is not as it would be written now", "switch it on again"},

	"never_started": {Doubtful, []string{"restart"}, "the client has never started Memtray", "RESTART"},
	"connected":     {Fine, []string{"count"}, "it is connected now (COUNT)", ""},
	"last_seen":     {Fine, []string{"at"}, "it is not connected now; it last was at AT", ""},
	"never_called":  {Doubtful, nil, "it has started Memtray, but never called it", "ask it to remember something, and see whether it asks for your permission"},
	"called":        {Fine, []string{"count", "day", "span"}, "it made COUNT calls in SPAN days, the last ones on DAY", ""},
	"only_errors":   {Doubtful, []string{"count", "day"}, "all COUNT calls of its last day, DAY, failed", "look into the folder logs of the data folder"},
	"last_project":  {Fine, []string{"project"}, "its newest memory is in project PROJECT", ""},
	"nothing_saved": {Doubtful, nil, "no memory is from it", "ask it to remember something"},

	"trust_paused":  {Wrong, nil, "you have closed Memtray to it: it neither reads nor saves", "open it under Clients in the window"},
	"trust_read":    {Doubtful, nil, "you let it read only: what it saves is refused", "change that under Clients in the window"},
	"trust_review":  {Doubtful, nil, "you want to see first what it saves: that waits for you", "run memtray-mcp proposals"},
	"trust_project": {Doubtful, []string{"project", "trust"}, "in project PROJECT its trust is TRUST", ""},
	"saving_paused": {Wrong, nil, "saving is paused for all clients", "end the pause in the window or the tray menu"},
	"exclusions":    {Doubtful, []string{"count"}, "COUNT folders or projects are excluded: nothing is read or saved there", ""},
}

// add notes a finding, with its values in the order of their names.
func (e *examination) add(code string, values ...string) {
	s := findings[code]
	f := Finding{Code: code, Weight: s.weight, Values: map[string]string{}}
	pairs := make([]string, 0, 2*len(values))
	for i, name := range s.names {
		f.Values[name] = values[i]
		pairs = append(pairs, strings.ToUpper(name), values[i])
	}
	fill := strings.NewReplacer(pairs...)
	f.Text, f.Advice = fill.Replace(s.text), fill.Replace(s.advice)
	e.Findings = append(e.Findings, f)
}
