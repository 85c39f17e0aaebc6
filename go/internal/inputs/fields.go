package inputs

import (
	"math/big"
	"math/rand/v2"
)

// field is a modulus with an element whose order is the largest power of two, 2^log.
type field struct {
	q    *big.Int
	root element
	log  int
}

// element is re + im·i.
type element struct{ re, im *big.Int }

// known has moduli in use, those at the edges of a word, and Mersenne primes for kind 3.
var known = []string{
	"5", "17", "97", "257", "3329", "7681", "12289", "40961", "65537", "8380417", "134215681",
	"2013265921", "2130706433", "2147473409", "4293918721", "4294957057", "18446744069414584321",
	"340282366920938463463374607431768211297",
	"3618502788666131213697322783095070105623107215331596699973092056135872020481",
	"21888242871839275222246405745257275088548364400416034343698204186575808495617",
	"52435875175126190479447740508185965837690552500527637822603658699938581184513",
}

var mersenne = []uint{3, 5, 7, 13, 17, 19, 31, 61, 89, 107, 127}

// realFields are the known ones and, for every length up to a word, random primes.
func realFields(rng *rand.Rand) []field {
	var fields []field
	for _, text := range known {
		q, _ := new(big.Int).SetString(text, 10)
		fields = append(fields, realField(q))
	}
	for bits := 4; bits <= 64; bits++ {
		for k := range 3 {
			if q := randomPrime(rng, bits, 1+k*bits/8); q != nil {
				fields = append(fields, realField(q))
			}
		}
	}
	return fields
}

// randomPrime has the given length and is 1 mod 2^log; nil when luck does not find one.
func randomPrime(rng *rand.Rand, bits, log int) *big.Int {
	for range 2000 {
		x := rng.Uint64()>>(64-bits) | 1<<(bits-1)
		x = x>>log<<log | 1
		if q := new(big.Int).SetUint64(x); q.ProbablyPrime(20) {
			return q
		}
	}
	return nil
}

func realField(q *big.Int) field {
	order := new(big.Int).Sub(q, big.NewInt(1))
	log := int(order.TrailingZeroBits())
	odd := new(big.Int).Rsh(order, uint(log))
	for c := int64(2); ; c++ {
		if big.Jacobi(big.NewInt(c), q) == -1 {
			return field{q, element{new(big.Int).Exp(big.NewInt(c), odd, q), new(big.Int)}, log}
		}
	}
}

// complexFields have 2^(p+1) dividing the order of F_q[i] for q = 2^p-1.
func complexFields() []field {
	var fields []field
	for _, p := range mersenne {
		q := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), p), big.NewInt(1))
		order := new(big.Int).Sub(new(big.Int).Mul(q, q), big.NewInt(1))
		log := int(order.TrailingZeroBits())
		odd := new(big.Int).Rsh(order, uint(log))
		f := field{q: q, log: log}
		for c := int64(1); f.root.re == nil; c++ {
			g := f.pow(element{big.NewInt(c), big.NewInt(1)}, odd)
			if half := f.squared(g, log-1); half.re.Cmp(big.NewInt(1)) != 0 {
				f.root = g
			}
		}
		fields = append(fields, f)
	}
	return fields
}

func (f *field) mul(a, b element) element {
	re := new(big.Int).Sub(new(big.Int).Mul(a.re, b.re), new(big.Int).Mul(a.im, b.im))
	im := new(big.Int).Add(new(big.Int).Mul(a.re, b.im), new(big.Int).Mul(a.im, b.re))
	return element{re.Mod(re, f.q), im.Mod(im, f.q)}
}

func (f *field) squared(a element, times int) element {
	for range times {
		a = f.mul(a, a)
	}
	return a
}

func (f *field) pow(a element, e *big.Int) element {
	r := element{big.NewInt(1), new(big.Int)}
	for i := e.BitLen() - 1; i >= 0; i-- {
		r = f.mul(r, r)
		if e.Bit(i) == 1 {
			r = f.mul(r, a)
		}
	}
	return r
}

// rootOf has order 2^log, and for kind 3 the sign that makes its power i.
func (f *field) rootOf(log int, gaussian bool) element {
	root := f.squared(f.root, f.log-log)
	if gaussian && f.squared(root, log-2).im.Cmp(big.NewInt(1)) != 0 {
		root.im = new(big.Int).Mod(new(big.Int).Neg(root.im), f.q)
	}
	return root
}
