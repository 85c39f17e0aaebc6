package main

import (
	"slices"

	"github.com/tuneinsight/lattigo/v6/core/rlwe"
)

// SecretKey times a new secret key.
func (l *Lattigo) SecretKey(samples int) (measured, error) {
	key := rlwe.NewSecretKey(l.params)
	milliseconds, err := median(samples, func() error {
		l.generator.GenSecretKey(key)
		return nil
	})
	if err != nil {
		return measured{}, err
	}
	ciphertext, err := rlwe.NewEncryptor(l.params, key).EncryptNew(l.plaintexts[0])
	if err != nil {
		return measured{}, err
	}
	values, err := l.decode(rlwe.NewDecryptor(l.params, key).DecryptNew(ciphertext))
	return measured{milliseconds: milliseconds, correct: slices.Equal(values, l.messages[0])}, err
}

// PublicKey times a public key.
func (l *Lattigo) PublicKey(samples int) (measured, error) {
	key := rlwe.NewPublicKey(l.params)
	milliseconds, err := median(samples, func() error {
		l.generator.GenPublicKey(l.secret, key)
		return nil
	})
	if err != nil {
		return measured{}, err
	}
	ciphertext, err := rlwe.NewEncryptor(l.params, key).EncryptNew(l.plaintexts[0])
	if err != nil {
		return measured{}, err
	}
	return l.compared(milliseconds, ciphertext, l.messages[0])
}

// RelinearizationKey times the key that takes the square of the secret back to it.
func (l *Lattigo) RelinearizationKey(samples int) (measured, error) {
	key := rlwe.NewRelinearizationKey(l.params)
	milliseconds, err := median(samples, func() error {
		l.generator.GenRelinearizationKey(l.secret, key)
		return nil
	})
	if err != nil {
		return measured{}, err
	}
	m, err := l.relinearized(1, l.evaluatorWith(rlwe.NewMemEvaluationKeySet(key)))
	m.milliseconds = milliseconds
	return m, err
}

// GaloisKeys times the keys for rotations by all powers of two in both directions and for the exchange of the rows.
func (l *Lattigo) GaloisKeys(int) (measured, error) {
	elements := l.allRotations()
	keys := make([]*rlwe.GaloisKey, len(elements))
	for i := range keys {
		keys[i] = rlwe.NewGaloisKey(l.params)
	}
	milliseconds, err := once(func() error {
		l.generator.GenGaloisKeys(elements, l.secret, keys)
		return nil
	})
	if err != nil {
		return measured{}, err
	}
	return l.rotated(milliseconds, keys)
}

// rotated is a time with whether keys are right for a rotation and the exchange.
func (l *Lattigo) rotated(milliseconds float64, keys []*rlwe.GaloisKey) (measured, error) {
	evaluator := l.evaluatorWith(rlwe.NewMemEvaluationKeySet(nil, keys...))
	rows, err := evaluator.RotateColumnsNew(l.ciphertexts[0], 1)
	if err != nil {
		return measured{}, err
	}
	both, err := evaluator.RotateRowsNew(rows)
	if err != nil {
		return measured{}, err
	}
	return l.compared(milliseconds, both, l.clear.RotateColumns(l.clear.RotateRows(l.messages[0])))
}

// allRotations are the automorphisms, each once: half a row in one direction is half a row in the other.
func (l *Lattigo) allRotations() []uint64 {
	elements := []uint64{l.params.GaloisElementForRowRotation()}
	for steps := 1; steps < l.params.N()/2; steps *= 2 {
		elements = append(elements, l.params.GaloisElementForColRotation(steps), l.params.GaloisElementForColRotation(-steps))
	}
	slices.Sort(elements)
	return slices.Compact(elements)
}
