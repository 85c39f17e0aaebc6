package main

import (
	"fmt"
	"math"
	"math/big"

	"github.com/tuneinsight/lattigo/v6/circuits/ckks/dft"
	"github.com/tuneinsight/lattigo/v6/circuits/ckks/lintrans"
	"github.com/tuneinsight/lattigo/v6/circuits/ckks/polynomial"
	"github.com/tuneinsight/lattigo/v6/core/rlwe"
	"github.com/tuneinsight/lattigo/v6/schemes/ckks"
	"github.com/tuneinsight/lattigo/v6/utils/bignum"
)

// logRatio is the logarithm of how many more baby steps than giant steps there may be: the fastest of 1 to 5 for both circuits.
const logRatio = 3

// factors is into how many matrices the discrete Fourier transform is taken apart.
const factors = 3

// LinearTransform64 times the product with a matrix of 64 diagonals, rescaled.
func (c *CKKS) LinearTransform64(samples int) (ckksMeasured, error) {
	if err := c.requireLevels(1); err != nil {
		return ckksMeasured{}, err
	}
	matrix := diagonals(c.params.MaxSlots(), 64)
	transformation, err := c.encodeMatrix(matrix)
	if err != nil {
		return ckksMeasured{}, err
	}
	evaluator := c.rotate(transformation.GaloisElements(c.params))
	transformer := lintrans.NewEvaluator(evaluator.Evaluator)
	unscaled, out := c.ciphertext(0), c.ciphertext(1)
	m, err := c.timed(samples, out, transform(matrix, c.messages[0]), func() error {
		if err := transformer.Evaluate(c.ciphertexts[0], transformation, unscaled); err != nil {
			return err
		}
		return evaluator.Rescale(unscaled, out)
	})
	m.keyBytes = evaluator.bytes
	return m.with(fmt.Sprintf("blocks of %d diagonals, %d keys", transformation.N1, len(evaluator.elements))), err
}

// encodeMatrix encodes diagonals so that the rescaling leaves the scale as it is.
func (c *CKKS) encodeMatrix(matrix map[int][]complex128) (lintrans.LinearTransformation, error) {
	transformation := lintrans.NewTransformation(c.params, lintrans.Parameters{
		DiagonalsIndexList:        lintrans.Diagonals[complex128](matrix).DiagonalsIndexList(),
		LevelQ:                    c.params.MaxLevel(),
		LevelP:                    c.params.MaxLevelP(),
		Scale:                     c.params.GetOptimalScalingFactor(c.params.DefaultScale(), c.params.DefaultScale(), c.params.MaxLevel()),
		LogDimensions:             c.params.LogMaxDimensions(),
		LogBabyStepGiantStepRatio: logRatio,
	})
	return transformation, lintrans.Encode(c.encoder, lintrans.Diagonals[complex128](matrix), transformation)
}

// Chebyshev31 times a polynomial of degree 31 that is close to the logistic function on [-8, 8].
func (c *CKKS) Chebyshev31(samples int) (ckksMeasured, error) {
	const degree, radius = 31, 8
	series := chebyshev(logistic, degree, radius)
	poly := bignum.NewPolynomial(bignum.Chebyshev, series, [2]float64{-radius, radius})
	if err := c.requireLevels(poly.Depth() + 1); err != nil {
		return ckksMeasured{}, err
	}
	inputs, expected := make([]complex128, c.params.MaxSlots()), make([]complex128, c.params.MaxSlots())
	for i := range inputs {
		x := real(c.messages[0][i])
		inputs[i], expected[i] = complex(radius*x, 0), complex(evaluate(series, x), 0)
	}
	ciphertext, err := c.encrypt(inputs)
	if err != nil {
		return ckksMeasured{}, err
	}
	evaluator, out := c.relinearize(), (*rlwe.Ciphertext)(nil)
	polynomials := polynomial.NewEvaluator(c.params, evaluator.Evaluator)
	run, err := watch(samples, func() (err error) {
		out, err = c.evaluatePolynomial(polynomials, evaluator.Evaluator, ciphertext, poly)
		return err
	})
	if err != nil {
		return ckksMeasured{}, err
	}
	values, err := c.decrypt(out)
	m := c.measured(run, compare(values, expected))
	m.keyBytes = evaluator.bytes
	return m.with(fmt.Sprintf("%d levels, one of them for the change of variable", poly.Depth()+1)), err
}

// encrypt encrypts a vector of its own.
func (c *CKKS) encrypt(values []complex128) (*rlwe.Ciphertext, error) {
	plaintext := c.plaintext()
	if err := c.encoder.Encode(values, plaintext); err != nil {
		return nil, err
	}
	return c.encryptor.EncryptNew(plaintext)
}

// evaluatePolynomial is the value of a polynomial on an interval, with the change of variable that its basis needs.
func (c *CKKS) evaluatePolynomial(
	polynomials *polynomial.Evaluator, evaluator *ckks.Evaluator, in *rlwe.Ciphertext, poly bignum.Polynomial,
) (*rlwe.Ciphertext, error) {
	// The interval is symmetric: there is no constant to add.
	scalar, _ := poly.ChangeOfBasis()
	mapped, err := evaluator.MulNew(in, scalar)
	if err != nil {
		return nil, err
	}
	if err := evaluator.Rescale(mapped, mapped); err != nil {
		return nil, err
	}
	return polynomials.Evaluate(mapped, poly, c.params.DefaultScale())
}

// DFT times the slots of a ciphertext as the coefficients that they have.
func (c *CKKS) DFT(samples int) (ckksMeasured, error) {
	if err := c.requireLevels(factors); err != nil {
		return ckksMeasured{}, err
	}
	literal := dft.MatrixLiteral{
		Type: dft.HomomorphicEncode, LogSlots: c.params.LogMaxSlots(), LevelQ: c.params.MaxLevel(), LevelP: c.params.MaxLevelP(),
		Levels: []int{1, 1, 1}, LogBSGSRatio: logRatio, Scaling: big.NewFloat(math.Sqrt(float64(c.params.MaxSlots()))),
	}
	matrices, err := dft.NewMatrixFromLiteral(c.params, literal, c.encoder)
	if err != nil {
		return ckksMeasured{}, err
	}
	evaluator := c.rotate(literal.GaloisElements(c.params))
	transformer := dft.NewEvaluator(c.params, evaluator.Evaluator)
	var out *rlwe.Ciphertext
	run, err := watch(samples, func() error {
		// Each factor leaves the place with fewer primes.
		out = c.ciphertext(0)
		return transformer.CoeffsToSlots(c.ciphertexts[0], matrices, out, nil)
	})
	if err != nil {
		return ckksMeasured{}, err
	}
	values, err := c.decrypt(out)
	m := c.measured(run, compare(values, bitReversed(coefficients(c.messages[0]))))
	m.keyBytes = evaluator.bytes
	return m.with(fmt.Sprintf("%d factors, %d keys, bit-reversed", factors, len(evaluator.elements))), err
}
