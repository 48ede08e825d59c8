package mcpserver

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// TestPresence_Again: a client whose store could not be opened at first is shown
// as soon as it can.
func TestPresence_Again(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var p presence
		shown, tries := false, 0
		p.begin(func(context.Context) (func(), error) {
			if tries++; tries < 3 {
				return nil, errors.New("in use")
			}
			shown = true
			return func() { shown = false }, nil
		})
		time.Sleep(2*announceAgain + time.Second)
		synctest.Wait()
		if !shown {
			t.Errorf("not shown after %d attempts", tries)
		}
		p.end()
		if shown {
			t.Error("shown after the end")
		}
		p.end()
	})
	synctest.Test(t, func(t *testing.T) {
		var p presence
		p.begin(func(context.Context) (func(), error) { return nil, errors.New("in use") })
		synctest.Wait()
		start := time.Now()
		p.end()
		if took := time.Since(start); took != 0 {
			t.Errorf("the end waited %v for the next attempt", took)
		}
	})
}
