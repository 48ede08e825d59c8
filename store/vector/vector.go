// Package vector is the arithmetic of search by meaning: vectors of length one,
// how alike two of them are, and codes of one bit for each dimension, by which
// the most alike are found without reading the vectors.
package vector

import (
	"encoding/binary"
	"errors"
	"math"
	"math/bits"
)

// MaxDimensions is how many dimensions a vector may have.
const MaxDimensions = 8192

// What [Normalise] refuses.
var (
	ErrLength = errors.New("a vector must have 1 to 8192 dimensions")
	ErrNumber = errors.New("a vector must consist of finite numbers that are not all zero")
)

// Normalise brings v, in place, to length one.
func Normalise(v []float32) error {
	if len(v) == 0 || len(v) > MaxDimensions {
		return ErrLength
	}
	var sum float64
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	length := math.Sqrt(sum)
	if length == 0 || math.IsNaN(length) || math.IsInf(length, 0) {
		return ErrNumber
	}
	for i, x := range v {
		v[i] = float32(float64(x) / length)
	}
	return nil
}

// Words returns how many words the code of a vector has.
func Words(dimensions int) int { return (dimensions + 63) / 64 }

// Code returns the signs of v, one bit for each dimension.
func Code(v []float32) []uint64 {
	code := make([]uint64, Words(len(v)))
	for i, x := range v {
		if x > 0 {
			code[i/64] |= 1 << (i % 64)
		}
	}
	return code
}

// Distance returns in how many dimensions two codes of the same length differ.
func Distance(a, b []uint64) int {
	b = b[:len(a)]
	n := 0
	for i, w := range a {
		n += bits.OnesCount64(w ^ b[i])
	}
	return n
}

// Bytes returns v as it is stored: 4 bytes for each dimension, little endian.
func Bytes(v []float32) []byte {
	out := make([]byte, 0, 4*len(v))
	for _, x := range v {
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(x))
	}
	return out
}

// Dot returns how alike a vector and a stored one are, both of length one: from
// 1 for the same direction to -1 for the opposite one. It is -1 if the stored one
// has other dimensions.
func Dot(a []float32, stored []byte) float64 {
	if len(stored) != 4*len(a) {
		return -1
	}
	var even, odd float32
	i := 0
	for ; i+2 <= len(a); i += 2 {
		two := binary.LittleEndian.Uint64(stored[4*i:])
		even += a[i] * math.Float32frombits(uint32(two))
		odd += a[i+1] * math.Float32frombits(uint32(two>>32))
	}
	if i < len(a) {
		even += a[i] * math.Float32frombits(binary.LittleEndian.Uint32(stored[4*i:]))
	}
	return float64(even + odd)
}

// CodeBytes returns a code as it is stored: 8 bytes for each word, little endian.
func CodeBytes(code []uint64) []byte {
	out := make([]byte, 0, 8*len(code))
	for _, w := range code {
		out = binary.LittleEndian.AppendUint64(out, w)
	}
	return out
}

// AppendCode appends a stored code to words. One that is cut off loses its last
// word.
func AppendCode(words []uint64, stored []byte) []uint64 {
	for ; len(stored) >= 8; stored = stored[8:] {
		words = append(words, binary.LittleEndian.Uint64(stored))
	}
	return words
}
