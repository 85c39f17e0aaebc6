package ntt

import "math/bits"

// Bases for which the Miller-Rabin test has been proven exact: below 4,759,123,141
// (G. Jaeschke, 1993), and below 2^64 (J. Sinclair, 2011). Random bases would let
// clients disagree.
var (
	bases32 = []uint64{2, 7, 61}
	bases64 = []uint64{2, 325, 9375, 28178, 450775, 9780504, 1795265022}
)

func (w *word) isPrime() bool {
	bases := bases64
	if w.q < 1<<32 {
		bases = bases32
	}
	for _, b := range bases {
		if b %= w.q; b != 0 && !w.probablePrime(b) {
			return false
		}
	}
	return true
}

// probablePrime tells whether base^(q-1) reaches 1 as it does modulo a prime: from the start, or through -1.
func (w *word) probablePrime(base uint64) bool {
	var x uint64
	w.toFactor(&x, &base)
	twos := bits.TrailingZeros64(w.q - 1)
	x = w.pow(x, (w.q-1)>>twos)
	if x == w.unit {
		return true
	}
	for range twos {
		if x == w.halfTurn() {
			return true
		}
		w.mul(&x, &x, &x)
	}
	return false
}

// smallestRoot is the smallest x with x^n = -1 modulo a prime q = 1 mod 2n.
//
// One such x is c^((q-1)/2n) for any c that is not a square; the others are its
// odd powers, and the second half of these are the negatives of the first.
func (w *word) smallestRoot(n uint64) uint64 {
	root := w.anyRoot(n)
	var square, one uint64
	w.mul(&square, &root, &root)
	one = 1
	x := reduce(root, one, w.q, w.inv)
	smallest := x
	for range n / 2 {
		smallest = min(smallest, x, w.q-x)
		x = reduce(x, square, w.q, w.inv)
	}
	return smallest
}

func (w *word) anyRoot(n uint64) uint64 {
	for c := uint64(2); ; c++ {
		var f uint64
		w.toFactor(&f, &c)
		root := w.pow(f, (w.q-1)/(2*n))
		if w.pow(root, n) == w.halfTurn() {
			return root
		}
	}
}
