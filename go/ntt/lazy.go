package ntt

import "math/bits"

// Butterflies for small moduli multiply by Plantard's method: two multiplications,
// an exact result, and no condition on the other operand but its size. Sums may
// therefore grow from level to level, and only the last multiplication reduces them.
//
// T. Plantard, "Efficient Word Size Modular Arithmetic", IEEE TETC 9(3), 2021.

// prepared turns a factor f = b·2^64 mod q into (-f)·q^-1 mod 2^64 for times.
func (w *word) prepared(f uint64) uint64 { return (w.q - f) * w.inv }

func (w *word) prepare(table []uint64) {
	for i, f := range table {
		table[i] = w.prepared(f)
	}
}

// prepareInverse makes the last level, whose only twiddle is at 1, multiply by
// scale: at 0 is what its sums need, at 1 what its differences do.
func (w *word) prepareInverse(table []uint64, scale uint64) {
	table[0] = scale
	if len(table) > 1 {
		table[1] = reduce(table[1], scale, w.q, w.inv)
	}
	w.prepare(table)
}

// times is a·b mod q, in [0, q), for s prepared from b.
//
// t = a·s mod 2^64 has t·q = k·2^64 - a·f with k = a·b mod q. The high half of
// t, plus one, times q is below (k+1)·2^32 whenever a·q + 2^32·q < 2^64: its own
// high half is k. Hence the bound a < 2^64/q - 2^32.
func times(a, s, q uint64) uint64 { return (a*s>>32 + 1) * q >> 32 }

// lazyForward takes two levels at a time, so that elements are loaded and stored
// half as often. Elements grow by q at each level; one, prepared, reduces them.
func lazyForward(x, table []uint64, q, one uint64) {
	t, m := len(x), 1
	if bits.TrailingZeros(uint(len(table)))&1 == 1 {
		t, m = t/2, 2
		forwardPair(x[:t], x[t:], table[1], q)
	}
	for ; m < len(table); m *= 4 {
		t /= 4
		if t == 1 {
			forwardLast(x, table[m:], q, one)
			return
		}
		for i := range m {
			forwardQuad(x[4*i*t:][:4*t], table[m+i], table[2*(m+i)], table[2*(m+i)+1], q)
		}
	}
	for i, u := range x {
		x[i] = times(u, one, q)
	}
}

func forwardPair(low, high []uint64, s, q uint64) {
	high = high[:len(low)]
	for j, u := range low {
		v := times(high[j], s, q)
		low[j], high[j] = u+v, u+q-v
	}
}

func forwardQuad(x []uint64, s, s0, s1, q uint64) {
	t := len(x) / 4
	x0, x1, x2, x3 := x[:t], x[t:][:t], x[2*t:][:t], x[3*t:][:t]
	for j := range x0 {
		a0, a1 := x0[j], x1[j]
		v2, v3 := times(x2[j], s, q), times(x3[j], s, q)
		v1, v0 := times(a1+v3, s0, q), times(a1+q-v3, s1, q)
		x0[j], x1[j] = a0+v2+v1, a0+v2+q-v1
		x2[j], x3[j] = a0+q-v2+v0, a0+2*q-v2-v0
	}
}

// forwardLast is the last two levels, of table[0:m] and of the 2m after them, and reduces.
func forwardLast(x, table []uint64, q, one uint64) {
	m := len(x) / 4
	second := table[m:]
	for i, s := range table[:m] {
		y := (*[4]uint64)(x[4*i:])
		z := (*[2]uint64)(second[2*i:])
		v2, v3 := times(y[2], s, q), times(y[3], s, q)
		v1, v0 := times(y[1]+v3, z[0], q), times(y[1]+q-v3, z[1], q)
		a0, a2 := times(y[0]+v2, one, q), times(y[0]+q-v2, one, q)
		y[0], y[1] = plusSmall(a0, v1, q), minusSmall(a0, v1, q)
		y[2], y[3] = plusSmall(a2, v0, q), minusSmall(a2, v0, q)
	}
}

// plusSmall and minusSmall are for canonical operands below 2^63: of two residues
// that differ by q the one that did not wrap around is the smaller.
func plusSmall(a, b, q uint64) uint64 { return min(a+b, a+b-q) }

func minusSmall(a, b, q uint64) uint64 { return min(a-b, a-b+q) }

// lazyInverse doubles the bound of elements at each level: before the last they
// are below leaves/2·q. The last one multiplies by the scale too, and so reduces.
func lazyInverse(x, table []uint64, q uint64) {
	t, m, bound := len(x)/len(table), len(table), q
	if t == 1 && m > 4 {
		m /= 4
		inverseFirst(x, table[m:], q)
		t, bound = 4, 4*q
	}
	for ; m > 4; m /= 4 {
		n := m / 4
		for i := range n {
			inverseQuad(x[4*i*t:][:4*t], table[n+i], table[2*(n+i)], table[2*(n+i)+1], q, bound)
		}
		t *= 4
		bound *= 4
	}
	switch m {
	case 4:
		inverseLastQuad(x, (*[4]uint64)(table), q, bound)
	case 2:
		inverseLastPair(x[:t], x[t:], table[0], table[1], q, bound)
	}
}

// inverseFirst is the first two levels, of 2m twiddles and of the m before them.
func inverseFirst(x, table []uint64, q uint64) {
	m := len(x) / 4
	second := table[m:]
	for i, s := range table[:m] {
		y := (*[4]uint64)(x[4*i:])
		z := (*[2]uint64)(second[2*i:])
		a0, a1, a2, a3 := y[0], y[1], y[2], y[3]
		d1, d3 := times(a0+q-a1, z[0], q), times(a2+q-a3, z[1], q)
		y[0], y[1] = a0+a1+a2+a3, d1+d3
		y[2], y[3] = times(a0+a1+2*q-a2-a3, s, q), times(d1+q-d3, s, q)
	}
}

func inverseQuad(x []uint64, s, s0, s1, q, bound uint64) {
	t := len(x) / 4
	x0, x1, x2, x3 := x[:t], x[t:][:t], x[2*t:][:t], x[3*t:][:t]
	for j := range x0 {
		a0, a1, a2, a3 := x0[j], x1[j], x2[j], x3[j]
		d1, d3 := times(a0+bound-a1, s0, q), times(a2+bound-a3, s1, q)
		x0[j], x1[j] = a0+a1+a2+a3, d1+d3
		x2[j] = times(a0+a1+2*bound-a2-a3, s, q)
		x3[j] = times(d1+q-d3, s, q)
	}
}

// inverseLastQuad multiplies by the scale, table[0], with which table[1] is multiplied already.
func inverseLastQuad(x []uint64, table *[4]uint64, q, bound uint64) {
	t := len(x) / 4
	x0, x1, x2, x3 := x[:t], x[t:][:t], x[2*t:][:t], x[3*t:][:t]
	scale, s, s0, s1 := table[0], table[1], table[2], table[3]
	for j := range x0 {
		a0, a1, a2, a3 := x0[j], x1[j], x2[j], x3[j]
		d1, d3 := times(a0+bound-a1, s0, q), times(a2+bound-a3, s1, q)
		x0[j], x1[j] = times(a0+a1+a2+a3, scale, q), times(d1+d3, scale, q)
		x2[j] = times(a0+a1+2*bound-a2-a3, s, q)
		x3[j] = times(d1+q-d3, s, q)
	}
}

func inverseLastPair(low, high []uint64, scale, s, q, bound uint64) {
	high = high[:len(low)]
	for j, u := range low {
		v := high[j]
		low[j], high[j] = times(u+v, scale, q), times(u+bound-v, s, q)
	}
}
