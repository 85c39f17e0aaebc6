package main

import "math/bits"

// Clear is the arithmetic that ciphertexts have to agree with, on vectors of integers modulo the plaintext modulus. Each is
// two rows of half its length.
type Clear struct {
	modulus uint64
	degree  int
}

// Message is a vector that is as good as random: multiples of an odd constant, of which only the rotation depends on the seed.
func (c Clear) Message(seed int) []uint64 {
	message := make([]uint64, c.degree)
	for i := range message {
		message[i] = bits.RotateLeft64(uint64(i+1)*0xd1b54a32d192ed03, seed) % c.modulus
	}
	return message
}

// Add is the sums.
func (c Clear) Add(a, b []uint64) []uint64 {
	sums := make([]uint64, len(a))
	for i := range sums {
		sums[i] = (a[i] + b[i]) % c.modulus
	}
	return sums
}

// Multiply is the products.
func (c Clear) Multiply(a, b []uint64) []uint64 {
	products := make([]uint64, len(a))
	for i := range products {
		high, low := bits.Mul64(a[i], b[i])
		products[i] = bits.Rem64(high, low, c.modulus)
	}
	return products
}

// Negate is the negatives.
func (c Clear) Negate(a []uint64) []uint64 {
	negatives := make([]uint64, len(a))
	for i := range negatives {
		negatives[i] = (c.modulus - a[i]) % c.modulus
	}
	return negatives
}

// RotateRows is both rows rotated by one step to the left.
func (c Clear) RotateRows(a []uint64) []uint64 {
	half := c.degree / 2
	rotated := make([]uint64, len(a))
	for i := range rotated {
		rotated[i] = a[i/half*half+(i+1)%half]
	}
	return rotated
}

// RotateColumns is the rows exchanged.
func (c Clear) RotateColumns(a []uint64) []uint64 {
	half := c.degree / 2
	return append(append([]uint64{}, a[half:]...), a[:half]...)
}
