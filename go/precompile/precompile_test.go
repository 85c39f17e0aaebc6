package precompile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/tracing"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/ethereum/go-ethereum/params"
	"github.com/holiman/uint256"
	"github.com/papilio-ntt/papilio/go/ntt"
)

// input is the header of a parameter set and vectors 1, 2, 3…
func input(n uint32, q uint64, width, vectors int) []byte {
	in := binary.BigEndian.AppendUint32(nil, n)
	in = binary.BigEndian.AppendUint64(in, q)
	for range vectors {
		for i := range n {
			var b [8]byte
			binary.BigEndian.PutUint64(b[:], uint64(i+1))
			in = append(in, b[8-width:]...)
		}
	}
	return in
}

func newEVM(t *testing.T) (*vm.EVM, params.Rules) {
	t.Helper()
	db, err := state.New(types.EmptyRootHash, state.NewDatabaseForTesting())
	if err != nil {
		t.Fatal(err)
	}
	block := vm.BlockContext{
		CanTransfer: func(vm.StateDB, common.Address, *uint256.Int) bool { return true },
		Transfer: func(vm.StateDB, common.Address, common.Address, *uint256.Int, *params.Rules) {
		},
		BlockNumber: new(big.Int), Difficulty: new(big.Int), BaseFee: new(big.Int), Random: &common.Hash{},
	}
	evm := vm.NewEVM(block, WarmState(db, DefaultBase), params.MergedTestChainConfig, vm.Config{})
	Install(evm, DefaultBase)
	return evm, evm.ChainConfig().Rules(block.BlockNumber, true, 0)
}

func TestAddresses(t *testing.T) {
	names := []string{"NTT_FW", "NTT_INV", "NTT_VECMULMOD", "NTT_VECADDMOD"}
	for i, a := range Addresses(0x100) {
		if want := common.BigToAddress(big.NewInt(int64(0x100 + i))); a != want {
			t.Errorf("%d: at %v", i, a)
		}
		if name := Contracts(0x100)[a].Name(); name != names[i] {
			t.Errorf("%d: named %s", i, name)
		}
	}
}

// The fork's own precompiles stay, and its tables are not changed.
func TestActive(t *testing.T) {
	_, rules := newEVM(t)
	fork := len(vm.ActivePrecompiledContracts(rules))
	if got := len(Active(rules, DefaultBase)); got != fork+4 {
		t.Errorf("%d precompiles and four are %d", fork, got)
	}
	if got := len(WarmAddresses(rules, DefaultBase)); got != fork+4 {
		t.Errorf("%d addresses, want %d", got, fork+4)
	}
	if again := len(vm.ActivePrecompiledContracts(rules)); again != fork {
		t.Error("the fork's map has grown")
	}
}

func TestCall(t *testing.T) {
	evm, rules := newEVM(t)
	cases := []struct {
		op      ntt.Op
		n       uint32
		q       uint64
		width   int
		gas     uint64
		startOf []byte
	}{
		{ntt.Forward, 512, 12289, 2, 790, []byte{0x0f, 0xeb, 0x07, 0x60, 0x08, 0x36, 0x04, 0xd3}},
		{ntt.Inverse, 512, 12289, 2, 790, []byte{0x19, 0x01, 0x08, 0xa5}},
		{ntt.Forward, 1024, 12289, 2, 1750, []byte{0x0c, 0xab, 0x2f, 0x01}},
		{ntt.Forward, 256, 8380417, 4, 220, nil},
		{ntt.Inverse, 256, 8380417, 4, 270, nil},
		{ntt.Mul, 512, 12289, 2, 164, []byte{0, 1, 0, 4, 0, 9, 0, 16}},
		{ntt.Add, 256, 8380417, 4, 77, []byte{0, 0, 0, 2, 0, 0, 0, 4}},
	}
	evm.StateDB.Prepare(rules, common.Address{1}, common.Address{}, nil, vm.ActivePrecompiles(rules), nil)
	for _, c := range cases {
		vectors := 1
		if c.op >= ntt.Mul {
			vectors = 2
		}
		in := input(c.n, c.q, c.width, vectors)
		const given = 10_000
		out, left, err := evm.Call(common.Address{1}, address(DefaultBase, c.op), in, vm.NewGasBudget(given, 0), new(uint256.Int))
		if err != nil {
			t.Fatalf("%v: %v", c.op, err)
		}
		if used := given - left.ExecutionGas; used != c.gas {
			t.Errorf("%v: gas %d, want %d", c.op, used, c.gas)
		}
		if len(out) != int(c.n)*c.width || !bytes.HasPrefix(out, c.startOf) {
			t.Errorf("%v: output of %d bytes: %x…", c.op, len(out), out[:8])
		}
	}
}

// A failed call takes all its gas and returns nothing.
func TestFailedCall(t *testing.T) {
	evm, rules := newEVM(t)
	evm.StateDB.Prepare(rules, common.Address{1}, common.Address{}, nil, vm.ActivePrecompiles(rules), nil)
	in := input(512, 12289, 2, 1)
	short, outside := in[:600], bytes.Clone(in)
	outside[12] = 0xff
	for _, c := range []struct {
		in   []byte
		gas  uint64
		want error
	}{{short, 10_000, ntt.Length}, {outside, 10_000, ntt.Coefficient}, {in, 789, vm.ErrOutOfGas}, {nil, 10_000, ntt.TooShort}} {
		out, left, err := evm.Call(common.Address{1}, address(DefaultBase, ntt.Forward), c.in, vm.NewGasBudget(c.gas, 0), new(uint256.Int))
		if !errors.Is(err, c.want) || len(out) != 0 || left.ExecutionGas != 0 {
			t.Errorf("error %v, want %v; %d bytes, gas left %d", err, c.want, len(out), left.ExecutionGas)
		}
	}
}

// A contract pays 100 gas to call a warm address; the first touch of a cold one is 2600.
func TestWarm(t *testing.T) {
	evm, rules := newEVM(t)
	db := evm.StateDB
	caller := common.Address{0xc0}
	// The difference of GAS before and after a STATICCALL of 0x15 with no input: it fails, and takes
	// the 200 gas given.
	measure := common.FromHex("5a" + "6000600060006000601560c8fa50" + "5a" + "9003" + "600052" + "60206000f3")
	db.CreateAccount(caller)
	db.SetCode(caller, measure, tracing.CodeChangeUnspecified)
	db.Prepare(rules, common.Address{1}, common.Address{}, &caller, vm.ActivePrecompiles(rules), nil)
	out, _, err := evm.Call(common.Address{1}, caller, nil, vm.NewGasBudget(100_000, 0), new(uint256.Int))
	if err != nil {
		t.Fatal(err)
	}
	// 100 for the call, 200 taken by it, 3 for each of six pushes, 2 for POP and 2 for GAS.
	if spent := new(big.Int).SetBytes(out).Uint64(); spent != 100+200+6*3+2+2 {
		t.Errorf("a call and what surrounds it took %d gas", spent)
	}
}
