package main

import "github.com/tuneinsight/lattigo/v6/core/rlwe"

// SecretKey times a new secret key.
func (c *CKKS) SecretKey(samples int) (ckksMeasured, error) {
	key := rlwe.NewSecretKey(c.params)
	run, err := watch(samples, func() error {
		c.generator.GenSecretKey(key)
		return nil
	})
	if err != nil {
		return ckksMeasured{}, err
	}
	ciphertext, err := rlwe.NewEncryptor(c.params, key).EncryptNew(c.plaintexts[0])
	if err != nil {
		return ckksMeasured{}, err
	}
	values, err := c.decode(rlwe.NewDecryptor(c.params, key).DecryptNew(ciphertext))
	m := c.measured(run, compare(values, c.messages[0]))
	m.keyBytes = key.BinarySize()
	return m, err
}

// RelinearizationKey times the key that takes the square of the secret back to it.
func (c *CKKS) RelinearizationKey(samples int) (ckksMeasured, error) {
	key := rlwe.NewRelinearizationKey(c.params)
	run, err := watch(samples, func() error {
		c.generator.GenRelinearizationKey(c.secret, key)
		return nil
	})
	if err != nil {
		return ckksMeasured{}, err
	}
	m, err := c.product(1, 1, c.withRelinearization(key))
	m.run = run
	return m, err
}
