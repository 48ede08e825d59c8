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
// A client is data (see [All]); [Registrar] does the work.
package clients
