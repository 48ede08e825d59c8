package main

import (
	"context"
	"fmt"

	"memtray/store"
)

const backupDetails = `Without FILE it is one of the backups in the data folder, of which the last 7
daily and 4 weekly ones are kept; Memtray makes one a day by itself. A FILE that
is there already is refused. Clients may go on saving meanwhile.`

// backupCommand makes a backup.
func backupCommand(ctx context.Context, env *cli, args []string) error {
	rest, err := parse(env.flags("backup"), args)
	if err != nil {
		return err
	}
	if len(rest) > 1 {
		return usagef("backup takes one file")
	}
	if err := env.settle(); err != nil {
		return err
	}
	_, keeper, closeStore, err := env.openKept(ctx)
	if err != nil {
		return err
	}
	defer closeStore()
	var b store.Backup
	if len(rest) == 1 {
		b, err = keeper.BackupTo(ctx, rest[0])
	} else {
		b, err = keeper.Backup(ctx)
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(env.stdout, "backup of %d memories: %s\n", b.Memories, b.File)
	return err
}
