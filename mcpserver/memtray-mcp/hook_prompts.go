package main

import (
	"context"
	"fmt"

	"memtray/store"
	"memtray/store/recall"
)

// hookPrompts lets the person say whether hooks may add memories to prompts. It
// is a command like any other: it may fail and wait.
func hookPrompts(ctx context.Context, env *cli, args []string) error {
	if len(args) != 1 || args[0] != "on" && args[0] != "off" {
		return usagef("hook prompts takes on or off")
	}
	value, said := store.On, "hooks add memories that fit well to what you write"
	if args[0] == "off" {
		value, said = "", "hooks add nothing to what you write"
	}
	return env.inStore(ctx, func(r *recall.Recall) error {
		if err := r.Store().SetSetting(ctx, store.SettingHookUserPrompt, value); err != nil {
			return err
		}
		_, err := fmt.Fprintln(env.stdout, said)
		return err
	})
}
