// Command evmcall runs transactions in go-ethereum's EVM with the precompiles of
// EIP-7885 installed, each on the same initial state:
//
//	evmcall [-fork prague] [-base 18] [-no-ntt] < request.json
//
// The request is {"accounts": {"0x…": "code"}, "calls": [{"to", "data", "gas"}]},
// in hexadecimal, gas a number; the answer one {"status", "output", "gas"} for
// each call. The gas is that of the whole transaction: intrinsic, execution, and
// the floor for calldata.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"

	"github.com/papilio-ntt/papilio/go/precompile"
	"github.com/papilio-ntt/papilio/go/precompile/evmtest"
)

func main() {
	fork := flag.String("fork", "prague", "cancun, prague or osaka")
	base := flag.Uint64("base", precompile.DefaultBase, "address of the first precompile")
	without := flag.Bool("no-ntt", false, "a chain that lacks the precompiles")
	flag.Parse()
	if err := answer(*fork, *base, *without); err != nil {
		fmt.Fprintln(os.Stderr, "evmcall:", err)
		os.Exit(1)
	}
}

func answer(fork string, base uint64, without bool) error {
	var request evmtest.Request
	if err := json.NewDecoder(os.Stdin).Decode(&request); err != nil {
		return err
	}
	chain, err := evmtest.NewChain(fork)
	if err != nil {
		return err
	}
	if !without {
		chain.Install(base)
	}
	results, err := chain.Run(&request)
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetIndent("", "  ")
	return encoder.Encode(results)
}
