package ntt

import "math/bits"

// shortPairs is F_q[i] for q below 2^63, where the sum of two products needs one reduction.
type shortPairs struct{ *pairs[uint64, *word] }

// reduceTwo is (a·b + c·d) / 2^64 mod q.
func reduceTwo(a, b, c, d, q, inv uint64) uint64 {
	h0, l0 := bits.Mul64(a, b)
	h1, l1 := bits.Mul64(c, d)
	low, carry := bits.Add64(l0, l1, 0)
	m, _ := bits.Mul64(low*inv, q)
	r, borrow := bits.Sub64(h0+h1+carry, m, 0)
	return r + q&-borrow
}

// times is (a + b·i)(c + d·i) with the second a factor.
func (p shortPairs) times(a, b uint64, s *pair[uint64]) (re, im uint64) {
	q, inv := p.base.q, p.base.inv
	return reduceTwo(a, s[0], q-b, s[1], q, inv), reduceTwo(a, s[1], b, s[0], q, inv)
}

func (p shortPairs) forwardBlock(low, high []pair[uint64], s *pair[uint64]) {
	q := p.base.q
	high = high[:len(low)]
	for j := range low {
		x, y := &low[j], &high[j]
		re, im := p.times(y[0], y[1], s)
		y[0], y[1] = minusSmall(x[0], re, q), minusSmall(x[1], im, q)
		x[0], x[1] = plusSmall(x[0], re, q), plusSmall(x[1], im, q)
	}
}

func (p shortPairs) inverseBlock(low, high []pair[uint64], s *pair[uint64]) {
	q := p.base.q
	high = high[:len(low)]
	for j := range low {
		x, y := &low[j], &high[j]
		re, im := minusSmall(x[0], y[0], q), minusSmall(x[1], y[1], q)
		x[0], x[1] = plusSmall(x[0], y[0], q), plusSmall(x[1], y[1], q)
		y[0], y[1] = p.times(re, im, s)
	}
}

func (p shortPairs) scale(dst, src []pair[uint64], s *pair[uint64]) {
	dst = dst[:len(src)]
	for i := range src {
		dst[i][0], dst[i][1] = p.times(src[i][0], src[i][1], s)
	}
}

func (p shortPairs) spread(x []pair[uint64], back bool) {
	q := p.base.q
	for k := len(x)/2 - 1; k >= 0; k-- {
		re, im := x[k][0], x[k][1]
		x[2*k] = x[k]
		if back {
			x[2*k+1] = pair[uint64]{im, minusSmall(0, re, q)}
		} else {
			x[2*k+1] = pair[uint64]{minusSmall(0, im, q), re}
		}
	}
}

func (p shortPairs) products(x, y []pair[uint64]) {
	q, inv, sq := p.base.q, p.base.inv, p.base.sq
	y = y[:len(x)]
	for i := range x {
		s := pair[uint64]{reduce(y[i][0], sq, q, inv), reduce(y[i][1], sq, q, inv)}
		x[i][0], x[i][1] = p.times(x[i][0], x[i][1], &s)
	}
}

func (p shortPairs) forward(x, table []pair[uint64]) { forward(p, x, table) }
func (p shortPairs) inverse(x, table []pair[uint64], scale pair[uint64]) {
	inverse(p, x, table, scale)
}
