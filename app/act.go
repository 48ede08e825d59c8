package app

import (
	"context"
	"fmt"
	"log/slog"
	"strconv"
	"time"

	"github.com/wailsapp/wails/v2/pkg/runtime"

	"memtray/app/tray"
	"memtray/store"
)

// Places of the dashboard that the tray opens.
const (
	placeSearch   = "#/memories?focus=search"
	placeAdd      = "#/memories?new=1"
	placeMemory   = "#/memories?id=%d"
	placeClients  = "#/clients"
	placeSettings = "#/settings"
)

// act does what a click on the tray's menu asks for.
func (d *desktop) act(a tray.Action) {
	ctx := context.Background()
	var err error
	switch a.Do {
	case tray.Open:
		d.show("")
	case tray.Search:
		d.show(placeSearch)
	case tray.Add:
		d.show(placeAdd)
	case tray.OpenMemory:
		d.show(fmt.Sprintf(placeMemory, a.ID))
	case tray.Clients:
		d.show(placeClients)
	case tray.Settings:
		d.show(placeSettings)
	case tray.PauseHour:
		err = d.data.recall.Pause(ctx, store.MillisOf(time.Now().Add(time.Hour)))
	case tray.PauseTomorrow:
		err = d.data.recall.Pause(ctx, store.MillisOf(tray.Tomorrow(time.Now())))
	case tray.PauseForever:
		err = d.data.recall.Pause(ctx, 0)
	case tray.Resume:
		err = d.data.recall.Resume(ctx)
	case tray.Quit:
		d.quit()
	}
	if err != nil {
		slog.Error("pause or resume saving", "error", err)
	}
}

// navigate sends the dashboard to a place. It sets the page's address instead of
// sending an event: an event is lost while the page has no stream open, as when
// it has just loaded.
func (d *desktop) navigate(hash string) {
	runtime.WindowExecJS(d.window, "location.hash = "+strconv.Quote(hash))
}
