// Package precompile puts the precompiles of EIP-7885 into go-ethereum's EVM,
// through the extension points that it has: no fork of it is needed.
//
// The build tag papilio_native chooses the Rust core instead of the Go one. Both
// have the same outputs, errors and gas.
package precompile

import (
	"encoding/binary"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/ethereum/go-ethereum/params"
	"github.com/papilio-ntt/papilio/go/ntt"
)

// DefaultBase is the address of the first precompile that published contracts
// use. Other proposals claim some of the four too, so a chain may choose another.
const DefaultBase = 0x12

// Contract is one of the four, for go-ethereum.
type Contract struct{ op ntt.Op }

var _ vm.PrecompiledContract = Contract{}

// RequiredGas depends on header and length alone. The EVM charges it before Run,
// and takes all gas of the call when Run fails.
func (c Contract) RequiredGas(input []byte) uint64 { return gas(c.op, input) }

// Run computes.
func (c Contract) Run(input []byte) ([]byte, error) { return run(c.op, input) }

// Name is that of EIP-7885.
func (c Contract) Name() string { return c.op.String() }

// Contracts is the four at base and the three addresses after it.
func Contracts(base uint64) vm.PrecompiledContracts {
	contracts := make(vm.PrecompiledContracts, len(ntt.Ops))
	for _, op := range ntt.Ops {
		contracts[address(base, op)] = Contract{op}
	}
	return contracts
}

// Addresses lists them in their order.
func Addresses(base uint64) []common.Address {
	list := make([]common.Address, 0, len(ntt.Ops))
	for _, op := range ntt.Ops {
		list = append(list, address(base, op))
	}
	return list
}

func address(base uint64, op ntt.Op) common.Address {
	return common.BytesToAddress(binary.BigEndian.AppendUint64(nil, base+uint64(op)))
}

// Active is the precompiles of a fork and the four.
func Active(rules params.Rules, base uint64) vm.PrecompiledContracts {
	contracts := vm.ActivePrecompiledContracts(rules)
	for a, c := range Contracts(base) {
		contracts[a] = c
	}
	return contracts
}

// Install gives an EVM the four besides those of its fork.
//
// A transaction must also find their addresses warm, or the first call of each
// costs 2600 gas: pass the EVM a state made by WarmState, or the list of
// WarmAddresses to StateDB.Prepare.
func Install(evm *vm.EVM, base uint64) {
	block := evm.Context
	rules := evm.ChainConfig().Rules(block.BlockNumber, block.Random != nil, block.Time)
	evm.SetPrecompiles(Active(rules, base))
}

// WarmAddresses is what StateDB.Prepare takes: the precompiles of a fork and the four.
func WarmAddresses(rules params.Rules, base uint64) []common.Address {
	active := vm.ActivePrecompiles(rules)
	return append(active[:len(active):len(active)], Addresses(base)...)
}

// WarmState makes the four warm in each transaction, as EIP-2929 wants of
// precompiles. The state transition of go-ethereum passes Prepare the fork's own
// list, whatever the EVM has installed.
func WarmState(state vm.StateDB, base uint64) vm.StateDB {
	return &warmState{StateDB: state, added: Addresses(base)}
}
