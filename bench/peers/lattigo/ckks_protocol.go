package main

// CKKSSet is a set of parameters for CKKS. Its name is left to whoever asks.
type CKKSSet struct {
	// LogDegree is the logarithm of the ring degree to base two.
	LogDegree int `json:"log_degree"`
	// PrimeBits are the bits of the primes that ciphertexts have, in the order in which they stay: the last goes first.
	PrimeBits []int `json:"prime_bits"`
	// SpecialBits are the bits of the primes that only keys have.
	SpecialBits []int `json:"special_bits"`
	// ScaleBits is the logarithm of the scale to base two.
	ScaleBits int `json:"scale_bits"`
	// PrimesPerLevel is the number of primes that a rescaling divides by.
	PrimesPerLevel int `json:"primes_per_level"`
}

// CKKSAnswer says what was timed.
type CKKSAnswer struct {
	// Peer is the library and its version.
	Peer string `json:"peer"`
	// Operation is the name of the operation.
	Operation string `json:"operation"`
	// Milliseconds is the median time of one call.
	Milliseconds float64 `json:"milliseconds"`
	// Correct is whether the least precision is as much as the set allows to expect.
	Correct bool `json:"correct"`
	// PrecisionMin is the precision in bits of the worst slot.
	PrecisionMin float64 `json:"precision_min"`
	// PrecisionMean is the mean of the precisions of all slots.
	PrecisionMean float64 `json:"precision_mean"`
	// KeyBytes is the size of the keys that the operation reads or makes.
	KeyBytes int `json:"key_bytes"`
	// CiphertextBytes is the size of a fresh ciphertext.
	CiphertextBytes int `json:"ciphertext_bytes"`
	// PeakBytes is the most memory that the process had resident while calls were timed; nothing where it cannot be known.
	PeakBytes *uint64 `json:"peak_bytes"`
	// Note is what is to be known when the time is compared.
	Note *string `json:"note"`
}

// ckksMeasured is what became of an operation.
type ckksMeasured struct {
	run
	precision
	bound                     float64
	keyBytes, ciphertextBytes int
	note                      *string
}

// run is a time with the memory that was used.
type run struct {
	milliseconds float64
	peak         *uint64
}

// with has a note.
func (m ckksMeasured) with(note string) ckksMeasured {
	m.note = &note
	return m
}

// ckksAnswer is what is said about it.
func ckksAnswer(operation string, m ckksMeasured) any {
	return CKKSAnswer{
		name, operation, m.milliseconds, m.least >= m.bound, m.least, m.mean, m.keyBytes, m.ciphertextBytes, m.peak, m.note,
	}
}
