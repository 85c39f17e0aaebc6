//go:build !papilio_native

package precompile

import "github.com/papilio-ntt/papilio/go/ntt"

// Backend names the implementation that the build chose.
const Backend = "go"

func gas(op ntt.Op, in []byte) uint64          { return ntt.Gas(op, in) }
func run(op ntt.Op, in []byte) ([]byte, error) { return ntt.Run(op, in) }
