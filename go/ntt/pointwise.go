package ntt

import "encoding/binary"

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
		case !packed && width == 8:
			good = w.longPiece(op, o, x, y)
		case !packed:
			good = w.piece(op, o, x, y, width)
		case op == Add:
			good = p.sums(o, x, y)
		case width == 2:
			good = p.products16(o, x, y)
		default:
			good = p.products32(o, x, y, w.high)
		}
		if !good {
			return nil, w.outside(a, b, at, width)
		}
	}
	return out, nil
}

// piece is a piece of vectors of 2 or 4 bytes an element, for q that has the top bit of its lane; it
// tells whether all elements were canonical.
func (w *word) piece(op Op, out, a, b []byte, width int) bool {
	q, high, outside := w.q, w.high, uint64(0)
	for i := 0; i <= len(out)-width; i += width {
		var x, y uint64
		if width == 2 {
			x, y = uint64(binary.BigEndian.Uint16(a[i:])), uint64(binary.BigEndian.Uint16(b[i:]))
		} else {
			x, y = uint64(binary.BigEndian.Uint32(a[i:])), uint64(binary.BigEndian.Uint32(b[i:]))
		}
		// Negative where an element is not below q.
		outside |= (q - 1 - x) | (q - 1 - y)
		r := x + y
		if op == Mul {
			r = nearRemainder(x*y, q, high)
		}
		r = min(r, r-q)
		if width == 2 {
			binary.BigEndian.PutUint16(out[i:], uint16(r))
		} else {
			binary.BigEndian.PutUint32(out[i:], uint32(r))
		}
	}
	return outside>>63 == 0
}

// longPiece is a piece of vectors of 8 bytes an element.
func (w *word) longPiece(op Op, out, a, b []byte) bool {
	var space [2][piece]uint64
	x, y := space[0][:len(out)/8], space[1][:len(out)/8]
	if decodeWords(x, a, w.q) >= 0 || decodeWords(y, b, w.q) >= 0 {
		return false
	}
	if op == Mul {
		w.products(x, y)
	} else {
		w.sums(x, y)
	}
	w.encode(out, x, 8)
	return true
}
