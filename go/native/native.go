//go:build papilio_native

package native

/*
#cgo CFLAGS: -I${SRCDIR}/../../crates/precompile-c/include
#cgo LDFLAGS: -L${SRCDIR}/../../target/release -lpapilio_precompile_c -lm -ldl -lpthread
#cgo noescape papilio_precompile_gas
#cgo nocallback papilio_precompile_gas
#cgo noescape papilio_precompile_run
#cgo nocallback papilio_precompile_run
#include "papilio_precompile.h"
*/
import "C"

import (
	"fmt"
	"unsafe"

	"github.com/papilio-ntt/papilio/go/ntt"
)

// Gas is the price of an input.
func Gas(op ntt.Op, in []byte) uint64 {
	return uint64(C.papilio_precompile_gas(C.uint8_t(op), pointer(in), C.size_t(len(in))))
}

// Run computes one operation. An error that tells of the input is an ntt.Rule;
// any other is a defect of the library or of this package.
func Run(op ntt.Op, in []byte) ([]byte, error) {
	out := make([]byte, outputBound(op, len(in)))
	var written C.size_t
	result := C.papilio_precompile_run(C.uint8_t(op), pointer(in), C.size_t(len(in)),
		pointer(out), C.size_t(len(out)), &written)
	switch {
	case result == C.PAPILIO_PRECOMPILE_OK:
		return out[:written:written], nil
	case result < 0 && result > C.PAPILIO_PRECOMPILE_BAD_ARGUMENT:
		return nil, ntt.Rule(-result)
	}
	return nil, fmt.Errorf("papilio_precompile_run: %d", int(result))
}

// outputBound spares a call: an output is one vector, and inputs hold one or two.
func outputBound(op ntt.Op, length int) int {
	if op == ntt.Mul || op == ntt.Add {
		return length / 2
	}
	return length
}

// pointer passes Go memory for the time of a call, as cgo allows for memory without pointers.
func pointer(b []byte) *C.uint8_t {
	return (*C.uint8_t)(unsafe.Pointer(unsafe.SliceData(b)))
}
