// Package clients registers the MCP server with the AI clients of this machine
// by editing their configuration files, and takes it out again.
//
// These files belong to other programs, so the package keeps four promises:
//
//   - The smallest edit: bytes are spliced in; indentation, line ends, byte
//     order mark, key order and everything else stay as they were. A file that
//     cannot be understood is refused and left alone.
//   - The whole file or nothing: a file is replaced by one rename, behind
//     symbolic links, with its mode and owner, and only if it still is what was
//     read.
//   - The way back: what was written is remembered in the store before it is
//     written. Removing restores the former bytes while nobody else changed the
//     file, and otherwise takes out our entry alone.
//   - Nothing foreign: an entry under our name that runs something else is
//     reported, never replaced.
//
// A client is data; [Registrar] does the work. A client has parts: the server,
// and extras. Of one part in one file:
//
//   - client.go, clients_*.go: what is known of each client; places.go: where its
//     files are. A new client is a literal in one of clients_*.go, a new part an
//     entry in its extras.
//   - formats.go: the formats, each a parse function that finds the [slot] of what
//     is [wanted] in a text; json*.go, toml*.go, yaml*.go. A new format is a parse
//     function and a slot of its own; nothing else knows of it.
//   - look.go: a part as it is now; plan.go, verify.go: what an action does to its
//     file, by one splice; commit.go, write.go: doing it.
//   - ledger.go: what is remembered, by client, part and file; backup.go, undo.go;
//     bulk.go: many clients at once.
package clients
