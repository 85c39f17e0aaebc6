package main

// Set is a set of parameters. Its name is left to whoever asks.
type Set struct {
	// LogDegree is the logarithm of the ring degree to base two.
	LogDegree int `json:"log_degree"`
	// PrimeBits are the bits of the primes of the modulus of the keys. The last is the special prime: ciphertexts have all
	// but it.
	PrimeBits []int `json:"prime_bits"`
	// PlainModulus is the plaintext modulus.
	PlainModulus uint64 `json:"plain_modulus"`
}

// Request says what is to be timed. Beside it in the same object are the fields of a set.
type Request struct {
	// Operation is the name of an operation.
	Operation string `json:"operation"`
	// Samples is the number of timed calls.
	Samples int `json:"samples"`
}

// Answer says what was timed.
type Answer struct {
	// Peer is the library and its version.
	Peer string `json:"peer"`
	// Operation is the name of the operation.
	Operation string `json:"operation"`
	// Milliseconds is the median time of one call.
	Milliseconds float64 `json:"milliseconds"`
	// Correct is whether the result decrypts to what the arithmetic in the clear gives.
	Correct bool `json:"correct"`
	// Note is what is to be known when the time is compared.
	Note *string `json:"note"`
}

// Refusal is an answer to what cannot be done.
type Refusal struct {
	// Error says why not.
	Error string `json:"error"`
}
