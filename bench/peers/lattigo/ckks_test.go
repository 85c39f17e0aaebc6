package main

import (
	"encoding/json"
	"fmt"
	"math"
	"math/cmplx"
	"slices"
	"strings"
	"testing"
)

// depth is a set with the six levels that the deepest operation needs.
func depth(levels, bits, scale, perLevel int) *CKKSSet {
	primes := append([]int{55}, slices.Repeat([]int{bits}, levels)...)
	return &CKKSSet{LogDegree: 10, PrimeBits: primes, SpecialBits: []int{55, 55}, ScaleBits: scale, PrimesPerLevel: perLevel}
}

func TestEveryCKKSOperationIsCorrect(t *testing.T) {
	// A scale beyond one word makes a level of two primes.
	for _, set := range []*CKKSSet{depth(6, 40, 40, 1), depth(13, 40, 80, 2)} {
		library, err := NewCKKS(set)
		if err != nil {
			t.Fatal(err)
		}
		for name, operation := range ckksOperations {
			m, err := operation(library, 1)
			if err != nil || m.least < m.bound || m.mean < m.least || m.milliseconds <= 0 || m.ciphertextBytes <= 0 {
				t.Errorf("%d bits, %s: %+v, %v", set.ScaleBits, name, m, err)
			}
		}
	}
}

func TestWhatASetIsTooShallowForIsRefused(t *testing.T) {
	library, err := NewCKKS(depth(5, 40, 40, 1))
	if err != nil {
		t.Fatal(err)
	}
	if _, err = library.Chebyshev31(1); err == nil || err.Error() != "needs 6 levels, the set has 5" {
		t.Error(err)
	}
	if library, err = NewCKKS(depth(12, 40, 80, 2)); err != nil || library.requireLevels(5) != nil || library.requireLevels(6) == nil {
		t.Error(err)
	}
	if _, err = NewCKKS(depth(5, 40, 80, 1)); err == nil || !strings.Contains(err.Error(), "2 primes") {
		t.Error(err)
	}
}

func TestALineAboutCKKSIsAnsweredByALine(t *testing.T) {
	const set = `{"set":"small","log_degree":10,"prime_bits":[50,40],"special_bits":[50],"scale_bits":40,"primes_per_level":1,` +
		`"operation":"%s","samples":1}`
	server := schemes["ckks"]()
	var answer CKKSAnswer
	reply := server.reply(fmt.Appendf(nil, set, "rotate"))
	if err := json.Unmarshal(reply, &answer); err != nil || !answer.Correct || answer.Operation != "rotate" || answer.KeyBytes == 0 {
		t.Fatal(string(reply), err)
	}
	if reply = server.reply(fmt.Appendf(nil, set, "dft")); string(reply) != `{"error":"needs 3 levels, the set has 1"}` {
		t.Fatal(string(reply))
	}
}

func TestPrecision(t *testing.T) {
	p := compare([]complex128{1, 2i, 3}, []complex128{1 + 0.25i, 2i, 3.5})
	if p.least != 1 || math.Abs(p.mean-(2+exact+1)/3.0) > 1e-9 {
		t.Error(p)
	}
	if p = compare([]complex128{cmplx.NaN()}, []complex128{1}); p.least != -exact {
		t.Error(p)
	}
}

func TestMessagesAreUniform(t *testing.T) {
	// The first word of SplitMix64 from zero is known.
	if first := uniform(0, 0); first != float64(0xe220a8397b1dcdaf>>11)/(1<<52)-1 {
		t.Error(first)
	}
	mean := 0i
	for _, value := range message(1<<12, 3) {
		if mean += value / (1 << 12); max(math.Abs(real(value)), math.Abs(imag(value))) > 1 {
			t.Error(value)
		}
	}
	if cmplx.Abs(mean) > 0.05 {
		t.Error(mean)
	}
}

func TestCoefficientsHaveTheSlots(t *testing.T) {
	slots := message(16, 5)
	unitary, exponent := coefficients(slots), 1
	for j, slot := range slots {
		value := 0i
		for k, coefficient := range unitary {
			value += coefficient / 4 * cmplx.Rect(1, 2*math.Pi*float64(exponent*k)/64)
		}
		if cmplx.Abs(value-slot) > 1e-12 {
			t.Error(j, value, slot)
		}
		exponent = exponent * 5 % 64
	}
}

func TestTheSeriesIsCloseToTheFunction(t *testing.T) {
	series := chebyshev(logistic, 31, 8)
	for i := range 101 {
		x := float64(i)/50 - 1
		if difference := math.Abs(evaluate(series, x) - logistic(8*x)); difference > 1e-5 {
			t.Error(x, difference)
		}
	}
}

func TestAMatrixByItsDiagonals(t *testing.T) {
	const slots = 8
	matrix, vector := diagonals(slots, 3), message(slots, 1)
	for row, value := range transform(matrix, vector) {
		want := 0i
		for d := range 3 {
			want += matrix[d][row] * vector[(row+d)%slots]
		}
		if cmplx.Abs(value-want) > 1e-15 {
			t.Error(row, value, want)
		}
	}
	if !slices.Equal(bitReversed(message(4, 1)), []complex128{message(4, 1)[0], message(4, 1)[2], message(4, 1)[1], message(4, 1)[3]}) {
		t.Error("the order")
	}
}
