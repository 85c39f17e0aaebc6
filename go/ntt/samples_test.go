package ntt

import (
	"encoding/binary"
	"fmt"
	"math/big"
	"math/rand/v2"
)

// sample is a set of parameters that the tests run on.
type sample struct {
	name  string
	kind  kind
	short bool
	n     int
	q     string
	root  [2]string
	width int
}

const (
	goldilocks = "18446744069414584321"
	stark      = "3618502788666131213697322783095070105623107215331596699973092056135872020481"
	bn254      = "21888242871839275222246405745257275088548364400416034343698204186575808495617"
)

// root raises a generator-like element until it has the order wanted, by a search over bases.
func findRoot(o *oracle, power int, target gaussInt) gaussInt {
	order := new(big.Int).Sub(o.q, bigint(1))
	if o.kind == gaussian {
		order.Mul(order, new(big.Int).Add(o.q, bigint(1)))
	}
	odd := new(big.Int).Set(order)
	for odd.Bit(0) == 0 {
		odd.Rsh(odd, 1)
	}
	for c := int64(2); ; c++ {
		x := gaussInt{bigint(c), bigint(0)}
		if o.kind == gaussian {
			x.im = bigint(1)
		}
		x = o.powBig(x, odd)
		for range order.BitLen() {
			y := o.pow(x, power)
			if y.re.Cmp(target.re) == 0 && y.im.Cmp(target.im) == 0 {
				return x
			}
			x = o.mul(x, x)
		}
	}
}

func (o *oracle) powBig(a gaussInt, e *big.Int) gaussInt {
	r := gaussInt{bigint(1), bigint(0)}
	for i := e.BitLen() - 1; i >= 0; i-- {
		r = o.mul(r, r)
		if e.Bit(i) == 1 {
			r = o.mul(r, a)
		}
	}
	return r
}

func (s *sample) oracle() *oracle {
	o := &oracle{kind: s.kind, n: s.n, w: s.width}
	o.q, _ = new(big.Int).SetString(s.q, 10)
	o.root = gaussInt{bigint(0), bigint(0)}
	if s.root[0] != "" {
		o.root.re, _ = new(big.Int).SetString(s.root[0], 10)
		if s.root[1] != "" {
			o.root.im, _ = new(big.Int).SetString(s.root[1], 10)
		}
		return o
	}
	power, target := s.n, gaussInt{new(big.Int).Sub(o.q, bigint(1)), bigint(0)}
	switch s.kind {
	case cyclic, incomplete:
		power = s.n / 2
	case gaussian:
		power, target = s.n/2, gaussInt{bigint(0), bigint(1)}
	}
	o.root = findRoot(o, power, target)
	return o
}

func (s *sample) header(o *oracle) []byte {
	if s.short {
		h := binary.BigEndian.AppendUint32(nil, uint32(s.n))
		return binary.BigEndian.AppendUint64(h, o.q.Uint64())
	}
	log := big.NewInt(int64(s.n)).BitLen() - 1
	h := []byte{1, byte(s.kind), byte(log), byte(s.width)}
	h = append(h, o.q.FillBytes(make([]byte, s.width))...)
	h = append(h, o.root.re.FillBytes(make([]byte, s.width))...)
	if s.kind == gaussian {
		h = append(h, o.root.im.FillBytes(make([]byte, s.width))...)
	}
	return h
}

func appendVector(b []byte, v []*big.Int, width int) []byte {
	for _, x := range v {
		b = append(b, x.FillBytes(make([]byte, width))...)
	}
	return b
}

// randomVector has the extremes often: 0 and q-1 are where carries are lost.
func (o *oracle) randomVector(rng *rand.Rand) []*big.Int {
	v := make([]*big.Int, o.n)
	for i := range v {
		switch rng.IntN(8) {
		case 0:
			v[i] = bigint(0)
		case 1:
			v[i] = new(big.Int).Sub(o.q, bigint(1))
		default:
			var b [40]byte
			for k := range b {
				b[k] = byte(rng.Uint32())
			}
			v[i] = o.mod(new(big.Int).SetBytes(b[:]))
		}
	}
	return v
}

func short(n int, q string, width int, root string) sample {
	return sample{fmt.Sprintf("S/%d/%s/w%d", n, q, width), negacyclic, true, n, q, [2]string{root}, width}
}

func extended(k kind, n int, q string, width int, root ...string) sample {
	s := sample{fmt.Sprintf("X%d/%d/%s", k, n, q), k, false, n, q, [2]string{}, width}
	copy(s.root[:], root)
	return s
}

// samples reaches every ring, kernel and width, and both sides of the thresholds.
var samples = []sample{
	short(512, "12289", 2, "49"), short(1024, "12289", 2, "7"), short(256, "8380417", 4, "1753"),
	short(512, "12289", 8, "49"), short(256, "8380417", 8, "1753"), short(128, "3329", 2, "17"),
	short(16, "97", 2, "19"), short(2, "5", 2, "2"), short(64, "2013265921", 4, ""), short(64, "2130706433", 4, ""),
	short(32, "4293918721", 4, ""), short(32, goldilocks, 8, ""), short(256, "12289", 2, ""), short(8, "17", 8, "3"),
	extended(negacyclic, 16, "97", 2, "28"), extended(negacyclic, 8, "1649", 2, ""), extended(cyclic, 16, "97", 2),
	extended(cyclic, 2, "3", 2), extended(cyclic, 4, "65", 2, "8"), extended(cyclic, 32, goldilocks, 8),
	extended(negacyclic, 64, "1073741441", 4), extended(cyclic, 32, "1073741441", 4), extended(negacyclic, 64, "1073741953", 4),
	extended(incomplete, 256, "3329", 2, "17"), extended(incomplete, 2, "5", 2), extended(incomplete, 4, "5", 2),
	extended(incomplete, 16, goldilocks, 8), extended(incomplete, 16, stark, 32),
	extended(gaussian, 2, "2147483647", 4), extended(gaussian, 4, "2147483647", 4), extended(gaussian, 32, "2147483647", 4),
	extended(gaussian, 8, "7", 2), extended(gaussian, 16, "170141183460469231731687303715884105727", 16),
	extended(negacyclic, 32, stark, 32), extended(cyclic, 16, bn254, 32), extended(negacyclic, 32, bn254, 32),
	extended(negacyclic, 16, "340282366920938463463374607431768211297", 16), extended(cyclic, 4, "18446744073709551629", 16),
	extended(incomplete, 16, "340282366920938463463374607431768211297", 16),
}
