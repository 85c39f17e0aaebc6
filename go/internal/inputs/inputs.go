// Package inputs makes random inputs of the precompiles for tests, valid ones and
// ones with every kind of defect.
package inputs

import (
	"encoding/binary"
	"math/big"
	"math/rand/v2"
)

// Source is a stream of inputs.
type Source struct {
	rng           *rand.Rand
	real, complex []field
}

// New has a seed: the same one gives the same inputs.
func New(seed uint64) *Source {
	rng := rand.New(rand.NewPCG(seed, 0x7885))
	return &Source{rng: rng, real: realFields(rng), complex: complexFields()}
}

// shape is what a header needs to say.
type shape struct {
	short bool
	kind  int
	log   int // of n
	q     *big.Int
	root  element
	width int
}

// Next is an operation, as its number from 0 to 3, and an input for it. About half are valid.
func (s *Source) Next() (op uint8, in []byte) {
	op = uint8(s.rng.IntN(4))
	if s.rng.IntN(64) == 0 {
		return op, s.bytes(s.rng.IntN(200))
	}
	in = s.valid(op)
	if s.rng.IntN(2) == 0 {
		in = s.damage(in)
	}
	return op, in
}

func (s *Source) valid(op uint8) []byte {
	var p shape
	switch s.rng.IntN(8) {
	case 0:
		p = s.registered()
	case 1, 2:
		p = s.prime()
	case 3:
		p = s.composite()
	case 4:
		p = s.gaussian()
	default:
		p = s.extended()
	}
	return s.input(op, &p)
}

func (s *Source) input(op uint8, p *shape) []byte {
	in := p.header()
	vectors := 1 + int(op/2)
	for range vectors << p.log {
		in = append(in, s.residue(p.q).FillBytes(make([]byte, p.width))...)
	}
	return in
}

// Largest are valid inputs of the largest degree that their field has, of each kind.
func (s *Source) Largest(op uint8) [][]byte {
	var list [][]byte
	add := func(f *field, p shape) {
		p.q, p.width = f.q, widthOf(f.q)
		most := map[int]int{2: 16, 4: 16, 8: 16, 16: 14, 32: 13}[p.width]
		orders := map[int]int{0: f.log - 1, 1: f.log, 2: f.log, 3: f.log - 1}
		p.log = min(most, orders[p.kind])
		if !p.short {
			p.root = f.rootOf(p.log+f.log-orders[p.kind], p.kind == 3)
		}
		list = append(list, s.input(op, &p))
	}
	for i := range known {
		f := &s.real[i]
		if f.log < 5 {
			continue
		}
		if f.q.BitLen() <= 64 {
			add(f, shape{short: true})
		}
		for kind := range 3 {
			add(f, shape{kind: kind})
		}
	}
	for i := range s.complex {
		add(&s.complex[i], shape{kind: 3})
	}
	return list
}

// logDegree is small most of the time, so that many inputs can be tried.
func (s *Source) logDegree(largest int) int {
	if s.rng.IntN(16) > 0 {
		largest = min(largest, 5)
	}
	return 1 + s.rng.IntN(max(1, min(largest, 10)))
}

func (s *Source) registered() shape {
	p := []shape{
		{log: 9, q: big.NewInt(12289), width: 2},
		{log: 10, q: big.NewInt(12289), width: 2},
		{log: 8, q: big.NewInt(8380417), width: 4},
	}[s.rng.IntN(3)]
	p.short = true
	if s.rng.IntN(8) == 0 {
		p.width = 8
	}
	return p
}

// prime is form S; a modulus that has no roots of the degree is left in at times.
func (s *Source) prime() shape {
	f := s.field(64)
	p := shape{short: true, log: s.logDegree(f.log), q: f.q, width: widthOf(f.q)}
	if p.log >= f.log && s.rng.IntN(8) > 0 {
		p.log = max(1, f.log-1)
	}
	switch s.rng.IntN(16) {
	case 0, 1, 2:
		p.width = 8
	case 3: // 1 mod 2n, and hardly ever prime
		p.q = new(big.Int).SetUint64(s.rng.Uint64()>>s.rng.IntN(40)>>(p.log+1)<<(p.log+1) | 1)
		p.width = widthOf(p.q)
	}
	return p
}

func (s *Source) field(bits int) *field {
	for {
		f := &s.real[s.rng.IntN(len(s.real))]
		if f.q.BitLen() <= bits && f.log > 0 {
			return f
		}
	}
}

// extended is kinds 0 to 2 over a field.
func (s *Source) extended() shape {
	f := s.field(256)
	p := shape{kind: s.rng.IntN(3), q: f.q, width: widthOf(f.q)}
	order := s.logDegree(f.log)
	p.root, p.log = f.rootOf(order, false), order
	if p.kind == 0 && order > 1 {
		p.log = order - 1
	}
	return p
}

// composite moduli x^n + 1, for even x, have x for a root.
func (s *Source) composite() shape {
	p := shape{log: s.logDegree(6)}
	n := 1 << p.log
	x := new(big.Int).SetUint64(s.rng.Uint64() | 1<<63)
	bits := max(2, 1+s.rng.IntN(256/n))
	if excess := x.BitLen() - bits; excess > 0 {
		x.Rsh(x, uint(excess))
	}
	x.SetBit(x, 0, 0)
	p.root = element{x, new(big.Int)}
	p.q = new(big.Int).Exp(x, big.NewInt(int64(n)), nil)
	p.q.Add(p.q, big.NewInt(1))
	if p.kind = s.rng.IntN(3); p.kind > 0 && p.log < 13 {
		p.log++
	}
	p.width = widthOf(p.q)
	return p
}

func (s *Source) gaussian() shape {
	f := &s.complex[s.rng.IntN(len(s.complex))]
	p := shape{kind: 3, q: f.q, width: widthOf(f.q)}
	p.log = s.logDegree(f.log - 1)
	p.root = f.rootOf(p.log+1, true)
	return p
}

// residue is 0 or q-1 often: there carries and borrows are lost.
func (s *Source) residue(q *big.Int) *big.Int {
	switch s.rng.IntN(8) {
	case 0:
		return new(big.Int)
	case 1:
		return new(big.Int).Sub(q, big.NewInt(1))
	}
	x := new(big.Int).SetBytes(s.bytes(q.BitLen()/8 + 2))
	return x.Mod(x, q)
}

func (s *Source) bytes(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(s.rng.Uint32())
	}
	if n > 0 && s.rng.IntN(2) == 0 {
		b[0] &= 1
	}
	return b
}

func widthOf(q *big.Int) int {
	width := 2
	for 8*width < q.BitLen() {
		width *= 2
	}
	return width
}

func (p *shape) header() []byte {
	if p.short {
		h := binary.BigEndian.AppendUint32(nil, 1<<p.log)
		return binary.BigEndian.AppendUint64(h, p.q.Uint64())
	}
	h := []byte{1, byte(p.kind), byte(p.log), byte(p.width)}
	numbers := []*big.Int{p.q, p.root.re, p.root.im}
	if p.kind != 3 {
		numbers = numbers[:2]
	}
	for _, x := range numbers {
		h = append(h, x.FillBytes(make([]byte, p.width))...)
	}
	return h
}

// damage is a truncation, bytes too many, a changed byte of the header or of all, or a run of ones
// or zeros.
func (s *Source) damage(in []byte) []byte {
	header := min(len(in), 16)
	switch s.rng.IntN(6) {
	case 0:
		return in[:s.rng.IntN(len(in)+1)]
	case 1:
		return append(in, s.bytes(1+s.rng.IntN(16))...)
	case 2:
		in[s.rng.IntN(header)] ^= 1 << s.rng.IntN(8)
	case 3:
		in[s.rng.IntN(header)] = byte(s.rng.Uint32())
	case 4:
		in[s.rng.IntN(len(in))] ^= 1 << s.rng.IntN(8)
	default:
		at := s.rng.IntN(len(in))
		if s.rng.IntN(2) == 0 {
			at = s.rng.IntN(header)
		}
		with := byte(-s.rng.IntN(2))
		for i := at; i < min(at+32, len(in)); i++ {
			in[i] = with
		}
	}
	return in
}
