package ntt

import "math/bits"

// divisor is what divides by q, of two words, for products of residues as they are: a product takes
// 10 products of words, where it takes 20 in Montgomery's form with a factor to make first.
//
// N. Möller, T. Granlund, Improved division by invariant integers, IEEE Transactions on Computers 60
// (2011), algorithms 4 and 6, without jumps.
type divisor struct {
	q       double // times a power of two, with the top bit set
	shift   uint
	inverse uint64 // ⌊(2^192 - 1) / q⌋ - 2^64
}

// newDivisor takes q of at least 2^64.
func newDivisor(q double) divisor {
	d := divisor{shift: uint(bits.LeadingZeros64(q.high))}
	d.q = d.shifted(q)
	v, _ := bits.Div64(^d.q.high, ^uint64(0), d.q.high)
	p, c := bits.Add64(d.q.high*v, d.q.low, 0)
	if c == 1 {
		v--
		if p >= d.q.high {
			v--
			p -= d.q.high
		}
		p -= d.q.high
	}
	high, low := bits.Mul64(v, d.q.low)
	if p, c = bits.Add64(p, high, 0); c == 1 {
		v--
		if p > d.q.high || p == d.q.high && low >= d.q.low {
			v--
		}
	}
	d.inverse = v
	return d
}

func (d *divisor) shifted(a double) double {
	return double{a.low << (d.shift & 63), a.high<<(d.shift&63) | a.low>>1>>(63-d.shift&63)}
}

// wide is an integer below 2^256, least significant word first.
type wide struct{ w0, w1, w2, w3 uint64 }

func (a double) product(b double) wide {
	h0, w0 := bits.Mul64(a.low, b.low)
	h1, l1 := bits.Mul64(a.low, b.high)
	h2, l2 := bits.Mul64(a.high, b.low)
	w3, l3 := bits.Mul64(a.high, b.high)
	w1, c := bits.Add64(h0, l1, 0)
	w2, c := bits.Add64(h1, l3, c)
	w3 += c
	w1, c = bits.Add64(w1, l2, 0)
	w2, c = bits.Add64(w2, h2, c)
	return wide{w0, w1, w2, w3 + c}
}

// times is a·b mod q, for canonical operands.
func (d *divisor) times(a, b double) double { return d.remainder(d.shifted(a).product(b)) }

// sumOfProducts is a·b + c·e mod q, for canonical operands.
func (d *divisor) sumOfProducts(a, b, c, e double) double {
	x, y := d.shifted(a).product(b), d.shifted(c).product(e)
	w0, carry := bits.Add64(x.w0, y.w0, 0)
	w1, carry := bits.Add64(x.w1, y.w1, carry)
	w2, carry := bits.Add64(x.w2, y.w2, carry)
	w3, carry := bits.Add64(x.w3, y.w3, carry)
	high := once(w2, w3, carry, d.q)
	return d.remainder(wide{w0, w1, high.low, high.high})
}

// remainder takes x below 2^128 times the shifted q, and divides by the shift.
func (d *divisor) remainder(x wide) double {
	r := d.step(double{x.w2, x.w3}, x.w1)
	r = d.step(r, x.w0)
	return double{r.low>>(d.shift&63) | r.high<<1<<(63-d.shift&63), r.high >> (d.shift & 63)}
}

// step is (r·2^64 + w) mod q, for r below q.
func (d *divisor) step(r double, w uint64) double {
	quotient, fraction := bits.Mul64(d.inverse, r.high)
	fraction, c := bits.Add64(fraction, r.low, 0)
	quotient, _ = bits.Add64(quotient, r.high, c)
	h, l := bits.Mul64(quotient, d.q.low)
	low, b := bits.Sub64(w, l, 0)
	high, _ := bits.Sub64(r.low-quotient*d.q.high, h, b)
	low, b = bits.Sub64(low, d.q.low, 0)
	high, _ = bits.Sub64(high, d.q.high, b)
	// One too many was subtracted where the high word is not below the fraction.
	_, kept := bits.Sub64(high, fraction, 0)
	low, c = bits.Add64(low, d.q.low&(kept-1), 0)
	high, _ = bits.Add64(high, d.q.high&(kept-1), c)
	return once(low, high, 0, d.q)
}

// multiply writes a·b mod q, up to an element that is not canonical, and returns how many bytes of a
// are left from that on.
func (d *divisor) multiply(out, a, b []byte, q double) int {
	for len(out) >= 16 && len(a) >= 16 && len(b) >= 16 {
		x, y := readDouble(a), readDouble(b)
		if x.below(q)&y.below(q) == 0 {
			break
		}
		d.times(x, y).write(out)
		out, a, b = out[16:], a[16:], b[16:]
	}
	return len(a)
}

// doublePairs is pairs of two words, whose products are taken as they are.
type doublePairs struct{ *pairs[double, *doubleField] }

func (p doublePairs) products(x, y []pair[double]) {
	q := p.base.q
	d := newDivisor(q)
	for i := range x {
		a, b := x[i], y[i]
		x[i][0] = d.sumOfProducts(a[0], b[0], a[1], double{}.minus(b[1], q))
		x[i][1] = d.sumOfProducts(a[0], b[1], a[1], b[0])
	}
}
