package ntt

import "encoding/binary"

// Run computes one operation. An error wraps the Rule that the input breaks.
func Run(op Op, in []byte) ([]byte, error) {
	h, err := parse(in)
	if err != nil {
		return nil, err
	}
	set := h.parameters()
	switch {
	case set != nil || h.width <= 8 && !h.usesRoot(op):
		return h.runSimple(set, op, in)
	case op == Add:
		return h.wideSums(in)
	case op == Mul && h.width == 16 && !h.usesRoot(op):
		return h.doubleProducts(in)
	case h.kind != gaussian && h.width <= 8:
		return run(newWord(h.smallModulus()), op, &h, in)
	case h.kind != gaussian && h.width == 16:
		return run(newDouble(h.q), op, &h, in)
	case h.kind != gaussian:
		return run(newLimbs(h.q), op, &h, in)
	case h.width == 16:
		return run(doublePairs{newPairs(newDouble(h.q))}, op, &h, in)
	case h.width <= 8:
		p := newPairs(newWord(h.smallModulus()))
		if p.base.q>>63 == 0 {
			return run(shortPairs{p}, op, &h, in)
		}
		return run(p, op, &h, in)
	}
	return run(newPairs(newLimbs(h.q)), op, &h, in)
}

// runSimple is the operations that have their tables already, or need none.
func (h *header) runSimple(set *parameters, op Op, in []byte) ([]byte, error) {
	width := h.elementWidth(op, len(in))
	if width == 0 {
		return nil, h.lengthError(op, in)
	}
	body := in[h.size:]
	switch {
	case set == nil:
		return newWord(h.smallModulus()).pointwise(op, body, h.n, width)
	case op.transforms():
		return set.transform(op, body, width)
	}
	return set.word.pointwise(op, body, h.n, width)
}

// wideSums adds elements of 16 or 32 bytes where they are, those of F_q[i] as two of F_q.
func (h *header) wideSums(in []byte) ([]byte, error) {
	if h.elementWidth(Add, len(in)) == 0 {
		return nil, h.lengthError(Add, in)
	}
	out := make([]byte, h.n*h.width)
	body := in[h.size:]
	a, b := body[:len(out)], body[len(out):]
	sums := doubleSums
	if h.width == 32 {
		sums = limbsSums
	}
	if left := sums(out, a, b, h.q); left > 0 {
		return nil, h.outside(a, b, len(a)-left)
	}
	return out, nil
}

// doubleProducts multiplies elements of 16 bytes where they are.
func (h *header) doubleProducts(in []byte) ([]byte, error) {
	if h.elementWidth(Mul, len(in)) == 0 {
		return nil, h.lengthError(Mul, in)
	}
	q := readDouble(h.q)
	d := newDivisor(q)
	out := make([]byte, h.n*h.width)
	body := in[h.size:]
	a, b := body[:len(out)], body[len(out):]
	if left := d.multiply(out, a, b, q); left > 0 {
		return nil, h.outside(a, b, len(a)-left)
	}
	return out, nil
}

func (h *header) lengthError(op Op, in []byte) error {
	return lengthFailure{h.size + op.vectors()*h.n*h.width, len(in)}
}

// usesRoot tells whether the result depends on the root, which is checked then alone.
func (h *header) usesRoot(op Op) bool {
	return op.transforms() || op == Mul && h.kind >= incomplete
}

// run applies the rules from that of the root on, and computes.
func run[E comparable, R ring[E]](r R, op Op, h *header, in []byte) ([]byte, error) {
	s := h.shape()
	needsTable := op.transforms() || (op == Mul && h.kind == incomplete)
	var root E
	if h.usesRoot(op) {
		var err error
		if root, err = rootOf(r, h, s); err != nil {
			return nil, err
		}
	}
	width := h.elementWidth(op, len(in))
	if width == 0 {
		return nil, h.lengthError(op, in)
	}
	if !needsTable {
		return products(r, h, in[h.size:])
	}
	x := make([]E, op.vectors()*h.elements())
	if i := r.decode(x, in[h.size:], width); i >= 0 {
		return nil, coefficientFailure(i)
	}
	if op.transforms() && h.short {
		var err error
		if root, err = primeRoot(r, h); err != nil {
			return nil, err
		}
	}
	if op == Inverse {
		root = inverseRoot[E](r, s, root)
	}
	t := table[E](r, s, root)
	switch half := len(x) / 2; op {
	case Forward:
		r.forward(x, t)
	case Inverse:
		r.inverse(x, t, inverseCount[E](r, s.leaves))
	case Mul:
		r.pairProducts(x[:half], x[half:], t)
	}
	out := make([]byte, h.n*width)
	r.encode(out, x[:h.elements()], width)
	return out, nil
}

// products is Mul element by element, on a part of the vectors at a time that a first-level cache
// holds.
func products[E comparable, R ring[E]](r R, h *header, body []byte) ([]byte, error) {
	out := make([]byte, h.n*h.width)
	a, b := body[:len(out)], body[len(out):]
	count := min(h.elements(), piece)
	x, y := make([]E, count), make([]E, count)
	size := len(out) / h.elements()
	for at := 0; at < len(out); at += count * size {
		part := func(vector []byte) []byte { return vector[at:][:count*size] }
		if r.decode(x, part(a), h.width) >= 0 || r.decode(y, part(b), h.width) >= 0 {
			return nil, h.outside(a, b, at)
		}
		r.products(x, y)
		r.encode(part(out), x, h.width)
	}
	return out, nil
}

// rootOf is the root of form X as a factor; in form S it only tells whether there
// is one, if q is prime.
func rootOf[E comparable](r ring[E], h *header, s shape) (E, error) {
	var root E
	if h.short {
		if (binary.BigEndian.Uint64(h.q)-1)%(2*uint64(h.n)) != 0 {
			return root, Congruence
		}
		return root, nil
	}
	var one [1]E
	if r.decode(one[:], h.root, h.width) < 0 {
		r.toFactor(&root, &one[0])
		if validRoot(r, s, root) {
			return root, nil
		}
	}
	return root, Root
}

// primeRoot is the smallest root of form S.
func primeRoot[E comparable](r ring[E], h *header) (E, error) {
	w := newWord(binary.BigEndian.Uint64(h.q))
	var one [1]E
	if !w.isPrime() {
		return one[0], Primality
	}
	var b [8]byte
	binary.BigEndian.PutUint64(b[:], w.smallestRoot(uint64(h.n)))
	r.decode(one[:], b[:], 8)
	r.toFactor(&one[0], &one[0])
	return one[0], nil
}
