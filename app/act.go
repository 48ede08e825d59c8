package app

import (
	"context"
	"fmt"
	"time"

	"memtray/app/api"
	"memtray/app/tray"
	"memtray/store"
)

// Places of the dashboard that the tray opens.
const (
	placeSearch = "#/memories?focus=search"
	placeAdd    = "#/memories?new=1"
	placeMemory = "#/memories?id=%d"
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
		fmt.Fprintf(d.stderr, "memtray: pause or resume saving: %v\n", err)
	}
}

// navigate sends the dashboard to a place.
func (d *desktop) navigate(hash string) {
	d.data.hub.Send(api.Event{Type: api.Navigate, Hash: hash})
}
