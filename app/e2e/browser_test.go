package e2e

import (
	"context"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
)

// browser is the one Chromium that all tests share; each page has a profile of
// its own in it.
var browser struct {
	once  sync.Once
	ctx   context.Context
	close func()
	err   error
}

// openBrowser starts Chromium at the first call and returns its context.
func openBrowser(t *testing.T) context.Context {
	t.Helper()
	require(t, findBrowser() != "", "Chromium or Chrome")
	browser.once.Do(func() { browser.ctx, browser.close, browser.err = startBrowser() })
	if browser.err != nil {
		t.Fatalf("start %s: %v", findBrowser(), browser.err)
	}
	return browser.ctx
}

func startBrowser() (context.Context, func(), error) {
	alloc, stop := chromedp.NewExecAllocator(context.Background(), append(
		slices.Clone(chromedp.DefaultExecAllocatorOptions[:]),
		chromedp.ExecPath(findBrowser()),
		chromedp.UserDataDir(filepath.Join(scratch, "chromium")),
		chromedp.Env("TMPDIR="+scratch, "HOME="+scratch, "LANG=en_US.UTF-8"),
		chromedp.Flag("no-sandbox", true),
		chromedp.Flag("disable-gpu", true),
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"),
	)...)
	ctx, _ := chromedp.NewContext(alloc)
	end := func() {
		_ = chromedp.Cancel(ctx) // the allocator kills what does not close
		stop()
	}
	if err := chromedp.Do(ctx); err != nil {
		end()
		return nil, nil, err
	}
	return ctx, end, nil
}

// closeBrowser ends Chromium if a test started it.
func closeBrowser() {
	if browser.close != nil {
		browser.close()
	}
}

func findBrowser() string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}
