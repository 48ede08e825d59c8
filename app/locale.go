package app

import (
	"context"
	"os"

	"memtray/app/api"
	"memtray/store"
)

// locale returns the language of the tray: the person's setting, else the
// system's.
func (d *data) locale(ctx context.Context) string {
	chosen, err := d.store.Setting(ctx, store.SettingLocale)
	if err == nil && chosen != "" {
		return chosen
	}
	return api.SystemLocale(os.Getenv)
}
