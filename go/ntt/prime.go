package ntt

import "math/bits"

// Bases for which the Miller-Rabin test has been proven exact: below 4,759,123,141
// (G. Jaeschke, 1993), and below 2^64 (J. Sinclair, 2011). Random bases would let
// clients disagree.
var (
	bases32 = [...]uint64{2, 7, 61}
	bases64 = [...]uint64{2, 325, 9375, 28178, 450775, 9780504, 1795265022}
)

func (w *word) isPrime() bool {
	bases := bases64[:]
	if w.q < 1<<32 {
		bases = bases32[:]
	}
	// The powers of all bases side by side: each squaring of one waits for the last.
	var space [len(bases64)]uint64
	powers := space[:0]
	for _, b := range bases {
		if b %= w.q; b != 0 {
			w.toFactor(&b, &b)
			powers = append(powers, b)
		}
	}
	twos := bits.TrailingZeros64(w.q - 1)
	w.powers(powers, (w.q-1)>>twos)
	for _, x := range powers {
		if !w.reachesOne(x, twos) {
			return false
		}
	}
	return true
}

// powers raises each x, a factor, to the same e > 0.
func (w *word) powers(x []uint64, e uint64) {
	q, inv := w.q, w.inv
	var space [len(bases64)]uint64
	r := space[:len(x)]
	copy(r, x)
	for i := bits.Len64(e) - 2; i >= 0; i-- {
		for k, y := range r {
			r[k] = reduce(y, y, q, inv)
		}
		if e>>i&1 == 1 {
			for k, y := range r {
				r[k] = reduce(y, x[k], q, inv)
			}
		}
	}
	copy(x, r)
}

// reachesOne tells whether x, the power of a base to the odd part of q-1, is 1,
// or one of its squares -1, as modulo a prime.
func (w *word) reachesOne(x uint64, twos int) bool {
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
	c := nonSquare(w.q) % w.q
	w.toFactor(&c, &c)
	return w.pow(c, (w.q-1)/(2*n))
}

// nonSquare is the smallest number that is not a square modulo a prime q = 1 mod
// 4, or rather 2 for q = 5 mod 8. By reciprocity its symbol is that of q modulo it,
// which costs little even where the small numbers are squares.
func nonSquare(q uint64) uint64 {
	if q%8 == 5 {
		return 2
	}
	for c := uint64(3); ; c += 2 {
		if jacobi(q%c, c) < 0 {
			return c
		}
	}
}

// jacobi is the symbol (a/n) for an odd n above a.
func jacobi(a, n uint64) int {
	symbol := 1
	for a != 0 {
		twos := bits.TrailingZeros64(a)
		a >>= twos
		if twos&1 == 1 && (n%8 == 3 || n%8 == 5) {
			symbol = -symbol
		}
		if a%4 == 3 && n%4 == 3 {
			symbol = -symbol
		}
		a, n = n%a, a
	}
	if n == 1 {
		return symbol
	}
	return 0
}
