//go:build papilio_native

package precompile

import (
	"github.com/papilio-ntt/papilio/go/native"
	"github.com/papilio-ntt/papilio/go/ntt"
)

// Backend names the implementation that the build chose.
const Backend = "native"

func gas(op ntt.Op, in []byte) uint64          { return native.Gas(op, in) }
func run(op ntt.Op, in []byte) ([]byte, error) { return native.Run(op, in) }
