package main

import (
	"math"
	"math/bits"
	"math/cmplx"
)

// precision says how close a vector is to another, in bits: the negative logarithm of the modulus of the difference.
type precision struct {
	// least is that of the worst slot, mean the mean over the slots.
	least, mean float64
}

// exact is the precision of what does not differ at all: numbers have to be finite.
const exact = 64

// compare is the precision of one vector, given what it should be.
func compare(have, want []complex128) precision {
	p := precision{least: exact}
	for i := range want {
		bits := min(-math.Log2(cmplx.Abs(have[i]-want[i])), exact)
		if math.IsNaN(bits) {
			// A value that is no number is as wrong as one can be.
			bits = -exact
		}
		p.least, p.mean = min(p.least, bits), p.mean+bits/float64(len(want))
	}
	return p
}

// message is a vector of complex numbers, the parts of which are as good as uniform between -1 and 1.
func message(slots int, seed uint64) []complex128 {
	message := make([]complex128, slots)
	for i := range message {
		message[i] = complex(uniform(seed, uint64(2*i)), uniform(seed, uint64(2*i+1)))
	}
	return message
}

// uniform is one such part: the high bits of the word at a place of the sequence SplitMix64, which begins at a multiple of 2^32.
func uniform(seed, place uint64) float64 {
	z := (seed<<32 + place + 1) * 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return float64((z^z>>31)>>11)/(1<<52) - 1
}

// each is a function of two vectors, slot by slot.
func each(a, b []complex128, operation func(a, b complex128) complex128) []complex128 {
	results := make([]complex128, len(a))
	for i := range results {
		results[i] = operation(a[i], b[i])
	}
	return results
}

func sum(a, b complex128) complex128 { return a + b }

func product(a, b complex128) complex128 { return a * b }

// rotated is a vector by so many steps to the left.
func rotated(a []complex128, steps int) []complex128 {
	return append(append([]complex128{}, a[steps:]...), a[:steps]...)
}

// conjugated is the conjugates.
func conjugated(a []complex128) []complex128 {
	return each(a, a, func(a, _ complex128) complex128 { return cmplx.Conj(a) })
}

// diagonals are so many of a matrix, from the main one on, of random numbers: so large that its products with vectors are
// about as large as those.
func diagonals(slots, count int) map[int][]complex128 {
	scale := complex(1/math.Sqrt(float64(count)), 0)
	diagonals := map[int][]complex128{}
	for d := range count {
		diagonals[d] = message(slots, uint64(100+d))
		for i := range diagonals[d] {
			diagonals[d][i] *= scale
		}
	}
	return diagonals
}

// transform is the product of the matrix with such diagonals and a vector.
func transform(diagonals map[int][]complex128, a []complex128) []complex128 {
	result := make([]complex128, len(a))
	for d := range len(diagonals) {
		result = each(result, each(diagonals[d], rotated(a, d), product), sum)
	}
	return result
}

// coefficients are the n complex numbers c of which the slots, values at the points zeta^(5^j) of c_0 + c_1 X + ... where zeta is
// a root of unity of order 4n, are a; times the root of n, which makes this unitary.
func coefficients(a []complex128) []complex128 {
	n := len(a)
	values, exponent := make([]complex128, n), 1
	for _, value := range a {
		// The exponents are the odd numbers of the form 4m + 1.
		values[exponent/4] = value
		exponent = exponent * 5 % (4 * n)
	}
	fourier(values, make([]complex128, n))
	for k := range values {
		values[k] *= cmplx.Rect(1/math.Sqrt(float64(n)), -2*math.Pi*float64(k)/float64(4*n))
	}
	return values
}

// fourier is the discrete Fourier transform of n numbers in place, with negative exponents.
func fourier(a, space []complex128) {
	half := len(a) / 2
	if half == 0 {
		return
	}
	for i := range half {
		space[i], space[half+i] = a[2*i], a[2*i+1]
	}
	fourier(space[:half], a[:half])
	fourier(space[half:], a[half:])
	for i := range half {
		odd := space[half+i] * cmplx.Rect(1, -math.Pi*float64(i)/float64(half))
		a[i], a[half+i] = space[i]+odd, space[i]-odd
	}
}

// bitReversed is a vector with its indices reversed bit by bit.
func bitReversed(a []complex128) []complex128 {
	shift := 64 - bits.Len(uint(len(a)-1))
	reversed := make([]complex128, len(a))
	for i := range a {
		reversed[bits.Reverse64(uint64(i))>>shift] = a[i]
	}
	return reversed
}

// logistic is the function that is approximated.
func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// chebyshev has the coefficients of the polynomial, in Chebyshev's of x/radius, that agrees with a function at the zeros of the
// next of them in [-radius, radius].
func chebyshev(function func(float64) float64, degree int, radius float64) []float64 {
	count := float64(degree + 1)
	coefficients := make([]float64, degree+1)
	for k := range coefficients {
		for node := range coefficients {
			angle := math.Pi * (float64(node) + 0.5) / count
			coefficients[k] += function(radius*math.Cos(angle)) * math.Cos(float64(k)*angle) * 2 / count
		}
	}
	coefficients[0] /= 2
	return coefficients
}

// evaluate is the value of a polynomial in Chebyshev's of x.
func evaluate(coefficients []float64, x float64) float64 {
	value := 0.0
	for k, coefficient := range coefficients {
		value += coefficient * math.Cos(float64(k)*math.Acos(max(-1, min(1, x))))
	}
	return value
}
