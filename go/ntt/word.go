package ntt

import (
	"math/bits"
)

// word is the arithmetic modulo an odd q below 2^64. Elements are canonical
// residues; factors are residues times 2^64, so that the product of an element
// by a factor needs one Montgomery reduction and is an element.
type word struct {
	q    uint64
	inv  uint64 // q^-1 mod 2^64
	unit uint64 // 2^64 mod q: the factor one
	sq   uint64 // 2^128 mod q: multiplied by it, an element becomes a factor
	high uint64 // floor(2^64 / q)
}

func newWord(q uint64) *word {
	high, unit := bits.Div64(1, 0, q)
	sqHigh, sqLow := bits.Mul64(unit, unit)
	_, sq := bits.Div64(sqHigh, sqLow, q)
	return &word{q: q, inv: inverseOfOdd(q), unit: unit, sq: sq, high: high}
}

// inverseOfOdd is q^-1 mod 2^64: q inverts itself modulo 8, and each step of
// Newton's doubles the bits that are right.
func inverseOfOdd(q uint64) uint64 {
	x := q
	for range 5 {
		x *= 2 - q*x
	}
	return x
}

// reduce is a·b / 2^64 mod q, in [0, q), for a·b below q·2^64.
func reduce(a, b, q, inv uint64) uint64 {
	high, low := bits.Mul64(a, b)
	m, _ := bits.Mul64(low*inv, q)
	r, borrow := bits.Sub64(high, m, 0)
	return r + q&-borrow
}

// plus is right for every q below 2^64, hence the carry.
func plus(a, b, q uint64) uint64 {
	s, carry := bits.Add64(a, b, 0)
	r, borrow := bits.Sub64(s, q, 0)
	return r + q&-(borrow&^carry)
}

func minus(a, b, q uint64) uint64 {
	r, borrow := bits.Sub64(a, b, 0)
	return r + q&-borrow
}

func (w *word) one() uint64           { return w.unit }
func (w *word) halfTurn() uint64      { return w.q - w.unit }
func (w *word) mul(z, x, y *uint64)   { *z = reduce(*x, *y, w.q, w.inv) }
func (w *word) add(z, x, y *uint64)   { *z = plus(*x, *y, w.q) }
func (w *word) sub(z, x, y *uint64)   { *z = minus(*x, *y, w.q) }
func (w *word) toFactor(z, x *uint64) { *z = reduce(*x, w.sq, w.q, w.inv) }
func (w *word) halve(z, x *uint64)    { *z = *x>>1 + (w.q>>1+1)&-(*x&1) }

func (w *word) pow(x, e uint64) (r uint64) {
	r = w.unit
	for i := bits.Len64(e) - 1; i >= 0; i-- {
		r = reduce(r, r, w.q, w.inv)
		if e>>i&1 == 1 {
			r = reduce(r, x, w.q, w.inv)
		}
	}
	return r
}

// summable tells whether q suits the arithmetic of tree, which reduces sums of products.
func (w *word) summable() bool { return w.q < 1<<30 }

func (w *word) forward(x, table []uint64) {
	if w.summable() {
		r := tree{w: w, factors: table, scale: w.unit}
		r.forward(nil, x, 0)
		return
	}
	forward(w, x, table)
}

func (w *word) inverse(x, table []uint64, scale uint64) {
	if w.summable() {
		r := tree{w: w, factors: table, scale: scale}
		r.inverse(x)
		return
	}
	inverse(w, x, table, scale)
}

func (w *word) forwardBlock(low, high []uint64, s *uint64) {
	f, q, inv := *s, w.q, w.inv
	high = high[:len(low)]
	for j, u := range low {
		v := reduce(high[j], f, q, inv)
		low[j], high[j] = plus(u, v, q), minus(u, v, q)
	}
}

func (w *word) inverseBlock(low, high []uint64, s *uint64) {
	f, q, inv := *s, w.q, w.inv
	high = high[:len(low)]
	for j, u := range low {
		v := high[j]
		low[j], high[j] = plus(u, v, q), reduce(minus(u, v, q), f, q, inv)
	}
}

func (w *word) scale(dst, src []uint64, s *uint64) {
	f, q, inv := *s, w.q, w.inv
	dst = dst[:len(src)]
	for i, x := range src {
		dst[i] = reduce(x, f, q, inv)
	}
}

func (w *word) products(x, y []uint64) {
	q, inv, high := w.q, w.inv, w.high
	y = y[:len(x)]
	if q < 1<<32 {
		for i, a := range x {
			r := nearRemainder(a*y[i], q, high)
			x[i] = min(r, r-q)
		}
		return
	}
	for i, a := range x {
		x[i] = reduce(reduce(a, y[i], q, inv), w.sq, q, inv)
	}
}

func (w *word) sums(x, y []uint64) {
	q := w.q
	y = y[:len(x)]
	for i, a := range x {
		x[i] = plus(a, y[i], q)
	}
}

// pairProducts is the function of that name. Below 2^63 a sum of two products needs one reduction.
func (w *word) pairProducts(x, y, table []uint64) {
	q, inv := w.q, w.inv
	if q>>63 != 0 {
		pairProducts(w, x, y, table)
		return
	}
	for i := 0; i+2 <= len(x); i += 2 {
		c := table[len(table)/2+i/4]
		if i&2 == 2 {
			c = q - c
		}
		a0, a1 := x[i], x[i+1]
		b0, b1 := reduce(y[i], w.sq, q, inv), reduce(y[i+1], w.sq, q, inv)
		x[i] = reduceTwo(a0, b0, a1, reduce(b1, c, q, inv), q, inv)
		x[i+1] = reduceTwo(a0, b1, a1, b0, q, inv)
	}
}
