package ntt

// pieceBytes is how much of the words of an input is looked at together.
const pieceBytes = 8 * piece

// pointwise is Mul and Add of elements of a word, where no root matters; the
// output is the only allocation.
func (w *word) pointwise(op Op, body []byte, n, width int) ([]byte, error) {
	out := make([]byte, n*width)
	a, b := body[:n*width], body[n*width:]
	p, packed := newPacking(w.q, width)
	packed = packed && len(out)%8 == 0
	step := pieceBytes
	if !packed {
		step = piece * width
	}
	for at := 0; at < len(out); at += step {
		end := min(at+step, len(out))
		o, x, y := out[at:end], a[at:end], b[at:end]
		var good bool
		switch {
		case !packed:
			good = w.onePiece(op, o, x, y, width)
		case op == Add:
			good = p.sums(o, x, y)
		case width == 2:
			good = p.products16(o, x, y)
		default:
			good = p.products32(o, x, y, w.high)
		}
		if !good {
			return nil, coefficientFailure(outside(w, a, b, at, width, width))
		}
	}
	return out, nil
}

// onePiece is a piece of vectors of any width, and tells whether all elements were canonical.
func (w *word) onePiece(op Op, out, a, b []byte, width int) bool {
	var space [2][piece]uint64
	x, y := space[0][:len(out)/width], space[1][:len(out)/width]
	if w.decode(x, a, width) >= 0 || w.decode(y, b, width) >= 0 {
		return false
	}
	if op == Mul {
		w.products(x, y)
	} else {
		w.sums(x, y)
	}
	w.encode(out, x, width)
	return true
}
