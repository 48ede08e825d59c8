// Package guard decides what of a text may be stored, and what of that may be
// given to a model before a person has seen it.
//
// Every text that reaches a store passes [Clean] first. What it lets through is
// stored exactly; what it takes out is counted, so that whoever saved the text
// can be told. [Suspicious] then says whether the text should be held.
//
// # Secrets
//
// Clean replaces by [SecretMark] what has the shape of one certain kind of secret:
// key files (PEM and OpenPGP blocks also without their end, PuTTY, age,
// WireGuard), signed and encrypted web tokens, the password in an address of any
// scheme, and the keys of about a hundred kinds that have a prefix of their own,
// listed in shapes.go: clouds, model providers, code hosts and package registries,
// payment, chat and mail, monitoring and office services. It finds them also in
// the source of strings, in addresses, broken over lines, with invisible
// characters in them, and in letters that only look like ASCII.
//
// Placeholders (ghp_your_token, AKIAXXXXXXXXXXXXXXXX), hashes, UUIDs and public
// keys stay. So does a key without a shape: the secrets of Azure OpenAI, Datadog,
// Cohere or Mistral, a password in prose. Where such a one has a name before it
// ("password = …", "Bearer …"), Suspicious gives [MaybeASecret] as a reason. A key
// that is cut into words, spelled backwards or encoded is not found; this guards
// against accidents, not against someone who wants to store a key.
//
// # Suspicious texts
//
// Suspicious finds what speaks to a model instead of telling something: orders to
// ignore instructions, to be somebody else, to say its instructions, to hide
// something from the person, standing orders, addresses to whatever model reads
// it, sending private data away, and running commands from elsewhere; in English and
// Chinese, the commonest forms also in German, French, Spanish, Portuguese,
// Italian, Russian, Japanese and Korean, and a few in others. It finds marks of
// chats and tool calls, played conversations, the frame and the answers of this
// server, text that is hidden from the eye, words in look-alike letters, and all
// of that in base64, hexadecimal, escapes, rot13 or turned around.
//
// What Clean takes out is no danger any more, but shows an intention: a text with
// tag characters, rows of characters without width or direction overrides is
// cleaned and held.
//
// It is a list of known ways, no understanding: what is put in other words passes.
// Texts about attacks pass if they quote or report the words, which also an
// attacker can do; an order that a developer might well give ("from now on run the
// tests before committing") passes. So a text that passes is still data, and is
// given to models in a frame.
package guard

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Removal is what was taken out of a text, and how often.
type Removal struct {
	What  string `json:"what"` // one of the constants below
	Count int    `json:"count"`
}

// What [Clean] takes out.
const (
	PrivateSpan      = "private span"      // <private>…</private>, or a stray tag of it
	Secret           = "secret"            // an access token, private key or password in an address
	ControlCharacter = "control character" // also invisible characters that hide or reorder text
	InvalidUTF8      = "invalid UTF-8"     // bytes that are no text, replaced by U+FFFD
)

// maxPasses bounds how often a text is gone through again because what was taken
// out left a new tag behind. No honest text needs a third pass.
const maxPasses = 8

// Clean returns s as it may be stored, and what was taken out of it, nil if
// nothing was. The result is valid UTF-8 in composed form (NFC) with \n as the
// only line break. Cleaning it again changes nothing.
//
// Taken out are private spans (in any case, with blanks, attributes or invisible
// characters in the tags, with full-width brackets, nested; a span that is never
// closed reaches to the end), control characters but \n and \t, and invisible
// characters that can hide text or show it in another order than it is read.
// Joiners inside emoji and in scripts that need them, direction marks and soft
// hyphens stay.
//
// Secrets of well-known shapes (access tokens, private keys, the password in an
// address) are replaced by [SecretMark].
func Clean(s string) (string, []Removal) {
	var out taken
	s, out.invalid = validate(s)
	for range maxPasses {
		before := s
		s = out.pass(s, dropPrivate)
		if s == before {
			return s, out.removals()
		}
	}
	// Tags are woven into each other to outlast the passes: nothing behind the
	// first one is kept.
	s = out.pass(s, cutPrivate)
	return s, out.removals()
}

// taken counts what was taken out.
type taken struct{ spans, secrets, controls, invalid int }

// pass takes out characters, composes and takes out private spans and secrets,
// once each.
func (out *taken) pass(s string, private func(string) (string, int)) string {
	s, controls := dropControls(s)
	s, spans := private(norm.NFC.String(s))
	s, secrets := dropSecrets(s)
	out.controls += controls
	out.spans += spans
	out.secrets += secrets
	return s
}

// validate replaces each run of bytes that are not UTF-8 and counts them.
func validate(s string) (string, int) {
	if utf8.ValidString(s) {
		return s, 0
	}
	runs, inside := 0, false
	for i, r := range s {
		_, size := utf8.DecodeRuneInString(s[i:])
		bad := r == utf8.RuneError && size == 1
		if bad && !inside {
			runs++
		}
		inside = bad
	}
	return strings.ToValidUTF8(s, "\uFFFD"), runs
}

func (out *taken) removals() []Removal {
	var all []Removal
	for _, r := range []Removal{{PrivateSpan, out.spans}, {Secret, out.secrets}, {ControlCharacter, out.controls}, {InvalidUTF8, out.invalid}} {
		if r.Count > 0 {
			all = append(all, r)
		}
	}
	return all
}
