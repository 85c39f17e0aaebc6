package ntt

import (
	"encoding/binary"
	"math/bits"
)

// Transforms modulo q below 2^30 take two levels at a time and reduce sums of
// products: a product of an element by a prepared factor is one multiplication,
// and the reduction of a sum of them another, Montgomery's where all fits a word.

// prepared turns a factor f = b·2^64 mod q into (q-f)·q^-1 mod 2^64, which
// multiplies elements for settle.
func (w *word) prepared(f uint64) uint64 { return (w.q - f) * w.inv }

// settle is the sum of a·b mod q, in [0, q), for t the sum modulo 2^64 of products
// a·s with s prepared from b.
//
// Let S be the sum of a·(q-f): t·q = S + k·2^64 with k the result, which is the
// high half if 0 <= S < 2^64. Every 1 added to t raises S by q and keeps the
// result: this is how sums with negative terms are made to satisfy the condition.
func settle(t, q uint64) uint64 {
	high, _ := bits.Mul64(t, q)
	return high
}

// raise, added to a sum of four products of which two may be negative, makes it
// one of at least 0 and at most 6·q^2: hence q below 2^30.
func raise(q uint64) uint64 { return 2 * q }

// plusSmall and minusSmall are for canonical operands below 2^63: of two residues
// that differ by q the one that did not wrap around is the smaller.
func plusSmall(a, b, q uint64) uint64 { return min(a+b, a+b-q) }

func minusSmall(a, b, q uint64) uint64 { return min(a-b, a-b+q) }

// quad is the twiddles of two levels at one node, prepared: its own s, those of
// its children s0 and s1, s·s0 and s·s1.
type quad [5]uint64

// tree is the twiddles of a transform. Results of the root are multiplied by a
// scale, which is one for the forward direction.
type tree struct {
	w       *word
	factors []uint64 // as table makes them
	scale   uint64   // a factor
	quads   []quad   // of each node; if there are none, they are made when they are needed
	space   [16]quad
}

// prepare makes the quads of all nodes that have children, for many transforms.
func (r *tree) prepare() {
	quads := make([]quad, len(r.factors)/2)
	r.fill(quads[1:], 1)
	r.quads = quads
}

func (r *tree) fill(dst []quad, node int) {
	q, inv := r.w.q, r.w.inv
	for i := range dst {
		s, s0, s1 := r.factors[node+i], r.factors[2*(node+i)], r.factors[2*(node+i)+1]
		f := quad{s, s0, s1, reduce(s, s0, q, inv), reduce(s, s1, q, inv)}
		for k := range f {
			if node+i == 1 {
				f[k] = reduce(f[k], r.scale, q, inv)
			}
			f[k] = r.w.prepared(f[k])
		}
		dst[i] = f
	}
}

// at gives the quads of count nodes, at most as many as there is space for.
func (r *tree) at(node, count int) []quad {
	if r.quads != nil {
		return r.quads[node:][:count]
	}
	r.fill(r.space[:count], node)
	return r.space[:count]
}

// forward leaves the result in x, or encodes it into out, if there is any, in
// elements of width 2 or 4: for trees of at least four leaves that are elements.
func (r *tree) forward(out []byte, x []uint64, width int) {
	t, m := len(x), 1
	one, q := r.w.prepared(r.w.unit), r.w.q
	if r.odd() {
		t, m = t/2, 2
		forwardPair(x[:t], x[t:], r.w.prepared(r.factors[1]), q)
	}
	for ; m < len(r.factors); m *= 4 {
		t /= 4
		for i := 0; i < m; i += len(r.space) {
			quads := r.at(m+i, min(m-i, len(r.space)))
			part := x[4*t*i:][:4*t*len(quads)]
			switch {
			case t > 1:
				forwardQuads(part, quads, t, one, q)
			case out != nil:
				forwardLast(out[i*4*width:], part, quads, one, q, width)
			default:
				forwardLast(nil, part, quads, one, q, 0)
			}
		}
	}
}

func (r *tree) inverse(x []uint64) {
	t, m := len(x)/len(r.factors), len(r.factors)/4
	one, scale, q := r.w.prepared(r.w.unit), r.w.prepared(r.scale), r.w.q
	for ; m > 0; m /= 4 {
		if m == 1 {
			one = scale
		}
		for i := 0; i < m; i += len(r.space) {
			quads := r.at(m+i, min(m-i, len(r.space)))
			inverseQuads(x[4*t*i:][:4*t*len(quads)], quads, t, one, q)
		}
		t *= 4
	}
	if r.odd() {
		s := reduce(r.factors[1], r.scale, q, r.w.inv)
		inversePair(x[:t], x[t:], scale, r.w.prepared(s), q)
	}
}

// odd tells whether the number of levels is odd, so that the root is alone.
func (r *tree) odd() bool { return bits.TrailingZeros(uint(len(r.factors)))&1 == 1 }

func forwardPair(low, high []uint64, s, q uint64) {
	high = high[:len(low)]
	for j, u := range low {
		v := settle(high[j]*s, q)
		low[j], high[j] = plusSmall(u, v, q), minusSmall(u, v, q)
	}
}

func inversePair(low, high []uint64, one, s, q uint64) {
	high = high[:len(low)]
	for j, u := range low {
		v := high[j]
		low[j], high[j] = settle((u+v)*one, q), settle((u+q-v)*s, q)
	}
}

func forwardQuads(x []uint64, quads []quad, t int, one, q uint64) {
	up := raise(q)
	for i := range quads {
		z, y := &quads[i], x[4*t*i:][:4*t]
		y0, y1, y2, y3 := y[:t], y[t:][:t], y[2*t:][:t], y[3*t:][:t]
		for j := range y0 {
			a0, a1, a2, a3 := y0[j]*one+up, y1[j], y2[j]*z[0], y3[j]
			b0, b1, b2, b3 := a0+a2, a1*z[1]+a3*z[3], a0-a2, a1*z[2]-a3*z[4]
			y0[j], y1[j] = settle(b0+b1, q), settle(b0-b1, q)
			y2[j], y3[j] = settle(b2+b3, q), settle(b2-b3, q)
		}
	}
}

// forwardLast is forwardQuads for t = 1, and writes elements of 2 or 4 bytes to out, others to x.
func forwardLast(out []byte, x []uint64, quads []quad, one, q uint64, width int) {
	up := raise(q)
	for i := range quads {
		if len(x) < 4 {
			return
		}
		z, y := &quads[i], (*[4]uint64)(x)
		a0, a1, a2, a3 := y[0]*one+up, y[1], y[2]*z[0], y[3]
		b0, b1, b2, b3 := a0+a2, a1*z[1]+a3*z[3], a0-a2, a1*z[2]-a3*z[4]
		c0, c1, c2, c3 := settle(b0+b1, q), settle(b0-b1, q), settle(b2+b3, q), settle(b2-b3, q)
		x = x[4:]
		switch width {
		case 2:
			binary.BigEndian.PutUint64(out, c0<<48|c1<<32|c2<<16|c3)
			out = out[8:]
		case 4:
			binary.BigEndian.PutUint64(out, c0<<32|c1)
			binary.BigEndian.PutUint64(out[8:], c2<<32|c3)
			out = out[16:]
		default:
			y[0], y[1], y[2], y[3] = c0, c1, c2, c3
		}
	}
}

func inverseQuads(x []uint64, quads []quad, t int, one, q uint64) {
	if t == 1 {
		inverseFirst(x, quads, one, q)
		return
	}
	up := raise(q)
	for i := range quads {
		z, y := &quads[i], x[4*t*i:][:4*t]
		y0, y1, y2, y3 := y[:t], y[t:][:t], y[2*t:][:t], y[3*t:][:t]
		for j := range y0 {
			a0, a1, a2, a3 := y0[j], y1[j], y2[j], y3[j]
			b0, b1, b2, b3 := a0+a1, a0-a1, a2+a3, a2-a3
			y0[j], y1[j] = settle((b0+b2)*one, q), settle(b1*z[1]+b3*z[2]+up, q)
			y2[j], y3[j] = settle((b0-b2)*z[0]+up, q), settle(b1*z[3]-b3*z[4]+up, q)
		}
	}
}

// inverseFirst is inverseQuads for t = 1.
func inverseFirst(x []uint64, quads []quad, one, q uint64) {
	up := raise(q)
	for i := range quads {
		if len(x) < 4 {
			return
		}
		z, y := &quads[i], (*[4]uint64)(x)
		a0, a1, a2, a3 := y[0], y[1], y[2], y[3]
		b0, b1, b2, b3 := a0+a1, a0-a1, a2+a3, a2-a3
		y[0], y[1] = settle((b0+b2)*one, q), settle(b1*z[1]+b3*z[2]+up, q)
		y[2], y[3] = settle((b0-b2)*z[0]+up, q), settle(b1*z[3]-b3*z[4]+up, q)
		x = x[4:]
	}
}
