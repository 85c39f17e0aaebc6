// Timecalls times calls of the precompiles. It reads lines of JSON from standard input, {"op":
// "fw", "inv", "mul", "add" or "ecrecover", "inputs": hexadecimal inputs that take turns, "samples":
// how many}, and answers each with {"nanoseconds": of a call}, the least of the samples.
package main

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/ethereum/go-ethereum/params"
	"github.com/papilio-ntt/papilio/go/internal/inputs"
	"github.com/papilio-ntt/papilio/go/ntt"
	"github.com/papilio-ntt/papilio/go/precompile"
)

type request struct {
	Op      string   `json:"op"`
	Inputs  []string `json:"inputs"`
	Samples int      `json:"samples"`
}

// sampleTime is the least duration of a sample: long against reading the clock.
const sampleTime = 20 * time.Microsecond

// heap is other data of a client. With a heap of a few megabytes the collector runs after every
// hundred calls, and what is measured is the collector.
var heap []byte

func main() {
	heap = touched(96 << 20)
	// A client that has run for a while has used and given back as much again. The first touch of a
	// page takes longer than the arithmetic on it.
	for range 1024 {
		heap[0] = touched(256 << 10)[0]
	}
	runtime.GC()
	if err := serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "timecalls:", err)
		os.Exit(1)
	}
}

func touched(size int) []byte {
	b := make([]byte, size)
	for i := 0; i < len(b); i += 4096 {
		b[i] = 1
	}
	return b
}

func serve(in io.Reader, out io.Writer) error {
	requests, answers := json.NewDecoder(bufio.NewReaderSize(in, 1<<20)), json.NewEncoder(out)
	for {
		var r request
		if err := requests.Decode(&r); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		ns, err := r.measure()
		if err != nil {
			return err
		}
		if err := answers.Encode(map[string]float64{"nanoseconds": ns}); err != nil {
			return err
		}
	}
}

func (r *request) measure() (float64, error) {
	contract, bodies, err := r.calls()
	if err != nil {
		return 0, err
	}
	least, turns := math.Inf(1), 1
	for done := 0; done < max(r.Samples, 1); {
		start := time.Now()
		for range turns {
			for _, input := range bodies {
				contract.RequiredGas(input)
				// A call that fails takes time too.
				_, _ = contract.Run(input)
			}
		}
		if elapsed := time.Since(start); elapsed >= sampleTime {
			least = min(least, float64(elapsed.Nanoseconds())/float64(turns*len(bodies)))
			done++
		} else {
			turns *= 2
		}
	}
	return least, nil
}

func (r *request) calls() (vm.PrecompiledContract, [][]byte, error) {
	ops := map[string]ntt.Op{"fw": ntt.Forward, "inv": ntt.Inverse, "mul": ntt.Mul, "add": ntt.Add}
	if op, known := ops[r.Op]; known && len(r.Inputs) > 0 {
		bodies := make([][]byte, len(r.Inputs))
		for i, digits := range r.Inputs {
			input, err := hex.DecodeString(digits)
			if err != nil {
				return nil, nil, err
			}
			bodies[i] = input
		}
		base := uint64(precompile.DefaultBase)
		return precompile.Contracts(base)[precompile.Addresses(base)[op]], bodies, nil
	}
	if r.Op != "ecrecover" {
		return nil, nil, fmt.Errorf("unknown operation %q, or one without inputs", r.Op)
	}
	contracts := vm.ActivePrecompiledContracts(params.Rules{IsPrague: true})
	return contracts[common.BytesToAddress([]byte{1})], [][]byte{inputs.Ecrecover()}, nil
}
