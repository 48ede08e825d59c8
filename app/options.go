package app

import (
	"context"
	_ "embed"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/wailsapp/wails/v2/pkg/logger"
	"github.com/wailsapp/wails/v2/pkg/options"
	"github.com/wailsapp/wails/v2/pkg/options/assetserver"
	"github.com/wailsapp/wails/v2/pkg/options/linux"
	"github.com/wailsapp/wails/v2/pkg/options/windows"
)

//go:embed icon.png
var icon []byte

// options describes the window to Wails.
func (d *desktop) options(page http.Handler, hidden bool, theme string) *options.App {
	return &options.App{
		Title:     "Memtray",
		Width:     1280,
		Height:    800,
		MinWidth:  360,
		MinHeight: 480,

		StartHidden:      hidden,
		BackgroundColour: background(theme),
		AssetServer:      &assetserver.Options{Handler: page},

		// Wails' own script shows the menu in fields and on selected text only.
		// False would take it away everywhere on Linux, copy and paste too.
		EnableDefaultContextMenu: true,
		LogLevelProduction:       logger.ERROR,

		// Not HideWindowOnClose: closing decides anew each time.
		OnBeforeClose: func(context.Context) bool { return d.closing() },
		OnStartup:     d.startup,
		OnDomReady:    func(context.Context) { d.pageLoaded(hidden) },

		Linux: &linux.Options{
			Icon:             icon,
			ProgramName:      "memtray",
			WebviewGpuPolicy: gpuPolicy(os.Getenv("MEMTRAY_GPU")),
		},
		Windows: &windows.Options{
			Theme:                windows.SystemDefault,
			IsZoomControlEnabled: true,
		},
	}
}

func (d *desktop) startup(ctx context.Context) {
	d.window = ctx
	close(d.started)
	d.takeSignals()
}

// pageLoaded runs after each load of the page; only the first one opens the
// way for what waits.
func (d *desktop) pageLoaded(hidden bool) {
	<-d.started
	d.loaded.Do(func() {
		enableZoom()
		if d.data != nil {
			d.data.hub.SetVisible(!hidden)
		}
		close(d.ready)
	})
}

// takeSignals makes SIGTERM and SIGINT end the app by [desktop.quit]. Wails
// listens too and would end the loop past the tray, whose temporary file then
// stays; hence the reset.
func (d *desktop) takeSignals() {
	signal.Reset(os.Interrupt, syscall.SIGTERM)
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-c
		d.quit()
	}()
}

// gpuPolicy: drawing without the GPU is fast enough for lists and text and
// spares people the blank windows that some drivers give. The environment can
// ask for it.
func gpuPolicy(wish string) linux.WebviewGpuPolicy {
	switch strings.ToLower(wish) {
	case "always":
		return linux.WebviewGpuPolicyAlways
	case "ondemand":
		return linux.WebviewGpuPolicyOnDemand
	default:
		return linux.WebviewGpuPolicyNever
	}
}

// background is what the window shows until the page is painted: the
// dashboard's own background in the theme that it will have.
func background(theme string) *options.RGBA {
	if theme == "dark" || theme != "light" && prefersDark() {
		return options.NewRGB(18, 19, 21)
	}
	return options.NewRGB(243, 245, 247)
}
