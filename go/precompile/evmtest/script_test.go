package evmtest

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"github.com/papilio/papilio/go/precompile"
)

// scriptVariable names a file of transactions with what revm made of them, as `papilio evm script` writes it.
const scriptVariable = "PAPILIO_EVM_SCRIPT"

type script struct {
	Request
	// Expected are revm's results of the calls, with the precompiles and without them.
	Expected struct {
		With    []Result `json:"with"`
		Without []Result `json:"without"`
	} `json:"expected"`
}

// TestScript runs the transactions that revm ran: status, output and gas are the same.
func TestScript(t *testing.T) {
	path := os.Getenv(scriptVariable)
	if path == "" {
		t.Skip(scriptVariable + " names no file")
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var s script
	if err := json.Unmarshal(text, &s); err != nil {
		t.Fatal(err)
	}
	if len(s.Calls) == 0 {
		t.Fatal("no transactions")
	}
	with, without := prague(t), prague(t)
	with.Install(precompile.DefaultBase)
	agree(t, "with the precompiles", with, &s.Request, s.Expected.With)
	agree(t, "without them", without, &s.Request, s.Expected.Without)
}

func prague(t *testing.T) *Chain {
	chain, err := NewChain("prague")
	if err != nil {
		t.Fatal(err)
	}
	return chain
}

func agree(t *testing.T, chain string, c *Chain, request *Request, expected []Result) {
	found, err := c.Run(request)
	if err != nil {
		t.Fatal(err)
	}
	if len(found) != len(expected) {
		t.Fatalf("%s: %d calls, and revm's results are %d", chain, len(found), len(expected))
	}
	for i, result := range found {
		if want := expected[i]; result.Status != want.Status || !bytes.Equal(result.Output, want.Output) || result.Gas != want.Gas {
			t.Errorf("%s: call %d is %v here, %v in revm", chain, i, result, want)
		}
	}
}
