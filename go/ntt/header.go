package ntt

import (
	"encoding/binary"
	"math/bits"
)

// kind is the ring of a transform.
type kind uint8

const (
	negacyclic kind = iota // X^n + 1 into linear factors
	cyclic                 // X^n - 1 into linear factors
	incomplete             // X^n + 1 into factors X^2 - c
	gaussian               // X^n + 1 folded to n/2 elements of F_q[i], q = 3 mod 4
)

const shortHeader = 12

// header is what an input says before its elements.
type header struct {
	kind  kind
	short bool   // form S: the root is the smallest one
	n     int    // elements of F_q in a vector
	q     []byte // big-endian
	root  []byte // big-endian, form X alone
	size  int    // bytes before the elements
	width int    // bytes of an element; in form S the narrower of the two allowed
}

// parse applies the rules up to that of the modulus.
func parse(in []byte) (header, error) {
	if len(in) == 0 {
		return header{}, TooShort
	}
	switch in[0] {
	case 0:
		return parseShort(in)
	case 1:
		return parseExtended(in)
	}
	if len(in) < 4 {
		return header{}, TooShort
	}
	return header{}, Header
}

func parseShort(in []byte) (header, error) {
	if len(in) < shortHeader {
		return header{}, TooShort
	}
	q := binary.BigEndian.Uint64(in[4:12])
	h := header{short: true, q: in[4:12], size: shortHeader, width: narrowest(q)}
	n := uint64(binary.BigEndian.Uint32(in))
	if err := checkDegree(n, h.width); err != nil {
		return h, err
	}
	h.n = int(n)
	return h, checkModulus(h.q)
}

func parseExtended(in []byte) (header, error) {
	if len(in) < 4 {
		return header{}, TooShort
	}
	h := header{kind: kind(in[1]), width: int(in[3])}
	if h.kind > gaussian {
		return h, Header
	}
	if h.width < 2 || h.width > 32 || h.width&(h.width-1) != 0 {
		return h, Header
	}
	rootAt := 4 + h.width
	h.size = rootAt + h.width
	if h.kind == gaussian {
		h.size += h.width
	}
	if len(in) < h.size {
		return h, TooShort
	}
	h.q, h.root = in[4:rootAt], in[rootAt:h.size]
	if in[2] >= 64 {
		return h, DegreeRange
	}
	if err := checkDegree(1<<in[2], h.width); err != nil {
		return h, err
	}
	h.n = 1 << in[2]
	if err := checkModulus(h.q); err != nil {
		return h, err
	}
	return h, h.checkExtendedModulus()
}

// checkExtendedModulus wants the narrowest width, so that an input has one
// encoding, and for kind 3 a modulus for which -1 has no square root.
func (h *header) checkExtendedModulus() error {
	if h.width > 2 && isZero(h.q[:h.width/2]) {
		return Modulus
	}
	if h.kind == gaussian && h.q[h.width-1]&3 != 3 {
		return Modulus
	}
	return nil
}

// maxDegree bounds the time of one call.
func maxDegree(width int) uint64 {
	switch width {
	case 32:
		return 1 << 13
	case 16:
		return 1 << 14
	}
	return 1 << 16
}

func checkDegree(n uint64, width int) error {
	if n == 0 || n&(n-1) != 0 {
		return DegreePower
	}
	if n < 2 || n > maxDegree(width) {
		return DegreeRange
	}
	return nil
}

func checkModulus(q []byte) error {
	if isZero(q) {
		return ZeroModulus
	}
	last := len(q) - 1
	if q[last]&1 == 0 || (q[last] == 1 && isZero(q[:last])) {
		return Modulus
	}
	return nil
}

func isZero(b []byte) bool {
	var any byte
	for _, x := range b {
		any |= x
	}
	return any == 0
}

// narrowest is the width of the elements below q, for q below 2^64.
func narrowest(q uint64) int {
	switch {
	case q < 1<<16:
		return 2
	case q < 1<<32:
		return 4
	}
	return 8
}

// elementWidth is the width the length of the input tells, or 0.
func (h *header) elementWidth(op Op, length int) int {
	elements := op.vectors() * h.n
	switch length - h.size {
	case elements * h.width:
		return h.width
	case elements * 8:
		if h.short {
			return 8
		}
	}
	return 0
}

// smallModulus is q where it fits a word: all of form S, and form X up to 8 bytes.
func (h *header) smallModulus() uint64 {
	var q uint64
	for _, b := range h.q {
		q = q<<8 | uint64(b)
	}
	return q
}

// elements counts those of the ring, of which a gaussian one is two of F_q.
func (h *header) elements() int {
	if h.kind == gaussian {
		return h.n / 2
	}
	return h.n
}

func (h *header) logDegree() int { return bits.TrailingZeros(uint(h.n)) }
