package precompile

import (
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/ethereum/go-ethereum/params"
)

type warmState struct {
	vm.StateDB
	added []common.Address
}

func (s *warmState) Prepare(rules params.Rules, sender, coinbase common.Address, to *common.Address,
	precompiles []common.Address, accessList types.AccessList) {
	all := append(precompiles[:len(precompiles):len(precompiles)], s.added...)
	s.StateDB.Prepare(rules, sender, coinbase, to, all, accessList)
}
