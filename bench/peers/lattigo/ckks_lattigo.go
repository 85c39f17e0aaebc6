package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/tuneinsight/lattigo/v6/core/rlwe"
	"github.com/tuneinsight/lattigo/v6/schemes/ckks"
)

// CKKS is the library with the keys of one set of parameters, and two messages to compute with.
type CKKS struct {
	params    ckks.Parameters
	generator *rlwe.KeyGenerator
	secret    *rlwe.SecretKey
	encoder   *ckks.Encoder
	encryptor *rlwe.Encryptor
	decryptor *rlwe.Decryptor
	// evaluator is without keys.
	evaluator   *ckks.Evaluator
	publicBytes int
	messages    [2][]complex128
	plaintexts  [2]*rlwe.Plaintext
	ciphertexts [2]*rlwe.Ciphertext
	// relinearizing and rotating have keys, and are made when they are first needed; of those for automorphisms, only the
	// latest are kept, for they may be gigabytes.
	relinearizing, rotating *keyed
}

// keyed is an evaluator with its keys.
type keyed struct {
	*ckks.Evaluator
	elements []uint64
	bytes    int
}

// NewCKKS makes the context, the keys for encryption, and encrypts the messages.
func NewCKKS(set *CKKSSet) (*CKKS, error) {
	params, err := ckksParameters(set)
	if err != nil {
		return nil, err
	}
	c := &CKKS{params: params, generator: rlwe.NewKeyGenerator(params), encoder: ckks.NewEncoder(params)}
	secret, public := c.generator.GenKeyPairNew()
	c.secret, c.publicBytes = secret, public.BinarySize()
	c.encryptor = rlwe.NewEncryptor(params, public)
	c.decryptor = rlwe.NewDecryptor(params, secret)
	c.evaluator = ckks.NewEvaluator(params, rlwe.NewMemEvaluationKeySet(nil))
	return c, c.fill()
}

// fill encodes and encrypts the messages.
func (c *CKKS) fill() (err error) {
	for i := range c.messages {
		c.messages[i] = message(c.params.MaxSlots(), uint64(1+i))
		c.plaintexts[i] = c.plaintext()
		if err = c.encoder.Encode(c.messages[i], c.plaintexts[i]); err != nil {
			return err
		}
		if c.ciphertexts[i], err = c.encryptor.EncryptNew(c.plaintexts[i]); err != nil {
			return err
		}
	}
	return nil
}

// ckksParameters has the primes that Lattigo chooses for the sizes, on both sides of powers of two, so that they stay close
// to the scale.
func ckksParameters(set *CKKSSet) (params ckks.Parameters, err error) {
	if len(set.PrimeBits) < 1 || len(set.SpecialBits) < 1 || set.LogDegree < 5 || set.LogDegree > 17 || set.ScaleBits < 1 {
		return params, errors.New("no such set of parameters")
	}
	params, err = ckks.NewParametersFromLiteral(ckks.ParametersLiteral{
		LogN: set.LogDegree, LogQ: set.PrimeBits, LogP: set.SpecialBits, LogDefaultScale: set.ScaleBits,
	})
	if primes := params.LevelsConsumedPerRescaling(); err == nil && primes != max(set.PrimesPerLevel, 1) {
		err = fmt.Errorf("a rescaling divides by %d primes where the scale has %d bits", primes, set.ScaleBits)
	}
	return params, err
}

// plaintext is a place for one.
func (c *CKKS) plaintext() *rlwe.Plaintext {
	return ckks.NewPlaintext(c.params, c.params.MaxLevel())
}

// ciphertext is a place for one, so many levels below the first.
func (c *CKKS) ciphertext(below int) *rlwe.Ciphertext {
	return ckks.NewCiphertext(c.params, 1, c.params.MaxLevel()-below*c.params.LevelsConsumedPerRescaling())
}

// decrypt is the vector in a ciphertext.
func (c *CKKS) decrypt(ciphertext *rlwe.Ciphertext) ([]complex128, error) {
	return c.decode(c.decryptor.DecryptNew(ciphertext))
}

// decode is the vector in a plaintext.
func (c *CKKS) decode(plaintext *rlwe.Plaintext) ([]complex128, error) {
	values := make([]complex128, c.params.MaxSlots())
	return values, c.encoder.Decode(plaintext, values)
}

// requireLevels refuses an operation that the set is not deep enough for. The scale needs as many primes as a level has in the end.
func (c *CKKS) requireLevels(needed int) error {
	if depth := c.params.QCount()/c.params.LevelsConsumedPerRescaling() - 1; depth < needed {
		return fmt.Errorf("needs %d levels, the set has %d", needed, depth)
	}
	return nil
}

// relinearize is an evaluator with the key for it.
func (c *CKKS) relinearize() *keyed {
	if c.relinearizing == nil {
		c.relinearizing = c.withRelinearization(c.generator.GenRelinearizationKeyNew(c.secret))
	}
	return c.relinearizing
}

func (c *CKKS) withRelinearization(key *rlwe.RelinearizationKey) *keyed {
	return &keyed{Evaluator: c.evaluatorWith(rlwe.NewMemEvaluationKeySet(key)), bytes: key.BinarySize()}
}

// rotate is an evaluator with the keys for automorphisms.
func (c *CKKS) rotate(elements []uint64) *keyed {
	elements = slices.Sorted(slices.Values(elements))
	if c.rotating == nil || !slices.Equal(c.rotating.elements, elements) {
		c.rotating = nil
		keys, bytes := c.generator.GenGaloisKeysNew(elements, c.secret), 0
		for _, key := range keys {
			bytes += key.BinarySize()
		}
		c.rotating = &keyed{c.evaluatorWith(rlwe.NewMemEvaluationKeySet(nil, keys...)), elements, bytes}
	}
	return c.rotating
}

func (c *CKKS) evaluatorWith(keys rlwe.EvaluationKeySet) *ckks.Evaluator {
	return ckks.NewEvaluator(c.params, keys)
}
