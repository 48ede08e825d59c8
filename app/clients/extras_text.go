package clients

import (
	"embed"
	"strings"
)

//go:embed texts
var textFiles embed.FS

// instructions are the lines of the section, by language.
var instructions = map[string]string{"en": instructionsIn("en"), "zh-CN": instructionsIn("zh-CN")}

func instructionsIn(language string) string {
	text, err := textFiles.ReadFile("texts/" + language + ".md")
	if err != nil {
		panic(err) // it is embedded
	}
	return string(text)
}

// instructionsPart is the part that tells a model when to use its memory. above
// is what a file of our own needs.
func instructionsPart(v Verified, files places, above string) part {
	return part{name: Instructions, verified: v, files: files, format: sectionFormat(markdown), want: func(Client, Shim, Env) wanted {
		return wanted{texts: instructions, above: above}
	}}
}

// policyPart is the part that allows our reading tools in a file of Gemini CLI's
// policies.
func policyPart(v Verified, files places) part {
	rule := "[[rule]]\nmcpName = \"" + EntryName + "\"\ntoolName = [\"" + strings.Join(ReadingTools, "\", \"") + "\"]\n" +
		"decision = \"allow\"\npriority = 100\n"
	return part{name: Allow, verified: v, files: files, format: sectionFormat(hashes), want: func(Client, Shim, Env) wanted {
		return wanted{texts: map[string]string{"en": rule}}
	}}
}
