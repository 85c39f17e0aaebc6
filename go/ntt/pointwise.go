package ntt

// pointwise is Mul and Add of elements of a word, where no root matters; the
// output is the only allocation.
func (w *word) pointwise(op Op, body []byte, n, width int) ([]byte, error) {
	out := make([]byte, n*width)
	a, b := body[:n*width], body[n*width:]
	var good bool
	p, packed := newPacking(w.q, width)
	switch {
	case !packed || len(out)%8 != 0:
		good = w.pieces(op, out, a, b, width)
	case op == Add:
		good = p.sums(out, a, b)
	case width == 2:
		good = p.products16(out, a, b)
	default:
		good = p.products32(out, a, b, w.high)
	}
	if !good {
		first := w.decode(make([]uint64, 2*n), body, width)
		return nil, coefficientError(first)
	}
	return out, nil
}

// pieces goes through vectors of any width in pieces that fit the stack, and
// tells whether all elements were canonical.
func (w *word) pieces(op Op, out, a, b []byte, width int) bool {
	var space [2][64]uint64
	step := len(space[0]) * width
	for at := 0; at < len(out); at += step {
		end := min(at+step, len(out))
		x, y := space[0][:(end-at)/width], space[1][:(end-at)/width]
		if w.decode(x, a[at:end], width) >= 0 || w.decode(y, b[at:end], width) >= 0 {
			return false
		}
		if op == Mul {
			w.products(x, y)
		} else {
			w.sums(x, y)
		}
		w.encode(out[at:end], x, width)
	}
	return true
}
