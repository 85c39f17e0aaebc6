package ntt

import (
	"math/big"
	"testing"
)

// Primes and composites against math/big: near the ends of both ranges of bases, and pseudoprimes
// of many bases.
func TestIsPrime(t *testing.T) {
	numbers := []uint64{3, 5, 7, 9, 25, 61, 63, 2047, 3215031751, 3825123056546413051, 1<<32 - 5, 1<<32 + 15, 1<<64 - 59}
	for x := uint64(3); x < 3000; x += 2 {
		numbers = append(numbers, x, 1<<31+x, 1<<32+x, -x)
	}
	for _, x := range numbers {
		if got, want := newWord(x).isPrime(), new(big.Int).SetUint64(x).ProbablyPrime(20); got != want {
			t.Errorf("%d: prime %v, want %v", x, got, want)
		}
	}
}

// Against the symbol of math/big, of the number found and of all before it.
func TestNonSquare(t *testing.T) {
	for _, q := range []uint64{5, 13, 17, 73, 241, 12289, 8380417, 2013265921, 18446744069414584321} {
		c := nonSquare(q)
		if big.Jacobi(new(big.Int).SetUint64(c), new(big.Int).SetUint64(q)) != -1 {
			t.Errorf("%d is a square modulo %d", c, q)
		}
		for smaller := uint64(3); smaller < c; smaller++ {
			if big.Jacobi(new(big.Int).SetUint64(smaller), new(big.Int).SetUint64(q)) != 1 {
				t.Errorf("%d, smaller than %d, is no square modulo %d", smaller, c, q)
			}
		}
	}
}
