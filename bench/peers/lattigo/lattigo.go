package main

import (
	"errors"

	"github.com/tuneinsight/lattigo/v6/core/rlwe"
	"github.com/tuneinsight/lattigo/v6/ring"
	"github.com/tuneinsight/lattigo/v6/schemes/bgv"
)

// name is the library and its version.
const name = "Lattigo 6.2.0"

// Lattigo is the library with the keys of one set of parameters, and two messages to compute with.
type Lattigo struct {
	params    bgv.Parameters
	generator *rlwe.KeyGenerator
	secret    *rlwe.SecretKey
	encoder   *bgv.Encoder
	encryptor *rlwe.Encryptor
	decryptor *rlwe.Decryptor
	// evaluator is without keys; its products are those of BFV.
	evaluator   *bgv.Evaluator
	clear       Clear
	messages    [2][]uint64
	plaintexts  [2]*rlwe.Plaintext
	ciphertexts [2]*rlwe.Ciphertext
	// The evaluators below have one key each, and are made when they are first needed.
	relinearizing, rotating, exchanging *bgv.Evaluator
}

// NewLattigo makes the context, the keys for encryption, and encrypts the messages.
func NewLattigo(set *Set) (*Lattigo, error) {
	params, err := parameters(set)
	if err != nil {
		return nil, err
	}
	l := &Lattigo{params: params, generator: rlwe.NewKeyGenerator(params), encoder: bgv.NewEncoder(params)}
	secret, public := l.generator.GenKeyPairNew()
	l.secret = secret
	l.encryptor = rlwe.NewEncryptor(params, public)
	l.decryptor = rlwe.NewDecryptor(params, secret)
	l.evaluator = l.evaluatorWith(rlwe.NewMemEvaluationKeySet(nil))
	l.clear = Clear{params.PlaintextModulus(), params.N()}
	return l, l.fill()
}

// fill encodes and encrypts the messages.
func (l *Lattigo) fill() (err error) {
	for i := range l.messages {
		l.messages[i] = l.clear.Message(7 + 22*i)
		l.plaintexts[i] = l.plaintext()
		if err = l.encoder.Encode(l.messages[i], l.plaintexts[i]); err != nil {
			return err
		}
		if l.ciphertexts[i], err = l.encryptor.EncryptNew(l.plaintexts[i]); err != nil {
			return err
		}
	}
	return nil
}

// parameters has the greatest primes of the sizes asked for. Lattigo's own choice goes to both sides of a power of two.
func parameters(set *Set) (params bgv.Parameters, err error) {
	if len(set.PrimeBits) < 2 || set.LogDegree < 3 || set.LogDegree > 17 {
		return params, errors.New("no such set of parameters")
	}
	generators := map[int]*ring.NTTFriendlyPrimesGenerator{}
	primes := make([]uint64, len(set.PrimeBits))
	for i, bits := range set.PrimeBits {
		if generators[bits] == nil {
			generator := ring.NewNTTFriendlyPrimesGenerator(uint64(bits), 2<<set.LogDegree)
			generators[bits] = &generator
		}
		if primes[i], err = generators[bits].NextDownstreamPrime(); err != nil {
			return params, err
		}
	}
	last := len(primes) - 1
	literal := bgv.ParametersLiteral{LogN: set.LogDegree, Q: primes[:last], P: primes[last:], PlaintextModulus: set.PlainModulus}
	params, err = bgv.NewParametersFromLiteral(literal)
	if err == nil && params.RingT().N() != params.N() {
		err = errors.New("the plaintext modulus has no slots for this degree")
	}
	return params, err
}

// evaluatorWith is an evaluator for BFV with some keys.
func (l *Lattigo) evaluatorWith(keys rlwe.EvaluationKeySet) *bgv.Evaluator {
	return bgv.NewEvaluator(l.params, keys, true)
}

// plaintext is a place for one.
func (l *Lattigo) plaintext() *rlwe.Plaintext {
	return bgv.NewPlaintext(l.params, l.params.MaxLevel())
}

// ciphertext is a place for one of so many polynomials.
func (l *Lattigo) ciphertext(polynomials int) *rlwe.Ciphertext {
	return bgv.NewCiphertext(l.params, polynomials-1, l.params.MaxLevel())
}

// decrypt is the vector in a ciphertext.
func (l *Lattigo) decrypt(ciphertext *rlwe.Ciphertext) ([]uint64, error) {
	return l.decode(l.decryptor.DecryptNew(ciphertext))
}

// decode is the vector in a plaintext.
func (l *Lattigo) decode(plaintext *rlwe.Plaintext) ([]uint64, error) {
	values := make([]uint64, l.params.N())
	return values, l.encoder.Decode(plaintext, values)
}

// relinearize is an evaluator with the key for it.
func (l *Lattigo) relinearize() *bgv.Evaluator {
	if l.relinearizing == nil {
		key := l.generator.GenRelinearizationKeyNew(l.secret)
		l.relinearizing = l.evaluatorWith(rlwe.NewMemEvaluationKeySet(key))
	}
	return l.relinearizing
}

// rotate is an evaluator with the key for a rotation of the rows, which Lattigo calls one of the columns, by one step.
func (l *Lattigo) rotate() *bgv.Evaluator {
	if l.rotating == nil {
		l.rotating = l.evaluatorFor(l.params.GaloisElementForColRotation(1))
	}
	return l.rotating
}

// exchange is an evaluator with the key for the exchange of the rows, which Lattigo calls a rotation of the rows.
func (l *Lattigo) exchange() *bgv.Evaluator {
	if l.exchanging == nil {
		l.exchanging = l.evaluatorFor(l.params.GaloisElementForRowRotation())
	}
	return l.exchanging
}

// evaluatorFor is an evaluator with the key for one automorphism.
func (l *Lattigo) evaluatorFor(element uint64) *bgv.Evaluator {
	return l.evaluatorWith(rlwe.NewMemEvaluationKeySet(nil, l.generator.GenGaloisKeyNew(element, l.secret)))
}
