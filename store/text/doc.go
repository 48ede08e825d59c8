// Package text knows about written language: it cuts texts into the tokens that
// search is made of, folds them for comparison, estimates what they cost a
// model, and shortens them without breaking a character.
//
// # Tokens
//
// [Tokens] turns a stored text into index tokens and [Terms] turns a question
// into what to look for. Both read a text as a sequence of runs and treat each
// kind of run in its own way:
//
//   - A word (letters and digits of scripts that put blanks between words) gives
//     its parts, as programmers join them, and the joined form, each as its
//     English stem: HTTPServers2 gives http, server, 2 and httpservers2;
//     get_user gives get, user and getus, and went gives go. Words that nearly
//     every text holds (the, is, of …) give nothing, unless they are written in
//     capitals (IT, NOT NULL) or as `code`.
//   - A run of a script without blanks (Chinese, Japanese, Thai …) or of Hangul
//     gives overlapping pairs of characters and its last character: 连接池 gives
//     连接, 接池 and 池. So every piece of it can be found, without a dictionary.
//     Traditional Chinese characters give the tokens of their Simplified forms.
//   - A run of ASCII symbols is one token: ++, ->, #. A single mark of prose (full
//     stop, comma, hyphen …) is none.
//   - An emoji or other symbol is one token, however many code points it has.
//
// Before that a text is brought to one spelling (NFKC), and afterwards case is
// folded, so width, composition and case make no difference, nor do the accents
// of Latin and Greek letters: café and cafe are one. ASCII symbols
// appear in tokens as their full-width twins (U+FF01 to U+FF5E): an index whose
// tokenizer keeps everything above ASCII together stores each as it is, and no
// token can be read as query syntax.
//
// # What is kept
//
// [Compact] writes the tokens of a text as they are stored, a run of Chinese as
// one piece instead of twice as many characters in pairs, and [Expand] reads
// them.
//
// All functions accept any string, also invalid UTF-8, and are safe for
// concurrent use.
package text
