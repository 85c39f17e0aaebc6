package ntt

import (
	"encoding/binary"
	"math/bits"
)

// limbs is an integer below 2^256, least significant word first.
type limbs [4]uint64

// field is the arithmetic modulo an odd q below 2^256, on four words: factors are residues times
// 2^256.
type field struct {
	q    limbs
	inv  uint64 // -q^-1 mod 2^64
	unit limbs  // 2^256 mod q
	sq   limbs  // 2^512 mod q
}

// newLimbs takes q of 32 bytes.
func newLimbs(q []byte) *field {
	f := &field{}
	f.q.read(q)
	length := 0
	for i, w := range f.q {
		if w != 0 {
			length = 64*i + bits.Len64(w)
		}
	}
	f.inv = -inverseOfOdd(f.q[0])
	f.findPowers(length)
	return f
}

func (x *limbs) read(b []byte) {
	x[3], x[2] = binary.BigEndian.Uint64(b), binary.BigEndian.Uint64(b[8:])
	x[1], x[0] = binary.BigEndian.Uint64(b[16:]), binary.BigEndian.Uint64(b[24:32])
}

func (x *limbs) write(b []byte) {
	binary.BigEndian.PutUint64(b[24:32], x[0])
	binary.BigEndian.PutUint64(b[16:], x[1])
	binary.BigEndian.PutUint64(b[8:], x[2])
	binary.BigEndian.PutUint64(b, x[3])
}

// below is 1 if x < q, else 0.
func (x *limbs) below(q *limbs) uint64 {
	_, b := bits.Sub64(x[0], q[0], 0)
	_, b = bits.Sub64(x[1], q[1], b)
	_, b = bits.Sub64(x[2], q[2], b)
	_, b = bits.Sub64(x[3], q[3], b)
	return b
}

// limbsSums writes a+b mod q, up to an element that is not canonical, and returns how many bytes of
// a are left from that on.
func limbsSums(out, a, b, modulus []byte) int {
	var f field
	f.q.read(modulus)
	var x, y limbs
	for len(out) >= 32 && len(a) >= 32 && len(b) >= 32 {
		x.read(a)
		y.read(b)
		if x.below(&f.q)&y.below(&f.q) == 0 {
			break
		}
		f.add(&x, &x, &y)
		x.write(out)
		out, a, b = out[32:], a[32:], b[32:]
	}
	return len(a)
}

// limbsOutside returns the offset of the first element that is not below q, or -1.
func limbsOutside(vector, modulus []byte) int {
	var x, q limbs
	q.read(modulus)
	for rest := vector; len(rest) >= 32; rest = rest[32:] {
		if x.read(rest); x.below(&q) == 0 {
			return len(vector) - len(rest)
		}
	}
	return -1
}

// findPowers doubles from the largest power of two below q to 2^256, and four
// times more: that is the factor 2^4, which squared often enough is 2^256.
func (f *field) findPowers(length int) {
	var x limbs
	x[(length-1)/64] = 1 << ((length - 1) % 64)
	for range 257 - length {
		f.add(&x, &x, &x)
	}
	f.unit = x
	for range 4 {
		f.add(&x, &x, &x)
	}
	for range 6 {
		f.mul(&x, &x, &x)
	}
	f.sq = x
}

func (f *field) one() limbs { return f.unit }

func (f *field) halfTurn() (r limbs) {
	f.sub(&r, &r, &f.unit)
	return r
}

// add is right for every q below 2^256: the carry decides, or else the comparison.
func (f *field) add(z, x, y *limbs) {
	a0, c := bits.Add64(x[0], y[0], 0)
	a1, c := bits.Add64(x[1], y[1], c)
	a2, c := bits.Add64(x[2], y[2], c)
	a3, c := bits.Add64(x[3], y[3], c)
	f.subtractOnce(z, a0, a1, a2, a3, c)
}

// subtractOnce sets z to a, with the carry above it, less q unless that is negative.
func (f *field) subtractOnce(z *limbs, a0, a1, a2, a3, carry uint64) {
	b0, b := bits.Sub64(a0, f.q[0], 0)
	b1, b := bits.Sub64(a1, f.q[1], b)
	b2, b := bits.Sub64(a2, f.q[2], b)
	b3, b := bits.Sub64(a3, f.q[3], b)
	keep := -(b &^ carry)
	z[0] = b0 ^ (a0^b0)&keep
	z[1] = b1 ^ (a1^b1)&keep
	z[2] = b2 ^ (a2^b2)&keep
	z[3] = b3 ^ (a3^b3)&keep
}

func (f *field) sub(z, x, y *limbs) {
	a0, b := bits.Sub64(x[0], y[0], 0)
	a1, b := bits.Sub64(x[1], y[1], b)
	a2, b := bits.Sub64(x[2], y[2], b)
	a3, b := bits.Sub64(x[3], y[3], b)
	mask := -b
	var c uint64
	z[0], c = bits.Add64(a0, f.q[0]&mask, 0)
	z[1], c = bits.Add64(a1, f.q[1]&mask, c)
	z[2], c = bits.Add64(a2, f.q[2]&mask, c)
	z[3], _ = bits.Add64(a3, f.q[3]&mask, c)
}

// halve adds q to what is odd, and shifts the carry in.
func (f *field) halve(z, x *limbs) {
	mask := -(x[0] & 1)
	a0, c := bits.Add64(x[0], f.q[0]&mask, 0)
	a1, c := bits.Add64(x[1], f.q[1]&mask, c)
	a2, c := bits.Add64(x[2], f.q[2]&mask, c)
	a3, c := bits.Add64(x[3], f.q[3]&mask, c)
	z[0], z[1], z[2], z[3] = a0>>1|a1<<63, a1>>1|a2<<63, a2>>1|a3<<63, a3>>1|c<<63
}

func (f *field) toFactor(z, x *limbs) { f.mul(z, x, &f.sq) }

// mul is x·y / 2^256 mod q: after each word of x the lowest word is cleared by a
// multiple of q. What is kept stays below 2q, in four words and a bit. Low halves
// of products are added before high ones, so that each is one chain of carries.
func (f *field) mul(z, x, y *limbs) {
	var t0, t1, t2, t3, t4, t5, c uint64
	for _, w := range *x {
		h0, l0 := bits.Mul64(w, y[0])
		h1, l1 := bits.Mul64(w, y[1])
		h2, l2 := bits.Mul64(w, y[2])
		h3, l3 := bits.Mul64(w, y[3])
		t0, c = bits.Add64(t0, l0, 0)
		t1, c = bits.Add64(t1, l1, c)
		t2, c = bits.Add64(t2, l2, c)
		t3, c = bits.Add64(t3, l3, c)
		t4 += c
		t1, c = bits.Add64(t1, h0, 0)
		t2, c = bits.Add64(t2, h1, c)
		t3, c = bits.Add64(t3, h2, c)
		t4, t5 = bits.Add64(t4, h3, c)

		m := t0 * f.inv
		h0, l0 = bits.Mul64(m, f.q[0])
		h1, l1 = bits.Mul64(m, f.q[1])
		h2, l2 = bits.Mul64(m, f.q[2])
		h3, l3 = bits.Mul64(m, f.q[3])
		_, c = bits.Add64(t0, l0, 0)
		t1, c = bits.Add64(t1, l1, c)
		t2, c = bits.Add64(t2, l2, c)
		t3, c = bits.Add64(t3, l3, c)
		t4, c = bits.Add64(t4, 0, c)
		t5 += c
		t0, c = bits.Add64(t1, h0, 0)
		t1, c = bits.Add64(t2, h1, c)
		t2, c = bits.Add64(t3, h2, c)
		t3, c = bits.Add64(t4, h3, c)
		t4 = t5 + c
	}
	f.subtractOnce(z, t0, t1, t2, t3, t4)
}

func (f *field) forwardBlock(low, high []limbs, s *limbs) {
	var v limbs
	high = high[:len(low)]
	for j := range low {
		f.mul(&v, &high[j], s)
		f.sub(&high[j], &low[j], &v)
		f.add(&low[j], &low[j], &v)
	}
}

func (f *field) inverseBlock(low, high []limbs, s *limbs) {
	var v limbs
	high = high[:len(low)]
	for j := range low {
		f.sub(&v, &low[j], &high[j])
		f.add(&low[j], &low[j], &high[j])
		f.mul(&high[j], &v, s)
	}
}

func (f *field) scale(dst, src []limbs, s *limbs) {
	for i := range src {
		f.mul(&dst[i], &src[i], s)
	}
}

func (f *field) products(x, y []limbs) {
	y = y[:len(x)]
	for i := range x {
		f.mul(&y[i], &y[i], &f.sq)
		f.mul(&x[i], &x[i], &y[i])
	}
}

func (f *field) forward(x, table []limbs)              { forward(f, x, table) }
func (f *field) inverse(x, table []limbs, scale limbs) { inverse(f, x, table, scale) }
func (f *field) pairProducts(x, y, table []limbs)      { pairProducts(f, x, y, table) }
