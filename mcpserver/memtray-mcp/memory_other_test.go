//go:build !linux

package main

import "testing"

// peakMemory is not known here.
func peakMemory(*testing.T, int) int { return 0 }

// usersOf is not known here.
func usersOf(*testing.T, string) map[string]string { return nil }
