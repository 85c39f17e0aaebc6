package precompile

import (
	"fmt"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/ethereum/go-ethereum/params"
	"github.com/papilio-ntt/papilio/go/internal/inputs"
	"github.com/papilio-ntt/papilio/go/ntt"
)

// BenchmarkPrecompiles has every operation of the registered sets, and ecrecover
// at both ends of the run: the gas of one in time of the other is what prices are about.
func BenchmarkPrecompiles(b *testing.B) {
	benchmarkEcrecover(b, "ECRECOVER/first")
	sets := []struct {
		name  string
		n     uint32
		q     uint64
		width int
	}{{"Falcon-512", 512, 12289, 2}, {"Falcon-1024", 1024, 12289, 2}, {"ML-DSA", 256, 8380417, 4}}
	for _, set := range sets {
		for _, op := range ntt.Ops {
			vectors := 1
			if op >= ntt.Mul {
				vectors = 2
			}
			benchmark(b, fmt.Sprintf("%s/%s/%s", op, set.name, Backend), Contract{op}, input(set.n, set.q, set.width, vectors))
		}
	}
	benchmarkEcrecover(b, "ECRECOVER/last")
}

func benchmarkEcrecover(b *testing.B, name string) {
	contracts := vm.ActivePrecompiledContracts(params.Rules{IsPrague: true})
	benchmark(b, name, contracts[common.BytesToAddress([]byte{1})], inputs.Ecrecover())
}

func benchmark(b *testing.B, name string, contract vm.PrecompiledContract, in []byte) {
	b.Run(name, func(b *testing.B) {
		b.ReportAllocs()
		gas := contract.RequiredGas(in)
		for b.Loop() {
			if _, err := contract.Run(in); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(gas), "gas")
		b.ReportMetric(float64(gas)*1e3*float64(b.N)/float64(b.Elapsed().Nanoseconds()), "Mgas/s")
	})
}
