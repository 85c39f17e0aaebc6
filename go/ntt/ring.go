package ntt

// ring is the arithmetic of one modulus on elements E: F_q on a word or on four,
// or pairs of these. Elements are canonical. A factor is an element times a
// constant of the representation, such that mul of an element by a factor is an
// element, and mul of two factors a factor.
type ring[E comparable] interface {
	one() E      // the factor 1
	halfTurn() E // the factor that root^(order/2), for gaussian root^(order/4), must be: -1, or i
	mul(z, x, y *E)
	add(z, x, y *E)
	sub(z, x, y *E)
	halve(z, x *E)
	toFactor(z, x *E)

	decoder[E]
	encode(dst []byte, src []E, width int)

	// scale sets dst to src times a factor; they may be the same vector.
	scale(dst, src []E, s *E)
	// forwardBlock is (low + s·high, low - s·high), inverseBlock (low + high, s·(low - high)).
	forwardBlock(low, high []E, s *E)
	inverseBlock(low, high []E, s *E)

	// forward and inverse are the transforms over a tree of len(table) leaves;
	// the table is theirs to change. inverse multiplies by a factor at the end.
	forward(x, table []E)
	inverse(x, table []E, scale E)
	products(x, y []E) // x[i] = x[i]·y[i]; y is theirs to change too
	pairProducts(x, y, table []E)
}

// decoder reads elements, whose residues have width bytes; it returns the index of the first residue
// that is not below q, or -1.
type decoder[E comparable] interface {
	decode(dst []E, src []byte, width int) int
}

// shape is how a polynomial splits, log2(leaves) times by two. Leaf i belongs to
// the power first + step·brv(i) of the root, where first is 0 for cyclic and else 1.
type shape struct {
	leaves  int
	logStep int
	squares int // root^(2^squares) must be the half turn
}

func (h *header) shape() shape {
	log := h.logDegree()
	switch h.kind {
	case cyclic:
		return shape{h.n, 0, log - 1}
	case incomplete:
		return shape{h.n / 2, 1, log - 1}
	case gaussian:
		return shape{h.n / 2, 2, log - 1}
	}
	return shape{h.n, 1, log}
}

// validRoot tells whether root is a principal root of the order the tree needs.
func validRoot[E comparable](r ring[E], s shape, root E) bool {
	for range s.squares {
		r.mul(&root, &root, &root)
	}
	return root == r.halfTurn()
}

// inverseRoot is root^(order-1), by an exponent of ones alone.
func inverseRoot[E comparable](r ring[E], s shape, root E) E {
	inverse := r.one()
	for order := s.leaves << s.logStep; order > 1; order /= 2 {
		r.mul(&inverse, &inverse, &inverse)
		r.mul(&inverse, &inverse, &root)
	}
	return inverse
}

// table has at m+i the twiddle c of node i of the level of m nodes, which splits
// Y^2t - c^2 into Y^t - c and Y^t + c. It is root^(leaves/2m), without that for
// cyclic, times root^(step·leaves/2^(j+2)) for each bit j of i. The second part is
// the same for all levels.
func table[E comparable](r ring[E], s shape, root E) []E {
	t := make([]E, s.leaves)
	t[0] = root // of use to a tree of one leaf X^2 - root
	if s.leaves < 2 {
		return t
	}
	var powers [17]E // root^(2^j)
	log := 0
	powers[0] = root
	for ; 1<<log < s.leaves; log++ {
		r.mul(&powers[log+1], &powers[log], &powers[log])
	}
	last := t[s.leaves/2:]
	last[0] = r.one()
	for j := 0; 1<<j < len(last); j++ {
		m := 1 << j
		r.scale(last[m:2*m], last[:m], &powers[log+s.logStep-2-j])
	}
	for j := 0; j < log; j++ {
		m := 1 << j
		if s.logStep == 0 {
			copy(t[m:2*m], last)
		} else {
			r.scale(t[m:2*m], last[:m], &powers[log-1-j])
		}
	}
	return t
}

// inverseCount is the factor 1/n for n a power of two.
func inverseCount[E comparable](r ring[E], n int) E {
	x := r.one()
	for ; n > 1; n /= 2 {
		r.halve(&x, &x)
	}
	return x
}

func forward[E comparable](r ring[E], x, table []E) {
	t := len(x)
	for m := 1; m < len(table); m *= 2 {
		t /= 2
		for i := range m {
			r.forwardBlock(x[2*i*t:][:t], x[2*i*t+t:][:t], &table[m+i])
		}
	}
}

func inverse[E comparable](r ring[E], x, table []E, scale E) {
	t := len(x) / len(table)
	for m := len(table) / 2; m > 0; m /= 2 {
		for i := range m {
			r.inverseBlock(x[2*i*t:][:t], x[2*i*t+t:][:t], &table[m+i])
		}
		t *= 2
	}
	r.scale(x, x, &scale)
}

// pairProducts is (a0 + a1·X)(b0 + b1·X) modulo X^2 - c in four products: with u = a0·b0 and v = a1·b1 it is
// u + v·c + ((a0 + a1)(b0 + b1) - u - v)·X. Two leaves share a twiddle, and the second has its negative for c.
func pairProducts[E comparable](r ring[E], x, y, table []E) {
	var c, u, v, zero E
	for i := 0; i < len(x); i += 2 {
		c = table[len(table)/2+i/4]
		if i&2 == 2 {
			r.sub(&c, &zero, &c)
		}
		a, b := x[i:i+2], y[i:i+2]
		r.toFactor(&b[0], &b[0])
		r.toFactor(&b[1], &b[1])
		r.mul(&u, &a[0], &b[0])
		r.mul(&v, &a[1], &b[1])
		r.add(&a[1], &a[0], &a[1])
		r.add(&b[1], &b[0], &b[1])
		r.mul(&a[1], &a[1], &b[1])
		r.sub(&a[1], &a[1], &u)
		r.sub(&a[1], &a[1], &v)
		r.mul(&v, &v, &c)
		r.add(&a[0], &u, &v)
	}
}
