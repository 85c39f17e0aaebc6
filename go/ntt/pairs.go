package ntt

import "math/bits"

// pair is a + b·i of F_q[i], i^2 = -1.
type pair[B any] [2]B

// pairs is the arithmetic of F_q[i] over that of F_q.
type pairs[B comparable, R ring[B]] struct {
	base R
	temp *[3]pair[B] // space on the heap once, and not at each call, for what pointers lead to
	four *[6]pair[B] // the same for two levels at once
	flat []B         // for decode and encode
}

func newPairs[B comparable, R ring[B]](base R) *pairs[B, R] {
	return &pairs[B, R]{base: base, temp: new([3]pair[B]), four: new([6]pair[B])}
}

func (p *pairs[B, R]) one() pair[B]      { return pair[B]{0: p.base.one()} }
func (p *pairs[B, R]) halfTurn() pair[B] { return pair[B]{1: p.base.one()} }

func (p *pairs[B, R]) add(z, x, y *pair[B]) {
	p.base.add(&z[0], &x[0], &y[0])
	p.base.add(&z[1], &x[1], &y[1])
}

func (p *pairs[B, R]) sub(z, x, y *pair[B]) {
	p.base.sub(&z[0], &x[0], &y[0])
	p.base.sub(&z[1], &x[1], &y[1])
}

func (p *pairs[B, R]) halve(z, x *pair[B]) {
	p.base.halve(&z[0], &x[0])
	p.base.halve(&z[1], &x[1])
}

func (p *pairs[B, R]) toFactor(z, x *pair[B]) {
	p.base.toFactor(&z[0], &x[0])
	p.base.toFactor(&z[1], &x[1])
}

// mul is (a + b·i)(c + d·i) in three products: the imaginary part is (a + b)(c + d) - a·c - b·d.
func (p *pairs[B, R]) mul(z, x, y *pair[B]) {
	re, im := &p.temp[0], &p.temp[1]
	p.base.add(&im[0], &x[0], &x[1])
	p.base.add(&im[1], &y[0], &y[1])
	p.base.mul(&im[0], &im[0], &im[1])
	p.base.mul(&re[0], &x[0], &y[0])
	p.base.mul(&re[1], &x[1], &y[1])
	p.base.sub(&im[0], &im[0], &re[0])
	p.base.sub(&z[1], &im[0], &re[1])
	p.base.sub(&z[0], &re[0], &re[1])
}

// addTurned is z = x + i·y and w = x - i·y.
func (p *pairs[B, R]) addTurned(z, w, x, y *pair[B]) {
	p.base.sub(&z[0], &x[0], &y[1])
	p.base.add(&w[0], &x[0], &y[1])
	p.base.add(&z[1], &x[1], &y[0])
	p.base.sub(&w[1], &x[1], &y[0])
}

func (p *pairs[B, R]) space(n int) []B {
	if len(p.flat) < n {
		p.flat = make([]B, n)
	}
	return p.flat[:n]
}

func (p *pairs[B, R]) decode(dst []pair[B], src []byte, width int) int {
	flat := p.space(2 * len(dst))
	if i := p.base.decode(flat, src, width); i >= 0 {
		return i
	}
	for i := range dst {
		dst[i] = pair[B]{flat[2*i], flat[2*i+1]}
	}
	return -1
}

func (p *pairs[B, R]) encode(dst []byte, src []pair[B], width int) {
	flat := p.space(2 * len(src))
	for i := range src {
		flat[2*i], flat[2*i+1] = src[i][0], src[i][1]
	}
	p.base.encode(dst, flat, width)
}

func (p *pairs[B, R]) forwardBlock(low, high []pair[B], s *pair[B]) {
	v := &p.temp[2]
	for j := range low {
		p.mul(v, &high[j], s)
		p.sub(&high[j], &low[j], v)
		p.add(&low[j], &low[j], v)
	}
}

func (p *pairs[B, R]) inverseBlock(low, high []pair[B], s *pair[B]) {
	v := &p.temp[2]
	for j := range low {
		p.sub(v, &low[j], &high[j])
		p.add(&low[j], &low[j], &high[j])
		p.mul(&high[j], v, s)
	}
}

// scale takes half as many products for a real factor, such as 1/n.
func (p *pairs[B, R]) scale(dst, src []pair[B], s *pair[B]) {
	var zero B
	if s[1] == zero {
		for i := range src {
			p.base.mul(&dst[i][0], &src[i][0], &s[0])
			p.base.mul(&dst[i][1], &src[i][1], &s[0])
		}
		return
	}
	for i := range src {
		p.mul(&dst[i], &src[i], s)
	}
}

func (p *pairs[B, R]) products(x, y []pair[B]) {
	for i := range x {
		p.toFactor(&y[i], &y[i])
		p.mul(&x[i], &x[i], &y[i])
	}
}

func (p *pairs[B, R]) pairProducts(x, y, table []pair[B]) { pairProducts(p, x, y, table) }

func (p *pairs[B, R]) spread(x []pair[B], back bool) {
	for k := len(x)/2 - 1; k >= 0; k-- {
		x[2*k] = x[k]
		p.turn(&x[2*k+1], &x[2*k], back)
	}
}

// turn is z = i·x, or -i·x if back.
func (p *pairs[B, R]) turn(z, x *pair[B], back bool) {
	var zero B
	z[0], z[1] = x[1], x[0]
	if back {
		p.base.sub(&z[1], &zero, &z[1])
	} else {
		p.base.sub(&z[0], &zero, &z[0])
	}
}

// forward takes two levels at a time: the second of two children has i times the twiddle of the first, so
// that with s of the node and s0 of its first child
//
//	y0, y1 = (x0 + s·x2) ± (s0·x1 + s·s0·x3)
//	y2, y3 = (x0 - s·x2) ± i·(s0·x1 - s·s0·x3)
//
// take three products where single levels take four.
func (p *pairs[B, R]) forward(x, table []pair[B]) {
	t, m := len(x), 1
	if bits.TrailingZeros(uint(len(table)))&1 == 1 {
		t, m = t/2, 2
		p.forwardBlock(x[:t], x[t:], &table[1])
	}
	for ; m < len(table); m *= 4 {
		t /= 4
		for i := range m {
			p.forwardFour(x[4*t*i:][:4*t], t, &table[m+i], &table[2*(m+i)])
		}
	}
}

func (p *pairs[B, R]) forwardFour(x []pair[B], t int, s, s0 *pair[B]) {
	v := p.four
	p.mul(&v[0], s, s0)
	x0, x1, x2, x3 := x[:t], x[t:][:t], x[2*t:][:t], x[3*t:][:t]
	for j := range x0 {
		p.mul(&v[1], &x1[j], s0)
		p.mul(&v[2], &x2[j], s)
		p.mul(&v[3], &x3[j], &v[0])
		p.sub(&v[4], &x0[j], &v[2])
		p.add(&v[2], &x0[j], &v[2])
		p.sub(&v[5], &v[1], &v[3])
		p.add(&v[1], &v[1], &v[3])
		p.add(&x0[j], &v[2], &v[1])
		p.sub(&x1[j], &v[2], &v[1])
		p.addTurned(&x2[j], &x3[j], &v[4], &v[5])
	}
}

// inverse is the inverse of forward, from a table of the inverse root, where the second of two children
// has -i times the twiddle of the first.
func (p *pairs[B, R]) inverse(x, table []pair[B], scale pair[B]) {
	t, m := len(x)/len(table), len(table)/4
	for ; m > 0; m /= 4 {
		for i := range m {
			p.inverseFour(x[4*t*i:][:4*t], t, &table[m+i], &table[2*(m+i)])
		}
		t *= 4
	}
	if bits.TrailingZeros(uint(len(table)))&1 == 1 {
		p.inverseBlock(x[:t], x[t:], &table[1])
	}
	p.scale(x, x, &scale)
}

func (p *pairs[B, R]) inverseFour(x []pair[B], t int, s, s0 *pair[B]) {
	v := p.four
	p.mul(&v[0], s, s0)
	x0, x1, x2, x3 := x[:t], x[t:][:t], x[2*t:][:t], x[3*t:][:t]
	for j := range x0 {
		p.sub(&v[1], &x0[j], &x1[j])
		p.add(&v[2], &x0[j], &x1[j])
		p.sub(&v[3], &x2[j], &x3[j])
		p.add(&v[4], &x2[j], &x3[j])
		p.add(&x0[j], &v[2], &v[4])
		p.sub(&v[2], &v[2], &v[4])
		p.mul(&x2[j], &v[2], s)
		p.addTurned(&v[4], &v[2], &v[1], &v[3])
		p.mul(&x1[j], &v[2], s0)
		p.mul(&x3[j], &v[4], &v[0])
	}
}
