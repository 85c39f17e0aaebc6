package ntt

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// words is an integer of words of which many are at an end of their interval.
func words(r *rand.Rand, count int) *big.Int {
	x := new(big.Int)
	for range count {
		w := r.Uint64()
		switch r.IntN(6) {
		case 0:
			w = 0
		case 1:
			w = ^uint64(0)
		case 2:
			w = 1 << r.IntN(64)
		case 3:
			w = -(uint64(1) << r.IntN(64))
		}
		x.Or(x.Lsh(x, 64), new(big.Int).SetUint64(w))
	}
	return x
}

// residue is below q, and often next to an end of the interval.
func residue(r *rand.Rand, q *big.Int, count int) *big.Int {
	x := words(r, count)
	if r.IntN(3) == 0 {
		x.Sub(q, big.NewInt(int64(1+r.IntN(3))))
	}
	return x.Mod(x, q)
}

func TestProductsOfTwoWords(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	as := func(x *big.Int) double {
		var b [16]byte
		return readDouble(x.FillBytes(b[:]))
	}
	for range 20_000 {
		q := words(r, 2)
		q.SetBit(q.SetBit(q, 0, 1), 64+r.IntN(64), 1)
		d, f := newDivisor(as(q)), newDouble(q.FillBytes(make([]byte, 16)))
		for range 8 {
			a, b, c, e := residue(r, q, 2), residue(r, q, 2), residue(r, q, 2), residue(r, q, 2)
			product := new(big.Int).Mul(a, b)
			sum := new(big.Int).Mul(c, e)
			sum.Mod(sum.Add(sum, product), q)
			product.Mod(product, q)
			if got := d.times(as(a), as(b)); got != as(product) {
				t.Fatalf("%x · %x mod %x = %x, not %x", a, b, q, got, product)
			}
			if got := d.sumOfProducts(as(a), as(b), as(c), as(e)); got != as(sum) {
				t.Fatalf("%x · %x + %x · %x mod %x = %x, not %x", a, b, c, e, q, got, sum)
			}
			var got, factor double
			x, y := as(a), as(b)
			f.toFactor(&factor, &y)
			if f.mul(&got, &x, &factor); got != as(product) {
				t.Fatalf("%x · %x mod %x = %x, not %x", a, b, q, got, product)
			}
		}
	}
}

func TestArithmeticOfFourWords(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	as := func(x *big.Int) (z limbs) {
		var b [32]byte
		z.read(x.FillBytes(b[:]))
		return z
	}
	for range 20_000 {
		q := words(r, 4)
		q.SetBit(q.SetBit(q, 0, 1), 128+r.IntN(128), 1)
		f := newLimbs(q.FillBytes(make([]byte, 32)))
		for range 8 {
			a, b := residue(r, q, 4), residue(r, q, 4)
			x, y := as(a), as(b)
			check := func(name string, want *big.Int, compute func(z *limbs)) {
				var z limbs
				compute(&z)
				if z != as(want.Mod(want, q)) {
					t.Fatalf("%s of %x and %x mod %x: %x, not %x", name, a, b, q, z, want)
				}
			}
			var factor limbs
			f.toFactor(&factor, &y)
			check("product", new(big.Int).Mul(a, b), func(z *limbs) { f.mul(z, &x, &factor) })
			check("sum", new(big.Int).Add(a, b), func(z *limbs) { f.add(z, &x, &y) })
			check("difference", new(big.Int).Sub(a, b), func(z *limbs) { f.sub(z, &x, &y) })
			half := new(big.Int).ModInverse(big.NewInt(2), q)
			check("half", half.Mul(half, a), func(z *limbs) { f.halve(z, &x) })
		}
	}
}
