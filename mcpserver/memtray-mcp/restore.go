package main

import (
	"context"
	"fmt"
	"strings"

	"memtray/store/care"
	"memtray/store/sqlite"
)

const restoreDetails = `FILE is a backup, or a damaged file that was set aside: what can still be read of
it comes back. latest is the newest backup.

The memories of the backup become what they were when it was made. What was saved
since stays, so nothing is lost; Memtray and the clients may be running. What was
there before is first copied beside the backups.`

// restoreCommand restores a backup.
func restoreCommand(ctx context.Context, env *cli, args []string) error {
	rest, err := parse(env.flags("restore"), args)
	if err != nil {
		return err
	}
	if len(rest) != 1 {
		return usagef("restore takes one file, or latest")
	}
	if err := env.settle(); err != nil {
		return err
	}
	_, keeper, closeStore, err := env.openKept(ctx)
	if err != nil {
		return err
	}
	defer closeStore()
	from, before, out, err := keeper.Restore(ctx, env.author(), rest[0])
	if err != nil {
		return fmt.Errorf("%w%s", err, goOn(out, rest[0]))
	}
	fmt.Fprintf(env.stdout, "restored %s: %s\n", from.File, restoredText(out))
	if before != "" {
		fmt.Fprintf(env.stdout, "what was there before: %s\n", before)
	}
	if out.Unreadable > 0 {
		return fmt.Errorf("%d memories, documents or notes could not be read", out.Unreadable)
	}
	return nil
}

// goOn says what to do after a restore that stopped in the middle.
func goOn(out sqlite.Restored, which string) string {
	if out == (sqlite.Restored{}) {
		return ""
	}
	if which != care.Latest {
		which = "FILE"
	}
	return "; a part was restored, run memtray-mcp restore " + which + " again"
}

func restoredText(out sqlite.Restored) string {
	var parts []string
	for _, p := range []struct {
		n    int
		what string
	}{
		{out.Added, "brought back"}, {out.Changed, "changed back"}, {out.Same, "unchanged"},
		{out.Equal, "saved again meanwhile"}, {out.Purged, "deleted for good"}, {out.Unreadable, "unreadable"},
	} {
		if p.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", p.n, p.what))
		}
	}
	for _, p := range []struct {
		n    int
		what string
	}{{out.Documents, "document"}, {out.Notes, "journal note"}} {
		if p.n == 1 {
			parts = append(parts, "1 "+p.what)
		} else if p.n > 1 {
			parts = append(parts, fmt.Sprintf("%d %ss", p.n, p.what))
		}
	}
	if len(parts) == 0 {
		return "it is empty"
	}
	return strings.Join(parts, ", ")
}
