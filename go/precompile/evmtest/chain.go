// Package evmtest runs transactions in go-ethereum's EVM, for tests of contracts.
package evmtest

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/tracing"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/ethereum/go-ethereum/params"
	"github.com/holiman/uint256"
	"github.com/papilio-ntt/papilio/go/precompile"
)

// Code is bytes written in hexadecimal, with or without 0x.
type Code []byte

// UnmarshalJSON reads them.
func (c *Code) UnmarshalJSON(b []byte) error {
	var text string
	if err := json.Unmarshal(b, &text); err != nil {
		return err
	}
	if len(text) < 2 || text[:2] != "0x" {
		text = "0x" + text
	}
	bytes, err := hexutil.Decode(text)
	*c = bytes
	return err
}

// Request is accounts with code and the transactions to send them.
type Request struct {
	Accounts map[common.Address]Code `json:"accounts"`
	Calls    []Call                  `json:"calls"`
}

// Call is a transaction.
type Call struct {
	To   common.Address `json:"to"`
	Data Code           `json:"data"`
	Gas  uint64         `json:"gas"` // 0 for as much as it takes
}

// Result is its outcome: status is ok, revert or the error of the EVM.
type Result struct {
	Status string        `json:"status"`
	Output hexutil.Bytes `json:"output"`
	Gas    uint64        `json:"gas"`
}

// Chain is the rules that transactions run by.
type Chain struct {
	config params.ChainConfig
	base   *uint64
}

// NewChain has the rules of a fork: cancun, prague or osaka.
func NewChain(fork string) (*Chain, error) {
	c := &Chain{config: *params.MergedTestChainConfig}
	switch fork {
	case "cancun":
		c.config.PragueTime, c.config.OsakaTime = nil, nil
	case "prague":
		c.config.OsakaTime = nil
	case "osaka":
	default:
		return nil, fmt.Errorf("unknown fork %q", fork)
	}
	return c, nil
}

// Install adds the precompiles of EIP-7885.
func (c *Chain) Install(base uint64) { c.base = &base }

// Run sends each call to the same initial state.
func (c *Chain) Run(r *Request) ([]Result, error) {
	results := make([]Result, 0, len(r.Calls))
	for i := range r.Calls {
		result, err := c.call(r.Accounts, &r.Calls[i])
		if err != nil {
			return nil, fmt.Errorf("call %d: %w", i, err)
		}
		results = append(results, result)
	}
	return results, nil
}

var sender = common.HexToAddress("0x0101010101010101010101010101010101010101")

// enough gas for every call, and less than overflows anything.
const enough = 1 << 40

func (c *Chain) call(accounts map[common.Address]Code, call *Call) (Result, error) {
	db, err := c.newState(accounts)
	if err != nil {
		return Result{}, err
	}
	gas := call.Gas
	if gas == 0 {
		gas = enough
	}
	message := &core.Message{
		To: &call.To, From: sender, Value: new(uint256.Int), GasLimit: gas, Data: call.Data,
		GasPrice: new(uint256.Int), GasFeeCap: new(uint256.Int), GasTipCap: new(uint256.Int), BlobGasFeeCap: new(uint256.Int),
	}
	result, err := core.ApplyMessage(c.evm(db), message.SkipNonceCheck().SkipGasLimitCapCheck(), core.NewGasPool(math.MaxUint64))
	if err != nil {
		return Result{}, err
	}
	return Result{Status: status(result.Err), Output: result.ReturnData, Gas: result.UsedGas}, nil
}

func (c *Chain) newState(accounts map[common.Address]Code) (*state.StateDB, error) {
	db, err := state.New(types.EmptyRootHash, state.NewDatabaseForTesting())
	if err != nil {
		return nil, err
	}
	for address, code := range accounts {
		db.SetCode(address, code, tracing.CodeChangeUnspecified)
	}
	db.Finalise(c.config.Rules(new(big.Int), true, 0))
	return db, nil
}

func (c *Chain) evm(db vm.StateDB) *vm.EVM {
	block := vm.BlockContext{
		CanTransfer: core.CanTransfer,
		Transfer:    core.Transfer,
		GetHash:     func(uint64) common.Hash { return common.Hash{} },
		GasLimit:    math.MaxUint64,
		BlockNumber: new(big.Int),
		Difficulty:  new(big.Int),
		BaseFee:     new(big.Int),
		BlobBaseFee: new(big.Int),
		Random:      &common.Hash{},
	}
	if c.base == nil {
		return vm.NewEVM(block, db, &c.config, vm.Config{NoBaseFee: true})
	}
	evm := vm.NewEVM(block, precompile.WarmState(db, *c.base), &c.config, vm.Config{NoBaseFee: true})
	precompile.Install(evm, *c.base)
	return evm
}

func status(err error) string {
	switch err {
	case nil:
		return "ok"
	case vm.ErrExecutionReverted:
		return "revert"
	}
	return err.Error()
}
