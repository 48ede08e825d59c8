package vector_test

import (
	"fmt"
	"testing"

	"memtray/store/vector"
)

// BenchmarkNearest measures the search for the 500 nearest of many codes.
func BenchmarkNearest(b *testing.B) {
	for _, dimensions := range []int{256, 768, 1024} {
		for _, count := range []int{10_000, 100_000, 1_000_000} {
			words := vector.Words(dimensions)
			all := make([]uint64, 0, count*words)
			for i := range count {
				// Random bits are as good as codes here, and soon made.
				x := uint64(i)*0x9e3779b97f4a7c15 + 1
				for range words {
					x ^= x << 13
					x ^= x >> 7
					x ^= x << 17
					all = append(all, x)
				}
			}
			query := vector.Code(random(dimensions, 1))
			b.Run(fmt.Sprintf("%d dimensions, %d", dimensions, count), func(b *testing.B) {
				for b.Loop() {
					vector.Nearest(query, all, 500, nil)
				}
			})
		}
	}
}
