// Package ntt computes the four precompiles of EIP-7885 in Go alone: the forward
// and the inverse number-theoretic transform, and the product and the sum of two
// vectors modulo q.
//
// An input is a header, then one vector (transforms) or two (product, sum); all
// integers are unsigned and big-endian.
//
//	form S   n: 4 | q: 8 | elements, width told by the length: that of q, or 8 bytes
//	form X   01 | kind | log2 n | m | q: m | root: m, or 2m for kind 3 | elements of m bytes
//
// Form S starts with a zero byte, since n is at most 2^16. It is the negacyclic
// transform modulo a prime, with the smallest root there is.
//
// Inputs must be canonical residues and outputs are. Nothing is kept between
// calls: the only tables that outlive one are those of the parameter sets of
// Falcon and ML-DSA, so the time of a call depends on its input alone.
package ntt

// Op is one of the four operations. Its value is the distance of its address from the first.
type Op uint8

// The operations, in the order of their addresses.
const (
	Forward Op = iota
	Inverse
	Mul
	Add
)

// Ops lists the operations in the order of their addresses.
var Ops = [...]Op{Forward, Inverse, Mul, Add}

func (op Op) transforms() bool { return op <= Inverse }

// vectors is the number of vectors an operation takes.
func (op Op) vectors() int {
	if op.transforms() {
		return 1
	}
	return 2
}

func (op Op) String() string {
	switch op {
	case Forward:
		return "NTT_FW"
	case Inverse:
		return "NTT_INV"
	case Mul:
		return "NTT_VECMULMOD"
	case Add:
		return "NTT_VECADDMOD"
	}
	return "unknown operation"
}
