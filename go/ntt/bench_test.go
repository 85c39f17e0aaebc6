package ntt

import (
	"math/rand/v2"
	"testing"
)

// BenchmarkRun is whole calls, with decoding, checks, set-up and encoding.
func BenchmarkRun(b *testing.B) {
	cases := []sample{
		short(512, "12289", 2, "49"), short(1024, "12289", 2, "7"), short(256, "8380417", 4, "1753"),
		short(128, "3329", 2, "17"), extended(incomplete, 256, "3329", 2, "17"),
		short(1024, "2013265921", 4, ""), short(1024, goldilocks, 8, ""), short(1<<16, goldilocks, 8, ""),
		extended(gaussian, 1024, "2147483647", 4), extended(gaussian, 1024, "170141183460469231731687303715884105727", 16),
		extended(negacyclic, 256, stark, 32), extended(negacyclic, 1024, stark, 32),
	}
	for _, s := range cases {
		o := s.oracle()
		for _, op := range Ops {
			in := s.header(o)
			rng := rand.New(rand.NewPCG(7, 8))
			for range op.vectors() {
				in = appendVector(in, o.randomVector(rng), s.width)
			}
			b.Run(s.name+"/"+op.String(), func(b *testing.B) {
				b.ReportAllocs()
				gas := Gas(op, in)
				for b.Loop() {
					if _, err := Run(op, in); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(gas), "gas")
				b.ReportMetric(float64(gas)*1e3*float64(b.N)/float64(b.Elapsed().Nanoseconds()), "Mgas/s")
			})
		}
	}
}
