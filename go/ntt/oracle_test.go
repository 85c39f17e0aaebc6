package ntt

import (
	"math/big"
	"math/bits"
)

// The oracle evaluates polynomials at the roots, with math/big: it shares nothing
// with the package but the header.

type gaussInt struct{ re, im *big.Int }

type oracle struct {
	kind kind
	n, w int
	q    *big.Int
	root gaussInt
}

func bigint(x int64) *big.Int { return big.NewInt(x) }

func (o *oracle) mod(x *big.Int) *big.Int { return x.Mod(x, o.q) }

func (o *oracle) mul(a, b gaussInt) gaussInt {
	re := new(big.Int).Sub(new(big.Int).Mul(a.re, b.re), new(big.Int).Mul(a.im, b.im))
	im := new(big.Int).Add(new(big.Int).Mul(a.re, b.im), new(big.Int).Mul(a.im, b.re))
	return gaussInt{o.mod(re), o.mod(im)}
}

func (o *oracle) add(a, b gaussInt) gaussInt {
	return gaussInt{o.mod(new(big.Int).Add(a.re, b.re)), o.mod(new(big.Int).Add(a.im, b.im))}
}

func (o *oracle) pow(a gaussInt, e int) gaussInt {
	r := gaussInt{o.mod(bigint(1)), bigint(0)}
	for ; e > 0; e >>= 1 {
		if e&1 == 1 {
			r = o.mul(r, a)
		}
		a = o.mul(a, a)
	}
	return r
}

func reversed(i, n int) int {
	if n == 1 {
		return 0
	}
	return int(bits.Reverse64(uint64(i)) >> (64 - bits.TrailingZeros(uint(n))))
}

// exponent of the root at leaf i.
func (o *oracle) exponent(i int) int {
	switch o.kind {
	case cyclic:
		return reversed(i, o.n)
	case gaussian:
		return 4*reversed(i, o.n/2) + 1
	case incomplete:
		return 2*reversed(i, o.n/2) + 1
	}
	return 2*reversed(i, o.n) + 1
}

// elements groups the vector: pairs for kind 3, single residues otherwise.
func (o *oracle) elements(v []*big.Int) []gaussInt {
	if o.kind != gaussian {
		out := make([]gaussInt, len(v))
		for i, x := range v {
			out[i] = gaussInt{x, bigint(0)}
		}
		return out
	}
	out := make([]gaussInt, len(v)/2)
	for i := range out {
		out[i] = gaussInt{v[2*i], v[2*i+1]}
	}
	return out
}

func (o *oracle) flatten(v []gaussInt) []*big.Int {
	var out []*big.Int
	for _, x := range v {
		out = append(out, x.re)
		if o.kind == gaussian {
			out = append(out, x.im)
		}
	}
	return out
}

// evaluate is the polynomial with the given coefficients at x.
func (o *oracle) evaluate(coefficients []gaussInt, x gaussInt) gaussInt {
	sum := gaussInt{bigint(0), bigint(0)}
	for i := len(coefficients) - 1; i >= 0; i-- {
		sum = o.add(o.mul(sum, x), coefficients[i])
	}
	return sum
}

func (o *oracle) forward(v []*big.Int) []*big.Int {
	e := o.elements(v)
	if o.kind == incomplete {
		return o.flatten(o.forwardPairs(e))
	}
	out := make([]gaussInt, len(e))
	for i := range e {
		out[i] = o.evaluate(e, o.pow(o.root, o.exponent(i)))
	}
	return o.flatten(out)
}

// forwardPairs: modulo X^2 - c, the even coefficients are a polynomial in c, and so are the odd
// ones.
func (o *oracle) forwardPairs(e []gaussInt) []gaussInt {
	var even, odd []gaussInt
	for i := 0; i < len(e); i += 2 {
		even, odd = append(even, e[i]), append(odd, e[i+1])
	}
	out := make([]gaussInt, len(e))
	for i := range even {
		c := o.pow(o.root, o.exponent(i))
		out[2*i], out[2*i+1] = o.evaluate(even, c), o.evaluate(odd, c)
	}
	return out
}

func (o *oracle) product(v, w []*big.Int) []*big.Int {
	a, b := o.elements(v), o.elements(w)
	out := make([]gaussInt, len(a))
	if o.kind == incomplete {
		for i := 0; i < len(a); i += 2 {
			c := o.pow(o.root, o.exponent(i/2))
			out[i] = o.add(o.mul(a[i], b[i]), o.mul(c, o.mul(a[i+1], b[i+1])))
			out[i+1] = o.add(o.mul(a[i], b[i+1]), o.mul(a[i+1], b[i]))
		}
		return o.flatten(out)
	}
	for i := range a {
		out[i] = o.mul(a[i], b[i])
	}
	return o.flatten(out)
}

func (o *oracle) sum(v, w []*big.Int) []*big.Int {
	out := make([]*big.Int, len(v))
	for i := range v {
		out[i] = o.mod(new(big.Int).Add(v[i], w[i]))
	}
	return out
}

// ringProduct is the product of polynomials modulo X^n + 1, or X^n - 1 for cyclic;
// for kind 3 modulo Y^(n/2) - i.
func (o *oracle) ringProduct(v, w []*big.Int) []*big.Int {
	a, b := o.elements(v), o.elements(w)
	wrap := gaussInt{o.mod(bigint(-1)), bigint(0)}
	switch o.kind {
	case cyclic:
		wrap.re = bigint(1)
	case gaussian:
		wrap = gaussInt{bigint(0), bigint(1)}
	}
	out := make([]gaussInt, len(a))
	for i := range out {
		out[i] = gaussInt{bigint(0), bigint(0)}
	}
	for i := range a {
		for j := range b {
			p := o.mul(a[i], b[j])
			if i+j >= len(a) {
				p = o.mul(p, wrap)
			}
			k := (i + j) % len(a)
			out[k] = o.add(out[k], p)
		}
	}
	return o.flatten(out)
}
