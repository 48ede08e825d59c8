package care

import (
	"context"
	"slices"

	"memtray/store"
	"memtray/store/sqlite"
)

// Notices returns what the person has to know of, oldest first.
func (k *Keeper) Notices(ctx context.Context) ([]store.Notice, error) {
	home := k.store.Home()
	all, err := sqlite.Notices(home)
	if err != nil {
		return nil, err
	}
	for i := range all {
		n := &all[i]
		if n.Backup != nil && !exists(n.Backup.File) {
			n.Backup = nil
			n.Actions = slices.DeleteFunc(n.Actions, func(a store.NoticeAction) bool { return a == store.ActionRestore })
		}
	}
	place := Place(home)
	if place == "" {
		return all, nil
	}
	known, err := k.store.Setting(ctx, store.SettingPlaceKnown)
	if err != nil {
		known = "" // the notice of a store that cannot be read must come through
	}
	if known != place {
		all = append(all, store.Notice{Code: store.NoticePlace, Severity: store.Warning, Place: place, Actions: []store.NoticeAction{store.ActionDismiss}})
	}
	return all, nil
}

// Answer does what the person chose about a notice. Returns [store.NotFound] if
// it is gone and [store.Invalid] for an action that it does not offer.
func (k *Keeper) Answer(ctx context.Context, by store.Author, code store.NoticeCode, action store.NoticeAction) error {
	all, err := k.Notices(ctx)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(all, func(n store.Notice) bool { return n.Code == code })
	if i < 0 {
		return store.Errorf(store.NotFound, "there is no such notice any more")
	}
	n := all[i]
	if !slices.Contains(n.Actions, action) {
		return store.Errorf(store.Invalid, "this notice does not take that action")
	}
	switch action {
	case store.ActionRestore:
		_, _, _, err = k.Restore(ctx, by, n.Backup.File)
		return err
	case store.ActionRepair:
		return k.store.Repair(ctx)
	}
	if code == store.NoticePlace {
		return k.store.SetSetting(ctx, store.SettingPlaceKnown, n.Place)
	}
	return sqlite.Clear(k.store.Home(), code)
}
