package ntt

import "encoding/binary"

// parameters is a registered parameter set: its prices, and its tables, prepared
// for the lazy transforms.
type parameters struct {
	n       int
	q, root uint64
	gas     [len(Ops)]uint64

	word                     *word
	forwardTree, inverseTree *tree
}

// registry holds the parameter sets of Falcon-512, Falcon-1024 and ML-DSA, with the prices of
// EIP-7885.
var registry = [...]*parameters{
	register(512, 12289, 49, 790, 790),
	register(1024, 12289, 7, 1750, 1750),
	register(256, 8380417, 1753, 220, 270),
}

func register(n int, q, root, forward, inverse uint64) *parameters {
	w := newWord(q)
	r := ring[uint64](w)
	s := shape{leaves: n, logStep: 1}
	var f uint64
	r.toFactor(&f, &root)
	p := &parameters{
		n: n, q: q, root: root, word: w,
		gas:         [...]uint64{forward, inverse, hundredths(uint64(n) * 32), hundredths(uint64(n) * 30)},
		forwardTree: &tree{w: w, factors: table(r, s, f), scale: w.unit},
		inverseTree: &tree{w: w, factors: table(r, s, inverseRoot(r, s, f)), scale: inverseCount(r, n)},
	}
	p.forwardTree.prepare()
	p.inverseTree.prepare()
	return p
}

// parameters finds the registered set of a header of form S, or nil.
func (h *header) parameters() *parameters {
	if !h.short {
		return nil
	}
	q := binary.BigEndian.Uint64(h.q)
	for _, p := range registry {
		if p.n == h.n && p.q == q {
			return p
		}
	}
	return nil
}

// transform computes on the stack, in space of the size needed, since clearing it
// takes time too; the output is the only allocation.
func (p *parameters) transform(op Op, body []byte, width int) ([]byte, error) {
	switch p.n {
	case 256:
		return p.transformIn(new([256]uint64)[:], op, body, width)
	case 512:
		return p.transformIn(new([512]uint64)[:], op, body, width)
	}
	return p.transformIn(new([1024]uint64)[:], op, body, width)
}

func (p *parameters) transformIn(x []uint64, op Op, body []byte, width int) ([]byte, error) {
	if i := p.word.decode(x, body, width); i >= 0 {
		return nil, coefficientFailure(i)
	}
	out := make([]byte, p.n*width)
	switch {
	case op == Inverse:
		p.inverseTree.inverse(x)
	case width <= 4:
		p.forwardTree.forward(out, x, width)
		return out, nil
	default:
		p.forwardTree.forward(nil, x, 0)
	}
	p.word.encode(out, x, width)
	return out, nil
}
