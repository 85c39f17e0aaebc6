package ntt

// pair is a + b·i of F_q[i], i^2 = -1.
type pair[B any] [2]B

// pairs is the arithmetic of F_q[i] over that of F_q.
type pairs[B comparable, R ring[B]] struct {
	base R
	temp *[3]pair[B] // space on the heap once, and not at each call, for what pointers lead to
	flat []B         // for decode and encode
}

func newPairs[B comparable, R ring[B]](base R) *pairs[B, R] {
	return &pairs[B, R]{base: base, temp: new([3]pair[B])}
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

func (p *pairs[B, R]) forward(x, table []pair[B])                { forward(p, x, table) }
func (p *pairs[B, R]) inverse(x, table []pair[B], scale pair[B]) { inverse(p, x, table, scale) }
func (p *pairs[B, R]) pairProducts(x, y, table []pair[B])        { pairProducts(p, x, y, table) }
