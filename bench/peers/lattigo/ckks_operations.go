package main

import (
	"github.com/tuneinsight/lattigo/v6/core/rlwe"
)

// ckksOperations are those that can be asked for.
var ckksOperations = map[string]func(c *CKKS, samples int) (ckksMeasured, error){
	"secret_key":                   (*CKKS).SecretKey,
	"relinearization_key":          (*CKKS).RelinearizationKey,
	"encode":                       (*CKKS).Encode,
	"decode":                       (*CKKS).Decode,
	"encrypt":                      (*CKKS).Encrypt,
	"encrypt_secret":               (*CKKS).EncryptSecret,
	"decrypt":                      (*CKKS).Decrypt,
	"add":                          (*CKKS).Add,
	"multiply_plain":               (*CKKS).MultiplyPlain,
	"multiply_relinearize_rescale": (*CKKS).MultiplyRelinearizeRescale,
	"square":                       (*CKKS).Square,
	"rescale":                      (*CKKS).Rescale,
	"rotate":                       (*CKKS).Rotate,
	"rotate_hoisted_8":             (*CKKS).RotateHoisted8,
	"conjugate":                    (*CKKS).Conjugate,
	"linear_transform_64":          (*CKKS).LinearTransform64,
	"chebyshev_31":                 (*CKKS).Chebyshev31,
	"dft":                          (*CKKS).DFT,
}

// watch times a call, and the memory that is used meanwhile.
func watch(samples int, call func() error) (run, error) {
	forgetPeak()
	milliseconds, err := median(samples, call)
	return run{milliseconds, peak()}, err
}

// measured is a run with the precision of vectors that were had from it.
func (c *CKKS) measured(run run, p precision) ckksMeasured {
	return ckksMeasured{run: run, precision: p, bound: c.expected(), ciphertextBytes: c.ciphertexts[0].BinarySize()}
}

// expected is the precision that every slot must have: noise grows with the degree, and takes a few bits besides.
func (c *CKKS) expected() float64 {
	return float64(min(max(c.params.LogDefaultScale()-c.params.LogN()-12, 8), 32))
}

// timed times a call and decrypts what it left in a ciphertext.
func (c *CKKS) timed(samples int, out *rlwe.Ciphertext, expected []complex128, call func() error) (ckksMeasured, error) {
	run, err := watch(samples, call)
	if err != nil {
		return ckksMeasured{}, err
	}
	values, err := c.decrypt(out)
	if err != nil {
		return ckksMeasured{}, err
	}
	return c.measured(run, compare(values, expected)), nil
}

// Encode times a vector as a plaintext.
func (c *CKKS) Encode(samples int) (ckksMeasured, error) {
	plaintext := c.plaintext()
	run, err := watch(samples, func() error { return c.encoder.Encode(c.messages[0], plaintext) })
	if err != nil {
		return ckksMeasured{}, err
	}
	values, err := c.decode(plaintext)
	m := c.measured(run, compare(values, c.messages[0]))
	return m.with("to evaluation form modulo all primes"), err
}

// Decode times a plaintext as a vector.
func (c *CKKS) Decode(samples int) (ckksMeasured, error) {
	values := make([]complex128, c.params.MaxSlots())
	run, err := watch(samples, func() error { return c.encoder.Decode(c.plaintexts[0], values) })
	m := c.measured(run, compare(values, c.messages[0]))
	return m.with("from evaluation form modulo all primes"), err
}

// Encrypt times encryption under the public key.
func (c *CKKS) Encrypt(samples int) (ckksMeasured, error) {
	out := c.ciphertext(0)
	m, err := c.timed(samples, out, c.messages[0], func() error { return c.encryptor.Encrypt(c.plaintexts[0], out) })
	m.keyBytes = c.publicBytes
	return m.with("the special primes take part and are divided out"), err
}

// EncryptSecret times encryption under the secret key.
func (c *CKKS) EncryptSecret(samples int) (ckksMeasured, error) {
	out, encryptor := c.ciphertext(0), rlwe.NewEncryptor(c.params, c.secret)
	m, err := c.timed(samples, out, c.messages[0], func() error { return encryptor.Encrypt(c.plaintexts[0], out) })
	m.keyBytes = c.secret.BinarySize()
	return m.with("without a seed of its own"), err
}

// Decrypt times decryption to a plaintext.
func (c *CKKS) Decrypt(samples int) (ckksMeasured, error) {
	plaintext := c.plaintext()
	run, err := watch(samples, func() error {
		c.decryptor.Decrypt(c.ciphertexts[0], plaintext)
		return nil
	})
	if err != nil {
		return ckksMeasured{}, err
	}
	values, err := c.decode(plaintext)
	m := c.measured(run, compare(values, c.messages[0]))
	m.keyBytes = c.secret.BinarySize()
	return m.with("the plaintext is in evaluation form"), err
}

// Add times the sum of two ciphertexts.
func (c *CKKS) Add(samples int) (ckksMeasured, error) {
	out, expected := c.ciphertext(0), each(c.messages[0], c.messages[1], sum)
	return c.timed(samples, out, expected, func() error { return c.evaluator.Add(c.ciphertexts[0], c.ciphertexts[1], out) })
}

// MultiplyPlain times the product of a ciphertext and a plaintext.
func (c *CKKS) MultiplyPlain(samples int) (ckksMeasured, error) {
	if err := c.requireLevels(1); err != nil {
		return ckksMeasured{}, err
	}
	out, expected := c.ciphertext(0), each(c.messages[0], c.messages[1], product)
	m, err := c.timed(samples, out, expected, func() error { return c.evaluator.Mul(c.ciphertexts[0], c.plaintexts[1], out) })
	return m.with("not rescaled"), err
}

// MultiplyRelinearizeRescale times the product of two ciphertexts.
func (c *CKKS) MultiplyRelinearizeRescale(samples int) (ckksMeasured, error) {
	return c.product(samples, 1, c.relinearize())
}

// Square times that of one with itself.
func (c *CKKS) Square(samples int) (ckksMeasured, error) {
	return c.product(samples, 0, c.relinearize())
}

// product times that of the first ciphertext and another.
func (c *CKKS) product(samples, other int, evaluator *keyed) (ckksMeasured, error) {
	if err := c.requireLevels(1); err != nil {
		return ckksMeasured{}, err
	}
	unscaled, out := c.ciphertext(0), c.ciphertext(1)
	expected := each(c.messages[0], c.messages[other], product)
	m, err := c.timed(samples, out, expected, func() error {
		if err := evaluator.MulRelin(c.ciphertexts[0], c.ciphertexts[other], unscaled); err != nil {
			return err
		}
		return evaluator.Rescale(unscaled, out)
	})
	m.keyBytes = evaluator.bytes
	return m, err
}

// Rescale times a ciphertext of the squared scale to the next level.
func (c *CKKS) Rescale(samples int) (ckksMeasured, error) {
	if err := c.requireLevels(1); err != nil {
		return ckksMeasured{}, err
	}
	out, expected := c.ciphertext(1), each(c.messages[0], c.messages[1], product)
	unscaled, err := c.evaluator.MulNew(c.ciphertexts[0], c.plaintexts[1])
	if err != nil {
		return ckksMeasured{}, err
	}
	return c.timed(samples, out, expected, func() error { return c.evaluator.Rescale(unscaled, out) })
}

// Rotate times a rotation by one step to the left.
func (c *CKKS) Rotate(samples int) (ckksMeasured, error) {
	out, evaluator := c.ciphertext(0), c.rotate([]uint64{c.params.GaloisElement(1)})
	m, err := c.timed(samples, out, rotated(c.messages[0], 1), func() error {
		return evaluator.Rotate(c.ciphertexts[0], 1, out)
	})
	m.keyBytes = evaluator.bytes
	return m, err
}

// Conjugate times the conjugation of all slots.
func (c *CKKS) Conjugate(samples int) (ckksMeasured, error) {
	out, evaluator := c.ciphertext(0), c.rotate([]uint64{c.params.GaloisElementForComplexConjugation()})
	m, err := c.timed(samples, out, conjugated(c.messages[0]), func() error {
		return evaluator.Conjugate(c.ciphertexts[0], out)
	})
	m.keyBytes = evaluator.bytes
	return m, err
}

// RotateHoisted8 times the rotations by one to eight steps of one ciphertext.
func (c *CKKS) RotateHoisted8(samples int) (ckksMeasured, error) {
	steps := []int{1, 2, 3, 4, 5, 6, 7, 8}
	evaluator, out := c.rotate(c.params.GaloisElements(steps)), map[int]*rlwe.Ciphertext{}
	for _, step := range steps {
		out[step] = c.ciphertext(0)
	}
	run, err := watch(samples, func() error { return evaluator.RotateHoisted(c.ciphertexts[0], steps, out) })
	if err != nil {
		return ckksMeasured{}, err
	}
	all := precision{least: exact}
	for _, step := range steps {
		values, err := c.decrypt(out[step])
		if err != nil {
			return ckksMeasured{}, err
		}
		p := compare(values, rotated(c.messages[0], step))
		all.least, all.mean = min(all.least, p.least), all.mean+p.mean/float64(len(steps))
	}
	m := c.measured(run, all)
	m.keyBytes = evaluator.bytes
	return m, nil
}
