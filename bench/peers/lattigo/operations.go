package main

import (
	"slices"

	"github.com/tuneinsight/lattigo/v6/core/rlwe"
	"github.com/tuneinsight/lattigo/v6/ring"
	"github.com/tuneinsight/lattigo/v6/schemes/bgv"
)

// measured is what became of an operation.
type measured struct {
	milliseconds float64
	correct      bool
	note         *string
}

// with has a note.
func (m measured) with(note string) measured {
	m.note = &note
	return m
}

// answer is what is said about it.
func answer(operation string, m measured) any {
	return Answer{name, operation, m.milliseconds, m.correct, m.note}
}

// kept is the note of what is the work of two transforms.
const kept = "ciphertexts are kept in evaluation form"

// operations are those that can be asked for. Ciphertexts have two polynomials where nothing else is said.
var operations = map[string]func(l *Lattigo, samples int) (measured, error){
	"secret_key":          (*Lattigo).SecretKey,
	"public_key":          (*Lattigo).PublicKey,
	"relinearization_key": (*Lattigo).RelinearizationKey,
	"galois_keys":         (*Lattigo).GaloisKeys,
	"encode":              (*Lattigo).Encode,
	"decode":              (*Lattigo).Decode,
	"encrypt":             (*Lattigo).Encrypt,
	"encrypt_seeded":      (*Lattigo).EncryptSeeded,
	"decrypt":             (*Lattigo).Decrypt,
	"add":                 (*Lattigo).Add,
	"negate":              (*Lattigo).Negate,
	"add_plain":           (*Lattigo).AddPlain,
	"multiply":            (*Lattigo).Multiply,
	"square":              (*Lattigo).Square,
	"relinearize":         (*Lattigo).Relinearize,
	"multiply_plain":      (*Lattigo).MultiplyPlain,
	"to_evaluation":       (*Lattigo).ToEvaluation,
	"to_coefficient":      (*Lattigo).ToCoefficient,
	"rotate_rows":         (*Lattigo).RotateRows,
	"rotate_columns":      (*Lattigo).RotateColumns,
	"switch_down":         (*Lattigo).SwitchDown,
}

// timed times a call and decrypts what it left in a ciphertext.
func (l *Lattigo) timed(samples int, out *rlwe.Ciphertext, expected []uint64, call func() error) (measured, error) {
	milliseconds, err := median(samples, call)
	if err != nil {
		return measured{}, err
	}
	return l.compared(milliseconds, out, expected)
}

// compared is a time with whether a ciphertext has the vector expected.
func (l *Lattigo) compared(milliseconds float64, out *rlwe.Ciphertext, expected []uint64) (measured, error) {
	values, err := l.decrypt(out)
	return measured{milliseconds: milliseconds, correct: slices.Equal(values, expected)}, err
}

// Encode times a vector as a plaintext.
func (l *Lattigo) Encode(samples int) (measured, error) {
	plaintext := l.plaintext()
	milliseconds, err := median(samples, func() error { return l.encoder.Encode(l.messages[0], plaintext) })
	if err != nil {
		return measured{}, err
	}
	values, err := l.decode(plaintext)
	m := measured{milliseconds: milliseconds, correct: slices.Equal(values, l.messages[0])}
	return m.with("to evaluation form modulo the primes as well"), err
}

// Decode times a plaintext as a vector.
func (l *Lattigo) Decode(samples int) (measured, error) {
	values := make([]uint64, l.params.N())
	milliseconds, err := median(samples, func() error { return l.encoder.Decode(l.plaintexts[0], values) })
	m := measured{milliseconds: milliseconds, correct: slices.Equal(values, l.messages[0])}
	return m.with("with the rounding that decryption leaves to it"), err
}

// Encrypt times encryption under the public key.
func (l *Lattigo) Encrypt(samples int) (measured, error) {
	out := l.ciphertext(2)
	m, err := l.timed(samples, out, l.messages[0], func() error { return l.encryptor.Encrypt(l.plaintexts[0], out) })
	return m.with("the special prime takes part and is divided out"), err
}

// EncryptSeeded times encryption under the secret key.
func (l *Lattigo) EncryptSeeded(samples int) (measured, error) {
	out, encryptor := l.ciphertext(2), rlwe.NewEncryptor(l.params, l.secret)
	m, err := l.timed(samples, out, l.messages[0], func() error { return encryptor.Encrypt(l.plaintexts[0], out) })
	return m.with("symmetric, without a seed of its own"), err
}

// Decrypt times decryption to a plaintext.
func (l *Lattigo) Decrypt(samples int) (measured, error) {
	plaintext := l.plaintext()
	milliseconds, err := median(samples, func() error {
		l.decryptor.Decrypt(l.ciphertexts[0], plaintext)
		return nil
	})
	if err != nil {
		return measured{}, err
	}
	values, err := l.decode(plaintext)
	m := measured{milliseconds: milliseconds, correct: slices.Equal(values, l.messages[0])}
	return m.with("no rounding: decoding does it"), err
}

// Add times the sum of two ciphertexts.
func (l *Lattigo) Add(samples int) (measured, error) {
	out, expected := l.ciphertext(2), l.clear.Add(l.messages[0], l.messages[1])
	return l.timed(samples, out, expected, func() error { return l.evaluator.Add(l.ciphertexts[0], l.ciphertexts[1], out) })
}

// Negate times the negative. Only rings have one: the evaluator's would be a product.
func (l *Lattigo) Negate(samples int) (measured, error) {
	m, err := l.each(samples, l.ciphertexts[0], l.clear.Negate(l.messages[0]), l.params.RingQ().Neg)
	return m.with("the ring's"), err
}

// each times a function of polynomials on those of a ciphertext.
func (l *Lattigo) each(samples int, in *rlwe.Ciphertext, expected []uint64, call func(in, out ring.Poly)) (measured, error) {
	out := l.ciphertext(2)
	return l.timed(samples, out, expected, func() error {
		for i := range in.Value {
			call(in.Value[i], out.Value[i])
		}
		return nil
	})
}

// AddPlain times the sum of a ciphertext and a plaintext.
func (l *Lattigo) AddPlain(samples int) (measured, error) {
	out, expected := l.ciphertext(2), l.clear.Add(l.messages[0], l.messages[1])
	m, err := l.timed(samples, out, expected, func() error { return l.evaluator.Add(l.ciphertexts[0], l.plaintexts[1], out) })
	return m.with("the plaintext is in evaluation form"), err
}

// Multiply times the product of two ciphertexts, which has three polynomials.
func (l *Lattigo) Multiply(samples int) (measured, error) {
	m, err := l.product(samples, 1)
	return m.with(kept), err
}

// Square times the product of a ciphertext with itself.
func (l *Lattigo) Square(samples int) (measured, error) {
	m, err := l.product(samples, 0)
	return m.with(kept), err
}

// product times that of the first ciphertext and another.
func (l *Lattigo) product(samples, other int) (measured, error) {
	out, expected := l.ciphertext(3), l.clear.Multiply(l.messages[0], l.messages[other])
	return l.timed(samples, out, expected, func() error {
		return l.evaluator.Mul(l.ciphertexts[0], l.ciphertexts[other], out)
	})
}

// Relinearize times three polynomials to two.
func (l *Lattigo) Relinearize(samples int) (measured, error) {
	return l.relinearized(samples, l.relinearize())
}

func (l *Lattigo) relinearized(samples int, evaluator *bgv.Evaluator) (measured, error) {
	out, expected := l.ciphertext(2), l.clear.Multiply(l.messages[0], l.messages[1])
	product, err := l.evaluator.MulNew(l.ciphertexts[0], l.ciphertexts[1])
	if err != nil {
		return measured{}, err
	}
	return l.timed(samples, out, expected, func() error { return evaluator.Relinearize(product, out) })
}

// MultiplyPlain times the product of a ciphertext and a plaintext.
func (l *Lattigo) MultiplyPlain(samples int) (measured, error) {
	out, expected := l.ciphertext(2), l.clear.Multiply(l.messages[0], l.messages[1])
	m, err := l.timed(samples, out, expected, func() error { return l.evaluator.Mul(l.ciphertexts[0], l.plaintexts[1], out) })
	return m.with("the plaintext is scaled in each call"), err
}

// ToEvaluation times the transforms of both polynomials.
func (l *Lattigo) ToEvaluation(samples int) (measured, error) {
	rings, in := l.params.RingQ(), l.ciphertext(2)
	for i := range in.Value {
		rings.INTT(l.ciphertexts[0].Value[i], in.Value[i])
	}
	m, err := l.each(samples, in, l.messages[0], rings.NTT)
	return m.with("the ring's"), err
}

// ToCoefficient times the inverse transforms of both polynomials.
func (l *Lattigo) ToCoefficient(samples int) (measured, error) {
	out := l.ciphertext(2)
	out.IsNTT = false
	milliseconds, err := median(samples, func() error {
		for i := range out.Value {
			l.params.RingQ().INTT(l.ciphertexts[0].Value[i], out.Value[i])
		}
		return nil
	})
	if err != nil {
		return measured{}, err
	}
	m, err := l.compared(milliseconds, out, l.messages[0])
	return m.with("the ring's"), err
}

// RotateRows times a rotation of both rows by one step.
func (l *Lattigo) RotateRows(samples int) (measured, error) {
	out, evaluator, expected := l.ciphertext(2), l.rotate(), l.clear.RotateRows(l.messages[0])
	return l.timed(samples, out, expected, func() error { return evaluator.RotateColumns(l.ciphertexts[0], 1, out) })
}

// RotateColumns times the exchange of the rows.
func (l *Lattigo) RotateColumns(samples int) (measured, error) {
	out, evaluator, expected := l.ciphertext(2), l.exchange(), l.clear.RotateColumns(l.messages[0])
	return l.timed(samples, out, expected, func() error { return evaluator.RotateRows(l.ciphertexts[0], out) })
}

// SwitchDown times a fresh ciphertext to the next level. The evaluator for BFV leaves it as it is, that for BGV divides.
func (l *Lattigo) SwitchDown(samples int) (measured, error) {
	evaluator := bgv.NewEvaluator(l.params, rlwe.NewMemEvaluationKeySet(nil))
	out := bgv.NewCiphertext(l.params, 1, l.params.MaxLevel()-1)
	m, err := l.timed(samples, out, l.messages[0], func() error { return evaluator.Rescale(l.ciphertexts[0], out) })
	return m.with("the rescaling of BGV; " + kept), err
}
