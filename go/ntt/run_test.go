package ntt

import (
	"bytes"
	"errors"
	"math/big"
	"math/rand/v2"
	"testing"
)

func smallestRootOracle(o *oracle) {
	minusOne := new(big.Int).Sub(o.q, bigint(1))
	best := new(big.Int).Set(o.q)
	square := o.mul(o.root, o.root)
	x := o.root
	for range 2 * o.n {
		if o.pow(x, o.n).re.Cmp(minusOne) == 0 && x.re.Cmp(best) < 0 {
			best.Set(x.re)
		}
		x = o.mul(x, square)
	}
	o.root.re = best
}

func mustRun(t *testing.T, op Op, in []byte) []byte {
	t.Helper()
	out, err := Run(op, in)
	if err != nil {
		t.Fatalf("%v: %v", op, err)
	}
	return out
}

func TestAgainstOracle(t *testing.T) {
	for _, s := range samples {
		t.Run(s.name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(1, 2))
			o := s.oracle()
			if s.short && s.root[0] == "" {
				smallestRootOracle(o)
			}
			head := s.header(o)
			head = head[:len(head):len(head)]
			for range 3 {
				a, b := o.randomVector(rng), o.randomVector(rng)
				one := appendVector(head, a, s.width)
				two := appendVector(one, b, s.width)
				want := func(op Op, v []*big.Int, got []byte) {
					t.Helper()
					if !bytes.Equal(got, appendVector(nil, v, s.width)) {
						t.Fatalf("%v differs from the oracle", op)
					}
				}
				transformed := mustRun(t, Forward, one)
				want(Forward, o.forward(a), transformed)
				want(Inverse, a, mustRun(t, Inverse, append(head, transformed...)))
				want(Mul, o.product(a, b), mustRun(t, Mul, two))
				want(Add, o.sum(a, b), mustRun(t, Add, two))
			}
		})
	}
}

// A product in the ring is what the four are for.
func TestConvolution(t *testing.T) {
	for _, s := range samples {
		if s.n > 64 {
			continue
		}
		t.Run(s.name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(3, 4))
			o := s.oracle()
			head := s.header(o)
			head = head[:len(head):len(head)]
			a, b := o.randomVector(rng), o.randomVector(rng)
			x := mustRun(t, Forward, appendVector(head, a, s.width))
			y := mustRun(t, Forward, appendVector(head, b, s.width))
			z := mustRun(t, Mul, append(append(head, x...), y...))
			got := mustRun(t, Inverse, append(head, z...))
			if !bytes.Equal(got, appendVector(nil, o.ringProduct(a, b), s.width)) {
				t.Fatal("not the product of the polynomials")
			}
		})
	}
}

func ruleOf(t *testing.T, err error) (rule Rule) {
	t.Helper()
	if err != nil && !errors.As(err, &rule) {
		t.Fatalf("not a Rule: %v", err)
	}
	return rule
}

// Every truncation and every extension fails, and so does every residue that is not canonical.
func TestTruncationsAndCorruptions(t *testing.T) {
	for _, s := range samples {
		if s.n > 256 {
			continue
		}
		t.Run(s.name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(5, 6))
			o := s.oracle()
			head := s.header(o)
			for _, op := range Ops {
				in := bytes.Clone(head)
				for range op.vectors() {
					in = appendVector(in, o.randomVector(rng), s.width)
				}
				step := max(1, len(in)/97)
				for cut := 0; cut < len(in); cut += step {
					if h, err := parse(in[:cut]); err == nil && h.elementWidth(op, cut) != 0 {
						continue // an input with narrower elements
					}
					if _, err := Run(op, in[:cut]); err == nil {
						t.Fatalf("%v: accepted %d of %d bytes", op, cut, len(in))
					}
				}
				if _, err := Run(op, append(bytes.Clone(in), 0)); ruleOf(t, err) != Length {
					t.Fatalf("%v: accepted a byte too many", op)
				}
				at := rng.IntN(op.vectors() * s.n)
				bad := bytes.Clone(in)
				o.q.FillBytes(bad[len(head)+at*s.width:][:s.width])
				if _, err := Run(op, bad); ruleOf(t, err) != Coefficient {
					t.Fatalf("%v: accepted q at %d: %v", op, at, err)
				}
			}
		})
	}
}

// Prices beyond the published vectors: every width class, both forms, and the
// largest degree, worked out by hand.
func TestGas(t *testing.T) {
	cases := []struct {
		sample sample
		want   [len(Ops)]uint64
	}{
		{short(512, "12289", 8, "49"), [...]uint64{790, 790, 164, 154}},
		{short(512, "7681", 2, ""), [...]uint64{1890, 1890, 184, 174}},
		{short(1024, goldilocks, 8, ""), [...]uint64{6856, 6856, 635, 430}},
		{short(1<<16, goldilocks, 8, ""), [...]uint64{622792, 622792, 39342, 26235}},
		{extended(negacyclic, 512, "12289", 2, "49"), [...]uint64{1583, 1583, 184, 174}},
		{extended(incomplete, 256, "3329", 2, "17"), [...]uint64{840, 840, 204, 97}},
		{extended(gaussian, 16, "170141183460469231731687303715884105727", 16), [...]uint64{279, 279, 100, 30}},
		{extended(negacyclic, 256, stark, 32), [...]uint64{4296, 4296, 1212, 276}},
	}
	for _, c := range cases {
		o := &oracle{kind: c.sample.kind, n: c.sample.n, root: gaussInt{bigint(1), bigint(0)}}
		o.q, _ = new(big.Int).SetString(c.sample.q, 10)
		for _, op := range Ops {
			in := append(c.sample.header(o), make([]byte, op.vectors()*c.sample.n*c.sample.width)...)
			if gas := Gas(op, in); gas != c.want[op] {
				t.Errorf("%s, %v: gas %d, want %d", c.sample.name, op, gas, c.want[op])
			}
			if gas := Gas(op, in[:len(in)-1]); gas != 200 {
				t.Errorf("%s, %v, a byte short: gas %d, want 200", c.sample.name, op, gas)
			}
		}
	}
}
