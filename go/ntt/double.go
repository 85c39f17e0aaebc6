package ntt

import (
	"encoding/binary"
	"math/bits"
)

// double is an integer below 2^128. A structure, unlike an array, is passed in registers.
type double struct{ low, high uint64 }

// doubleField is the arithmetic modulo an odd q below 2^128: factors are residues times 2^128.
type doubleField struct {
	q    double
	inv  uint64 // q^-1 mod 2^64
	unit double // 2^128 mod q
	sq   double // 2^256 mod q
}

// newDouble takes q of 16 bytes, of which the first half is not zero.
func newDouble(q []byte) *doubleField {
	f := &doubleField{q: readDouble(q)}
	f.inv = inverseOfOdd(f.q.low)
	f.findPowers()
	return f
}

func readDouble(b []byte) double {
	return double{binary.BigEndian.Uint64(b[8:16]), binary.BigEndian.Uint64(b)}
}

func (a double) write(b []byte) {
	binary.BigEndian.PutUint64(b[8:16], a.low)
	binary.BigEndian.PutUint64(b, a.high)
}

// below is 1 if a < q, else 0.
func (a double) below(q double) uint64 {
	_, b := bits.Sub64(a.low, q.low, 0)
	_, b = bits.Sub64(a.high, q.high, b)
	return b
}

// findPowers doubles from the largest power of two below q to 2^128, and twice
// more: that is the factor 2^2, which squared six times is the factor 2^128.
func (f *doubleField) findPowers() {
	length := 64 + bits.Len64(f.q.high)
	x := double{high: 1 << (length - 65)}
	for range 129 - length {
		x = x.plus(x, f.q)
	}
	f.unit = x
	for range 2 {
		x = x.plus(x, f.q)
	}
	for range 6 {
		x = f.times(x, x)
	}
	f.sq = x
}

// plus is a + b mod q, for canonical operands.
func (a double) plus(b, q double) double {
	low, c := bits.Add64(a.low, b.low, 0)
	high, c := bits.Add64(a.high, b.high, c)
	return once(low, high, c, q)
}

// once is the number with this carry above it, less q unless that is negative.
func once(low, high, carry uint64, q double) double {
	r0, b := bits.Sub64(low, q.low, 0)
	r1, b := bits.Sub64(high, q.high, b)
	keep := -(b &^ carry)
	return double{r0 ^ (low^r0)&keep, r1 ^ (high^r1)&keep}
}

// minus is a - b mod q, for canonical operands.
func (a double) minus(b, q double) double {
	low, c := bits.Sub64(a.low, b.low, 0)
	high, c := bits.Sub64(a.high, b.high, c)
	return double{low, high}.plusIf(c, q)
}

// plusIf is a + q if the borrow is 1, modulo 2^128.
func (a double) plusIf(borrow uint64, q double) double {
	low, c := bits.Add64(a.low, q.low&-borrow, 0)
	high, _ := bits.Add64(a.high, q.high&-borrow, c)
	return double{low, high}
}

// times is a·b / 2^128 mod q, canonical for canonical b.
func (f *doubleField) times(a, b double) double {
	return f.step(f.step(double{}, a.low, b), a.high, b)
}

// step is (t + w·b) / 2^64 mod q, canonical for canonical t and b: the multiple
// m·q that ends in the same word is taken away, and both are below 2^64·q.
func (f *doubleField) step(t double, w uint64, b double) double {
	h0, low := bits.Mul64(w, b.low)
	h1, l1 := bits.Mul64(w, b.high)
	middle, c := bits.Add64(h0, l1, 0)
	high := h1 + c
	low, c = bits.Add64(low, t.low, 0)
	middle, c = bits.Add64(middle, t.high, c)
	high += c
	m := low * f.inv
	h0, _ = bits.Mul64(m, f.q.low)
	h1, l1 = bits.Mul64(m, f.q.high)
	h0, c = bits.Add64(h0, l1, 0)
	h1 += c
	middle, c = bits.Sub64(middle, h0, 0)
	high, c = bits.Sub64(high, h1, c)
	return double{middle, high}.plusIf(c, f.q)
}

func (f *doubleField) one() double           { return f.unit }
func (f *doubleField) halfTurn() double      { return double{}.minus(f.unit, f.q) }
func (f *doubleField) mul(z, x, y *double)   { *z = f.times(*x, *y) }
func (f *doubleField) add(z, x, y *double)   { *z = x.plus(*y, f.q) }
func (f *doubleField) sub(z, x, y *double)   { *z = x.minus(*y, f.q) }
func (f *doubleField) toFactor(z, x *double) { *z = f.times(*x, f.sq) }

// halve adds q to what is odd, and shifts the carry in.
func (f *doubleField) halve(z, x *double) {
	mask := -(x.low & 1)
	low, c := bits.Add64(x.low, f.q.low&mask, 0)
	high, c := bits.Add64(x.high, f.q.high&mask, c)
	*z = double{low>>1 | high<<63, high>>1 | c<<63}
}

func (f *doubleField) decode(dst []double, src []byte, _ int) int {
	src = src[:16*len(dst)]
	for i := range dst {
		dst[i] = readDouble(src[16*i:])
		if dst[i].below(f.q) == 0 {
			return i
		}
	}
	return -1
}

func (f *doubleField) encode(dst []byte, src []double, _ int) {
	dst = dst[:16*len(src)]
	for i, x := range src {
		x.write(dst[16*i:])
	}
}

// doubleSums writes a+b mod q, up to an element that is not canonical, and returns how many bytes of
// a are left from that on.
func doubleSums(out, a, b, modulus []byte) int {
	q := readDouble(modulus)
	for len(out) >= 16 && len(a) >= 16 && len(b) >= 16 {
		x, y := readDouble(a), readDouble(b)
		if x.below(q)&y.below(q) == 0 {
			break
		}
		x.plus(y, q).write(out)
		out, a, b = out[16:], a[16:], b[16:]
	}
	return len(a)
}

// doubleOutside returns the offset of the first element that is not below q, or -1.
func doubleOutside(vector, modulus []byte) int {
	q := readDouble(modulus)
	for rest := vector; len(rest) >= 16; rest = rest[16:] {
		if readDouble(rest).below(q) == 0 {
			return len(vector) - len(rest)
		}
	}
	return -1
}

func (f *doubleField) forwardBlock(low, high []double, s *double) {
	factor := *s
	high = high[:len(low)]
	for j, u := range low {
		v := f.times(high[j], factor)
		low[j], high[j] = u.plus(v, f.q), u.minus(v, f.q)
	}
}

func (f *doubleField) inverseBlock(low, high []double, s *double) {
	factor := *s
	high = high[:len(low)]
	for j, u := range low {
		v := high[j]
		low[j], high[j] = u.plus(v, f.q), f.times(u.minus(v, f.q), factor)
	}
}

func (f *doubleField) scale(dst, src []double, s *double) {
	factor := *s
	dst = dst[:len(src)]
	for i, x := range src {
		dst[i] = f.times(x, factor)
	}
}

func (f *doubleField) products(x, y []double) {
	y = y[:len(x)]
	for i, a := range x {
		x[i] = f.times(a, f.times(y[i], f.sq))
	}
}

func (f *doubleField) forward(x, table []double)               { forward(f, x, table) }
func (f *doubleField) inverse(x, table []double, scale double) { inverse(f, x, table, scale) }

// pairProducts is the function of that name with its values in registers.
func (f *doubleField) pairProducts(x, y, table []double) {
	q := f.q
	for i := 0; i+2 <= len(x); i += 2 {
		c := table[len(table)/2+i/4]
		if i&2 == 2 {
			c = double{}.minus(c, q)
		}
		a0, a1 := x[i], x[i+1]
		b0, b1 := f.times(y[i], f.sq), f.times(y[i+1], f.sq)
		u, v := f.times(a0, b0), f.times(a1, b1)
		w := f.times(a0.plus(a1, q), b0.plus(b1, q))
		x[i], x[i+1] = u.plus(f.times(v, c), q), w.minus(u, q).minus(v, q)
	}
}
