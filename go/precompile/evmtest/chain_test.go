package evmtest

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/papilio-ntt/papilio/go/precompile"
)

// forwarder calls the address in the first byte of its calldata with the rest, and passes on what
// comes back.
const forwarder = "600136038060016000376000600091600060003560f81c5afa3d600060003e156027573d6000f35b3d6000fd"

const request = `{
	"accounts": {"0xc0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0": "` + forwarder + `"},
	"calls": [
		{"to": "0xc0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0", "data": "0x04010203"},
		{"to": "0xc0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0", "gas": 100000,
		 "data": "0x12 00000010 0000000000000061 00010002000300040005000600070008 0009000a000b000c000d000e000f0010"},
		{"to": "0xc0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0", "gas": 100000, "data": "0x12"}
	]
}`

func run(t *testing.T, fork string, install bool) []Result {
	t.Helper()
	var r Request
	compact := strings.ReplaceAll(request, " ", "")
	if err := json.Unmarshal([]byte(compact), &r); err != nil {
		t.Fatal(err)
	}
	chain, err := NewChain(fork)
	if err != nil {
		t.Fatal(err)
	}
	if install {
		chain.Install(precompile.DefaultBase)
	}
	results, err := chain.Run(&r)
	if err != nil {
		t.Fatal(err)
	}
	return results
}

func TestTransactions(t *testing.T) {
	// Under Prague rules revm 43.0.3 charges the same for the second: the floor for its calldata.
	floor := map[string]uint64{"cancun": 21838, "prague": 22020, "osaka": 22020}
	want := []struct {
		status, output string
	}{
		{"ok", "0x010203"},
		{"ok", "0x0038002b004a0045002000040038001e00280045001d004c001200160001004c"},
		{"revert", "0x"},
	}
	for _, fork := range []string{"cancun", "prague", "osaka"} {
		for i, got := range run(t, fork, true) {
			w := want[i]
			if got.Status != w.status || got.Output.String() != w.output {
				t.Errorf("%s, call %d: %+v", fork, i, got)
			}
			if i == 1 && got.Gas != floor[fork] {
				t.Errorf("%s: gas %d, want %d", fork, got.Gas, floor[fork])
			}
		}
	}
}

// Without the precompiles the address is an empty account: the call succeeds and
// returns nothing, which contracts must not take for an answer.
func TestChainWithoutPrecompiles(t *testing.T) {
	if got := run(t, "prague", false)[1]; got.Status != "ok" || len(got.Output) != 0 {
		t.Errorf("%+v", got)
	}
}

func TestUnknownFork(t *testing.T) {
	if _, err := NewChain("homestead"); err == nil {
		t.Error("accepted")
	}
}
